"""`simplifier completion`: the scripts, where they go, and that a shell completes with them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_simplify import Ended, Invoke, invoke

__all__ = ["invoke"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "BASH_COMPLETION_USER_DIR", "SHELL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("shell", "folder", "names", "next_line"),
    [
        (
            "bash",
            ".local/share/bash-completion/completions",
            ("simplify", "simplifier"),
            "open a new shell (the package bash-completion must be installed)",
        ),
        (
            "zsh",
            ".local/share/zsh/site-functions",
            ("_simplify", "_simplifier"),
            "put these two lines into ~/.zshrc, before any other compinit, and open a new shell:\n"
            '  fpath=("{folder}" $fpath)\n  autoload -Uz compinit && compinit',
        ),
        ("fish", ".config/fish/completions", ("simplify.fish", "simplifier.fish"), "open a new shell"),
    ],
)
def test_scripts_go_to_the_users_folder(
    invoke: Invoke, home: Path, shell: str, folder: str, names: tuple[str, str], next_line: str
) -> None:
    place = home / folder
    told = "".join(f"wrote {place / name}\n" for name in names) + next_line.format(folder=place) + "\n"
    assert invoke("completion", "install", shell) == Ended(0, told, "")
    shown = invoke("completion", "show", shell)
    written = [(place / name).read_text(encoding="utf-8") for name in names]
    assert shown == Ended(0, "".join(f"{script}\n" for script in written), "")
    for script, program in zip(written, ("simplify", "simplifier"), strict=True):
        assert f"_{program.upper()}_COMPLETE={shell}_complete" in script
        assert script.startswith("#compdef ") == (shell == "zsh")


def test_the_shell_of_the_account_and_named_folders(
    invoke: Invoke, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = "error: cannot tell your shell; name it: bash, zsh, fish\n"
    assert invoke("completion", "install") == Ended(2, "", message)
    monkeypatch.setenv("SHELL", "/usr/bin/bash")
    monkeypatch.setenv("BASH_COMPLETION_USER_DIR", str(home / "own"))
    ended = invoke("completion", "install")
    assert (ended.code, ended.err) == (0, "for bash\n")
    assert sorted(os.listdir(home / "own" / "completions")) == ["simplifier", "simplify"]
    (home / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("BASH_COMPLETION_USER_DIR", str(home / "file"))
    ended = invoke("completion", "install")
    place = home / "file" / "completions"
    assert ended.err == f"for bash\nerror: {place}: cannot be made (Not a directory)\n"


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("program", "words", "expected"),
    [
        ("simplify", "simplify --di", "--diff"),
        ("simplify", "simplify --level B", "b1 b2"),
        ("simplifier", "simplifier do", "doctor"),
        ("simplifier", "simplifier completion ''", "install show"),
        ("simplifier", "simplifier completion install f", "fish"),
    ],
)
def test_bash_completes(home: Path, program: str, words: str, expected: str) -> None:
    (home / program).write_text(f"#!{sys.executable}\nfrom simplifier.cli.main import {program}\n{program}()\n")
    (home / program).chmod(0o755)
    show = f"{sys.executable} -m simplifier completion show bash"
    commands = (
        f'eval "$({show})" 2>/dev/null; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); '
        f'_{program}_completion {program}; echo "${{COMPREPLY[*]}}"'
    )
    environment = {**os.environ, "PATH": f"{home}{os.pathsep}{os.environ['PATH']}"}
    ended = subprocess.run(["bash", "-c", commands], env=environment, capture_output=True, text=True)
    assert (ended.stdout.lower(), ended.stderr) == (f"{expected}\n", "")  # before click 8.5: as B1
