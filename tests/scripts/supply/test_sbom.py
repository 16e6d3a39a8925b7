from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from scripts.supply.sbom import bill_of_materials, read_lock
from simplifier.base.errors import FormatError

ROOT = Path(__file__).resolve().parents[3]
LOCK = ROOT / "requirements" / "lock.txt"


def test_the_bill_names_everything() -> None:
    bill = bill_of_materials(ROOT)
    named = {component["name"]: component for component in bill["components"]}
    assert named["numpy"]["scope"] == "required" and named["numpy"]["hashes"]
    assert named["pytest"]["scope"] == "optional"
    assert named["kenlm"]["version"] == "0.3.0"
    model = named["The embedded English model"]
    files = {path.name for path in (ROOT / "simplifier" / "models" / "en").iterdir()}
    assert {one["name"] for one in model["components"]} == files
    assert named["meteor"]["licenses"] == [{"license": {"name": "LGPL-2.1 (METEOR)"}}]
    assert named["Wikinews"]["type"] == "data"
    references = [component["bom-ref"] for component in bill["components"]]
    assert len(set(references)) == len(references)
    known = {*references, bill["metadata"]["component"]["bom-ref"]}
    for one in bill["dependencies"]:
        assert {one["ref"], *one["dependsOn"]} <= known
    assert json.dumps(bill) == json.dumps(bill_of_materials(ROOT))


def test_the_lock_holds_what_the_project_asks_for() -> None:
    packages = read_lock(LOCK)
    with (ROOT / "pyproject.toml").open("rb") as stream:
        project = tomllib.load(stream)["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    names = {asking.split("=")[0].split(">")[0].split("<")[0] for asking in asked}
    locked = {package.name for package in packages}
    assert {name.lower().replace("_", "-") for name in names} <= locked
    text = LOCK.read_text(encoding="utf-8")
    assert "://" not in text and "--index" not in text  # where packages come from is the machine's business


def test_a_lock_without_hashes_is_refused(tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text("click==8.1.0\n    # via simplifier (pyproject.toml)\n")
    with pytest.raises(FormatError, match="click has no hash; make it with: make lock"):
        read_lock(lock)
    lock.write_text("click>=8.1\n")
    with pytest.raises(FormatError, match=r"lock\.txt:1: neither a pinned package nor a hash"):
        read_lock(lock)
    lock.write_text(f"click==8.1.0 ; python_version < '4' \\\n    --hash=sha256:{'0' * 64}\n    # via\n    #   nltk\n")
    (package,) = read_lock(lock)
    assert package.marker == "python_version < '4'" and package.needed_by == ["nltk"]
