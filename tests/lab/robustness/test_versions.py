"""Every kind of model file of an older or a newer format says so, in one line that names the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.robustness.damage import KINDS, placed
from simplifier.base.errors import InputError
from simplifier.core import CoreInputError
from simplifier.estimation import model as estimation

#: Where the number of the version stands, and what it is.
PLACES = {
    "small rules": (8, 1),
    "numbers": (8, 1),
    "trees": (8, 1),
    "tagger": (7, ord("1")),
    "parser": (7, ord("1")),
    "probing": (49, ord("5")),
    "small trie": (49, ord("5")),
}


@pytest.mark.parametrize("step", [-1, 1], ids=["older", "newer"])
@pytest.mark.parametrize("name", PLACES)
def test_another_version_is_named(name: str, step: int, tmp_path: Path) -> None:
    kind = KINDS[name]
    path = placed(kind, tmp_path, foreign=True)
    place, version = PLACES[name]
    content = bytearray(path.read_bytes())
    assert content[place] == version
    content[place] += step * (3 if "rules" in name or name == "numbers" else 1) if step > 0 else step
    path.write_bytes(content)
    with pytest.raises((InputError, CoreInputError)) as error:
        kind.use(path)
    text = str(error.value)
    assert path.name in text and "\n" not in text and "version" in text, text


def test_estimates_of_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = placed(KINDS["estimate"], tmp_path)
    monkeypatch.setattr(estimation, "_FORMAT", "another")
    with pytest.raises(InputError, match=r"estimate\.npz: .* of this version"):
        KINDS["estimate"].use(path)


@pytest.mark.parametrize("version", ["0", "2"])
def test_checksums_of_another_version(version: str, tmp_path: Path) -> None:
    kind = KINDS["weights"]
    path = placed(kind, tmp_path)
    sums = Path(f"{path}.sums")
    sums.write_text(sums.read_text().replace("checksums 1\n", f"checksums {version}\n"))
    with pytest.raises(InputError, match=rf"\.sums: checksums of format version {version}, this program"):
        kind.use(path)
