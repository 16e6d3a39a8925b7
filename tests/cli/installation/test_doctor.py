"""`simplifier doctor` on a toy model that works, and on ones that do not."""

from __future__ import annotations

import hashlib
import re
from importlib.metadata import version
from pathlib import Path

import click
import numpy
import pytest

from simplifier.base.installation import optional_parts
from simplifier.cli.installation.doctor import doctor_command
from tests.cli.test_simplify import Invoke, invoke
from tests.toy_model import build_toy_model

__all__ = ["invoke"]


PARTS = {"server": "numpy", "spark": "no-such-thing", "other": "click"}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return build_toy_model(tmp_path)


def section(report: str, title: str) -> list[str]:
    """Return the lines of a section, runs of spaces as one."""
    _, _, rest = report.partition(f"{title}\n")
    found = re.match(r"(?:  .*\n)*", rest)
    assert found is not None
    return [" ".join(line.split()) for line in found[0].splitlines()]


def test_a_model_that_works(invoke: Invoke, model: Path) -> None:
    ended = invoke("doctor", "--config", model)
    assert (ended.code, ended.err) == (0, "")
    lines = section(ended.out, "Model")
    assert lines[0] == f"configuration ok {model} (model toy)"
    for line, name in zip(lines[1:4], ("weights.toml", "rules.table", "plain.arpa"), strict=True):
        data = (model.parent / name).read_bytes()
        assert line == f"{name} ok {len(data):,} bytes, sha256 {hashlib.sha256(data).hexdigest()[:12]}"
    assert re.fullmatch(r"loads ok in \d+\.\d s, 11 features", lines[4]) and len(lines) == 5
    packages = section(ended.out, "Python and packages")
    assert packages[1] == "C++ core ok loads"
    assert f"numpy ok {numpy.__version__}" in packages
    optional = section(ended.out, "Optional")
    assert [line.split()[0] for line in optional] == [*optional_parts(), "lmplz", "chromium"]
    (speed,) = section(ended.out, "Speed")
    assert re.fullmatch(r"simplify ok [1-9]\d* sentences/s on 1 thread", speed)
    assert ended.out.endswith("all that is needed works\n")


def test_a_file_that_is_missing(invoke: Invoke, model: Path) -> None:
    (model.parent / "plain.arpa").unlink()
    ended = invoke("doctor", "--config", model)
    assert (ended.code, ended.err) == (1, "")
    lines = section(ended.out, "Model")
    assert lines[3] == f"plain.arpa BROKEN {model.parent / 'plain.arpa'}: no such file; install the model again"
    assert len(lines) == 4 and "Speed" not in ended.out
    assert ended.out.endswith("1 broken: see the lines marked BROKEN\n")


def test_a_file_that_is_damaged_and_a_wrong_key(invoke: Invoke, model: Path) -> None:
    (model.parent / "rules.table").write_bytes(b"nothing")
    ended = invoke("doctor", "--config", model)
    assert ended.code == 1 and section(ended.out, "Model")[4].startswith("loads BROKEN ")
    ended = invoke("doctor", "--config", model, "--set", "decoder.pop_limt=3")
    assert ended.code == 1
    (line,) = section(ended.out, "Model")
    assert line.startswith("configuration BROKEN --set decoder.pop_limt: unknown key 'decoder.pop_limt'; ")


def test_what_is_optional_says_how_to_install_it(
    invoke: Invoke, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("KENLM_BIN", str(tmp_path))
    ended = invoke("doctor", "--config", model)
    assert ended.code == 0
    assert section(ended.out, "Optional")[-2:] == [
        "lmplz - for training language models: simplifier lm setup",
        "chromium - for tests of the HTML report: sudo apt-get install chromium chromium-driver",
    ]


def test_optional_parts_are_there_or_come_by_one_command(
    invoke: Invoke, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "simplifier_text-1.dist-info"
    place.mkdir()
    lines = [f"Provides-Extra: {part}\nRequires-Dist: {name}; extra == '{part}'" for part, name in PARTS.items()]
    many = [f"Requires-Dist: {name}; extra == 'many'" for name in ("numpy", "scipy", "nltk", "tqdm")]
    metadata = ["Metadata-Version: 2.4", "Name: simplifier-text", "Version: 1", *lines, "Provides-Extra: many", *many]
    (place / "METADATA").write_text("\n".join([*metadata, "Requires-Dist: no-such-thing>=2", ""]), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    ended = invoke("doctor", "--config", model)
    assert ended.code == 1
    packages = section(ended.out, "Python and packages")
    assert packages[2:] == ["no-such-thing BROKEN missing; pip install 'no-such-thing>=2'"]
    assert section(ended.out, "Optional")[:4] == [
        f"server ok for HTTP, the page, forms for ratings: numpy {numpy.__version__}",
        "spark - for clusters: pip install 'simplifier-text[spark]'",
        f"other ok click {version('click')}",
        "many ok 4 packages",
    ]


def test_it_takes_the_options_of_a_model() -> None:
    names = {option for one in doctor_command.params for option in one.opts}
    assert isinstance(doctor_command, click.Command) and names == {"--config", "--fast", "--preset", "--risk", "--set"}
