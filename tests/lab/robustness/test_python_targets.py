"""What reads foreign input in Python, on seeds with random changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lab.robustness.python_targets import SEEDS, TARGETS, server_target
from simplifier.server.models import ModelPool
from tests.simplifier.server.serving import client_of, toy_with_presets

PIECES = (
    *(b"<", b">", b"</", b"/>", b"<!--", b"-->", b"<![CDATA[", b"<b class='a'>", b"&amp;", b"&#x0;", b"&a;"),
    *(
        b'"',
        b"'",
        b"\\",
        b"`",
        b"*",
        b"|",
        b"---\n",
        b"    ",
        b"\t",
        b"\n",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"> ",
        b"[a](",
    ),
    *(
        b"[" * 40,
        b"{" * 40,
        b"((",
        b"))",
        b",",
        b";",
        b":",
        b"=",
        b"1" * 30,
        b"-1",
        b"1e999",
        b"NaN",
        b"null",
    ),
    *(b"\0", b"\x7f", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", "\u0301".encode() * 30, "\u202e".encode()),
    *(
        "\u200b\u200d".encode(),
        "\U0001f600".encode(),
        "\u2028".encode(),
        "ß".encode(),
        "İ".encode(),
        "«…»".encode(),
    ),
    *(
        b"<keep>",
        b"</keep>",
        b'<replace with="a">',
        b"obj",
        b"endobj",
        b"stream\n",
        b"1 0 R",
        b"/Kids",
        b"<<",
        b">>",
    ),
)
CHANGE = st.tuples(st.integers(0, 4000), st.integers(0, 20), st.one_of(st.sampled_from(PIECES), st.binary(max_size=5)))
RELAXED = list(HealthCheck)


def changed(seed: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
    for place, removed, added in changes:
        place %= len(seed) + 1
        seed = seed[:place] + added + seed[place + removed :]
    return seed


def inputs(seeds: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    own = st.builds(changed, st.sampled_from(seeds), st.lists(CHANGE, max_size=6))
    return st.one_of(own, own, own, st.binary(max_size=200))


def tried(target: Callable[[bytes], None], seeds: tuple[bytes, ...], examples: int) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=RELAXED, database=None)
    @given(inputs(seeds))
    def one(data: bytes) -> None:
        target(data)

    one()


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_seeds_and_some_changes(name: str) -> None:
    tried(TARGETS[name], SEEDS[name](), 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TARGETS))
def test_many_changes(name: str) -> None:
    tried(TARGETS[name], SEEDS[name](), 250)


REQUESTS = (
    b"\0\0" + json.dumps({"text": "A large house.", "options": {"rules": [["large", "big"]]}}).encode(),
    b"\1\0" + json.dumps({"text": "A large house.", "options": {"protect": ["large"]}}).encode(),
    b"\2\0" + json.dumps({"text": "A large house.", "start": 2, "end": 7}).encode(),
    b"\3\x11name=a.txt\nA large house.",
    b"\3\x11name=a.jsonl&field=t\n" + b'{"t": "A large house."}',
    b"\4\2text=A+large+house&language=en",
    b"\4\2language=en&data=" + b'{"annotation": [{"markup": "<b>"}, {"text": "large"}]}',
    b"\4\x70text=a&language=en-US",
)


@pytest.fixture(scope="module")
def toy_models(tmp_path_factory: pytest.TempPathFactory) -> ModelPool:
    return ModelPool(toy_with_presets(tmp_path_factory.mktemp("toy")))


@pytest.mark.parametrize("examples", [40, pytest.param(250, marks=pytest.mark.slow)])
def test_requests(toy_models: ModelPool, examples: int) -> None:
    with client_of(toy_models) as client:
        tried(server_target(client), REQUESTS, examples)


#: What was found, and what became of it.
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("lattices", b'{"arcs": [[0, 99999999999999999999, "a"]]}'),
        ("lattices", b"((('a', 1, 99999999999999999999),),)"),
        ("formats", b'\7{"a": "b", "n": ' + b"1" * 5000 + b"}"),
    ],
)
def test_found_before(name: str, data: bytes) -> None:
    TARGETS[name](data)


def test_a_target_finds_faults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from lab.robustness import python_targets

    monkeypatch.setattr(python_targets, "_put_together", lambda *_: "something else")
    with pytest.raises(python_targets.Fault, match="what is not changed stays"):
        TARGETS["text"](b"One two.")
