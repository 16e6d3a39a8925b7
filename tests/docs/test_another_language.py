"""The guide to another language, as a reader follows it: every command in order, every output as shown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.config import default_config_path
from simplifier.languages import Language
from simplifier.lm.programs import find_program

PAGE = Path(__file__).resolve().parents[2] / "docs" / "build" / "another_language.md"
_BLOCK = re.compile(r"^```sh( lmplz)?\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)


def _lmplz() -> str | None:
    try:
        return str(find_program("lmplz").parent)
    except InputError:
        return None


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the commands read, and the programs that they call on the PATH."""
    source, root, programs = default_config_path().parent, tmp_path / "project", tmp_path / "bin"
    (root / "configs").mkdir(parents=True)
    shutil.copy(source / "es-demo.toml", root / "configs")
    shutil.copytree(PACKAGE / "models/es-demo", root / "simplifier/models/es-demo")
    programs.mkdir()
    for name in ("simplify", "simplifier"):
        program = programs / name
        program.write_text(f"#!{sys.executable}\nfrom simplifier.cli.main import {name}\n{name}()\n")
        program.chmod(0o755)
    (programs / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (programs / "python").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    if (folder := _lmplz()) is not None:
        monkeypatch.setenv("KENLM_BIN", folder)
    return root


def test_the_commands_print_what_the_page_shows(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = _BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) == PAGE.read_text(encoding="utf-8").count("```sh") == 9
    for needs, commands, shown in blocks:
        if needs and _lmplz() is None:
            continue
        ended = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=project,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert ended.returncode == 0, ended.stderr
        assert ended.stdout == shown
    monkeypatch.syspath_prepend(str(project / "german"))
    named = re.search(r'"simplifier\.languages"\]\n +de = "(.*)"', PAGE.read_text(encoding="utf-8"))
    assert named is not None
    brought = EntryPoint("de", named[1], "simplifier.languages").load()()
    assert isinstance(brought, Language) and brought.code == "de"
    sys.modules.pop("words")


def test_the_lines_are_short_and_the_files_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 120
    root = Path(__file__).resolve().parents[2]
    for path in re.findall(r"^    (\S+/\S+\.(?:toml|txt|arpa)) ", text, re.MULTILINE):
        assert (root / path).is_file(), path
