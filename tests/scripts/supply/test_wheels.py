from __future__ import annotations

import zipfile
from pathlib import Path

from scripts.supply.wheels import differences


def packed(path: Path, members: dict[str, str], level: int = 9) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, level)
    return path


def test_differences_of_wheels(tmp_path: Path) -> None:
    one = packed(tmp_path / "1.whl", {"a": "x" * 9999, "b": "y"})
    assert differences(one, packed(tmp_path / "2.whl", {"a": "x" * 9999, "b": "y"})) == []
    assert differences(one, packed(tmp_path / "3.whl", {"a": "x" * 9999, "b": "z"})) == ["b"]
    assert differences(one, packed(tmp_path / "4.whl", {"a": "x" * 9999, "c": "y"})) == ["b", "c"]
    assert differences(one, packed(tmp_path / "5.whl", {"a": "x" * 9999, "b": "y"}, 0)) == ["(archive)"]
