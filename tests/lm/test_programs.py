from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from simplifier.base.errors import InputError
from simplifier.cli.language_model import lm_group
from simplifier.lm.building import _REQUIREMENTS, PROGRAMS, build_programs
from simplifier.lm.programs import find_program, programs_folder


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
    with pytest.raises(InputError, match="build it with: simplifier lm setup"):
        find_program("no_such_kenlm_program")
    (tmp_path / "no_such_kenlm_program").touch(0o755)
    assert find_program("no_such_kenlm_program") == tmp_path / "no_such_kenlm_program"


def test_an_installed_package_builds_among_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simplifier.lm.programs._PROJECT", tmp_path / "site-packages")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert programs_folder() == tmp_path / "data" / "simplifier" / "kenlm" / "bin"
    (tmp_path / "site-packages").mkdir()
    (tmp_path / "site-packages" / "pyproject.toml").touch()
    assert programs_folder() == tmp_path / "site-packages" / ".work" / "kenlm" / "bin"


def test_what_keeps_the_programs_from_being_built_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simplifier.lm.building._missing_packages", lambda: ["cmake", "libbz2-dev"])
    with pytest.raises(InputError, match=r"missing; as root: apt-get install cmake libbz2-dev$"):
        build_programs(tmp_path)
    monkeypatch.setattr("simplifier.lm.building._missing_packages", list)
    monkeypatch.setenv("KENLM_SOURCE_DIR", str(tmp_path))
    with pytest.raises(InputError, match=r"KENLM_SOURCE_DIR=.* holds no lm/builder"):
        build_programs(tmp_path / "bin")
    assert not (tmp_path / "bin").exists()


def test_the_pinned_sources_come_with_the_package() -> None:
    assert "--hash=sha256:" in _REQUIREMENTS.read_text(encoding="utf-8")


def test_setup_finds_before_it_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[Path] = []
    monkeypatch.setattr("simplifier.cli.language_model.build_programs", built.append)
    monkeypatch.setenv("KENLM_BIN", str(tmp_path))
    missing = CliRunner().invoke(lm_group, ["setup"])
    assert missing.exit_code == 0 and built == [tmp_path]
    for name in PROGRAMS:
        (tmp_path / name).touch(0o755)
    found = CliRunner().invoke(lm_group, ["setup"])
    assert found.stdout.splitlines() == [f"{name}\t{tmp_path / name}" for name in PROGRAMS]
    assert len(built) == 1
    CliRunner().invoke(lm_group, ["setup", str(tmp_path / "elsewhere")])
    assert built[1] == tmp_path / "elsewhere"
