from __future__ import annotations

from pathlib import Path

import pytest

from base.errors import InputError
from lm.programs import find_program


def test_named_folder_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "lmplz"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("KENLM_BIN", str(tmp_path))
    assert find_program("lmplz") == program
    with pytest.raises(InputError, match="holds no program build_binary"):
        find_program("build_binary")


def test_path_and_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KENLM_BIN", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="scripts/build_kenlm.py"):
        find_program("no_such_kenlm_program")
    (tmp_path / "no_such_kenlm_program").touch(0o755)
    assert find_program("no_such_kenlm_program") == tmp_path / "no_such_kenlm_program"
