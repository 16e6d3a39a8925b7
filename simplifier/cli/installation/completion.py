"""`simplifier completion`: scripts with which a shell completes commands and options on Tab."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from simplifier.base.errors import InputError
from simplifier.base.terminal import say
from simplifier.base.writing import write_text

__all__ = ["completion_group"]

_PROGRAMS: Final = ("simplify", "simplifier")
_SHELLS: Final = ("bash", "zsh", "fish")
_SHELL = click.argument("shell", required=False, type=click.Choice(_SHELLS))


@click.group("completion")
def completion_group() -> None:
    """Complete commands, options and their values with Tab in the shell."""


@completion_group.command("install")
@_SHELL
def install_command(shell: str | None) -> None:
    """Write the scripts for `simplify` and `simplifier` to your completion folder, and say what else to do.

    The shell is that of your account (SHELL), unless you name one.
    """
    chosen = shell or _own_shell(os.environ)
    folder = _folder(chosen, os.environ)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror})") from None
    for program in _PROGRAMS:
        path = folder / {"bash": program, "zsh": f"_{program}", "fish": f"{program}.fish"}[chosen]
        write_text(path, _script(chosen, program))
        click.echo(f"wrote {path}")
    click.echo(_what_next(chosen, folder))


@completion_group.command("show")
@_SHELL
def show_command(shell: str | None) -> None:
    """Print the scripts for both programs."""
    for program in _PROGRAMS:
        click.echo(_script(shell or _own_shell(os.environ), program))


def _own_shell(environment: Mapping[str, str]) -> str:
    name = Path(environment.get("SHELL", "")).name
    if name not in _SHELLS:
        raise InputError(f"cannot tell your shell; name it: {', '.join(_SHELLS)}")
    say(f"for {name}")
    return name


def _script(shell: str, program: str) -> str:
    """Return click's script for a shell."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None, "click knows the three shells"
    variable = f"_{program.upper()}_COMPLETE"
    # Not `source()`, which would start bash to find its version.
    template = found(click.Command(program), {}, program, variable)
    return f"{template.source_template % template.source_vars()}".lstrip("\n")


def _folder(shell: str, environment: Mapping[str, str]) -> Path:
    """Return the folder in which a shell looks for the user's own completions."""
    home = Path.home()
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    if shell == "bash":
        named = environment.get("BASH_COMPLETION_USER_DIR")
        return (Path(named) if named else data / "bash-completion") / "completions"
    if shell == "zsh":
        return data / "zsh" / "site-functions"
    return Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / "fish" / "completions"


def _what_next(shell: str, folder: Path) -> str:
    if shell == "bash":
        return "open a new shell (the package bash-completion must be installed)"
    if shell == "zsh":
        return (
            "put these two lines into ~/.zshrc, before any other compinit, and open a new shell:\n"
            f'  fpath=("{folder}" $fpath)\n'
            "  autoload -Uz compinit && compinit"
        )
    return "open a new shell"
