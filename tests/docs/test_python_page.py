"""Every example of the page about Python runs, one after another as it stands there."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from simplifier import Simplifier
from simplifier.base.settings import PACKAGE

PAGE = Path(__file__).resolve().parents[2] / "docs" / "use" / "python.md"
MODEL = PACKAGE / "models" / "en"
BLOCKS = [
    re.sub(r"^    ", "", block, flags=re.MULTILINE)
    for block in re.findall(r"(?<=\n\n)((?:    .*\n|\n(?=    ))+)", PAGE.read_text(encoding="utf-8"))
]
#: What some examples need and we do not.
OTHERS = ("pandas", "polars", "spacy")

pytestmark = pytest.mark.skipif(not MODEL.is_dir(), reason="the embedded model is not in this installation")


def needs(block: str) -> str | None:
    return next((name for name in OTHERS if f"import {name}\n" in block), None)


def run(*blocks: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    return names


def test_the_page_has_the_examples() -> None:
    assert [needs(block) for block in BLOCKS] == [None] * 6 + list(OTHERS)


def test_plain_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    names = run(*(block for block in BLOCKS if needs(block) is None))
    model = Simplifier.load()
    text = "The committee commenced its work."
    assert names["result"] == model.simplify(text) and names["result"].text != text
    printed = capsys.readouterr().out.splitlines()
    result = names["result"]
    edits = [f"{one.start} {one.source} -> {one.target} {one.kind} {one.reason.text}" for one in result.edits]
    assert printed[: len(edits)] == edits and printed[-1] == result.text
    offers = [f"{one.source} -> {one.target}" for one in model.offers(names["explained"])]
    assert offers and [line[: len(one)] for line, one in zip(printed[len(edits) :], offers, strict=False)] == offers
    assert len(printed) == len(edits) + len(offers) + len(names["found"].ranked) + 1


@pytest.mark.parametrize("library", OTHERS)
def test_examples_with_another_library(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed; the example needs it, the project does not")
    (block,) = (one for one in BLOCKS if needs(one) == library)
    names = run(BLOCKS[0], block)
    printed = capsys.readouterr().out.splitlines()
    model = Simplifier.load()
    column = [model.simplify(text).text for text in ("He purchased a residence.", "", "Nothing.")]
    if library == "spacy":
        assert printed[-1] == names["result"].text
    else:
        table = names["table"] if library == "pandas" else names["frame"]
        assert list(table["simple"]) == column
