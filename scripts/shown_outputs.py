"""Refresh the outputs of commands in pages: of every ``$ command`` in an indented block that has output under it.

::

    python -m scripts.shown_outputs                  # README.md and the pages of the guide named below
    python -m scripts.shown_outputs docs/use/why.md
    python -m scripts.shown_outputs --check          # change nothing; end with 1 if a page is out of date

Commands run in the root of the checkout, with `simplify` and `simplifier` from there. A difference in seconds alone
does not count.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from simplifier.base.errors import SimplifierError
from simplifier.base.reading import read_text
from simplifier.base.terminal import say
from simplifier.base.writing import write_text

__all__ = ["PAGES", "ROOT", "Shown", "is_same", "refreshed", "run", "shown_outputs"]

ROOT: Final = Path(__file__).resolve().parent.parent
#: Pages whose commands need only files of the checkout.
PAGES: Final = ("README.md", "docs/use/terminal.md", "docs/use/why.md")

#: Seconds that a shown command may take.
_LONGEST: Final = 120
_INDENT: Final = "    "
_PROMPT: Final = "    $ "
_SECONDS: Final = re.compile(r"\b\d+\.\d s$", re.MULTILINE)


class Shown(NamedTuple):
    """A command of a page with its output.

    Attributes:
        command: the command, without its prompt; continued lines are joined.
        first: number of the first line of the output in the page, from 0.
        end: number of the line after the output.
        output: the lines of the output, without their indent.
    """

    command: str
    first: int
    end: int
    output: str


def shown_outputs(page: str) -> Iterator[Shown]:
    """Yield the commands of a page that have output, in the order of the page."""
    lines = page.split("\n")
    place = 0
    while place < len(lines):
        if not lines[place].startswith(_PROMPT):
            place += 1
            continue
        command = lines[place].removeprefix(_PROMPT)
        while command.endswith("\\"):
            place += 1
            command = command[:-1] + lines[place].strip()
        first = end = place = place + 1
        while place < len(lines) and not lines[place].startswith(_PROMPT):
            if lines[place].startswith(_INDENT):
                end = place + 1
            elif lines[place]:
                break
            place += 1
        if end > first:
            text = "".join(f"{line.removeprefix(_INDENT)}\n" for line in lines[first:end])
            yield Shown(command, first, end, text)


def run(command: str) -> str:
    """Return the output of a command, including its standard error.

    Raises:
        SimplifierError: the command fails.
    """
    with tempfile.TemporaryDirectory(prefix="shown-outputs-") as folder:
        for name in ("simplify", "simplifier"):
            program = Path(folder) / name
            program.write_text(f"#!{sys.executable}\nfrom simplifier.cli.main import {name}\n{name}()\n")
            program.chmod(0o755)
        environment = {
            **os.environ,
            "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        }
        ended = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            timeout=_LONGEST,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
    if ended.returncode:
        raise SimplifierError(f"{command}: ended with {ended.returncode}: {ended.stdout.strip()}")
    return ended.stdout


def is_same(one: str, other: str) -> bool:
    """Return True if two outputs are the same, apart from seconds and blank lines at the end."""
    return _SECONDS.sub("N s", one).rstrip("\n") == _SECONDS.sub("N s", other).rstrip("\n")


def refreshed(page: str) -> tuple[str, list[str]]:
    """Return a page with the present outputs of its commands, and the commands whose output has changed."""
    lines = page.split("\n")
    changed = []
    # From the last command to the first, so that new lines do not move the places of those that are left.
    for shown in reversed(list(shown_outputs(page))):
        output = run(shown.command)
        if not is_same(output, shown.output):
            changed.append(shown.command)
            new = [f"{_INDENT}{line}" if line else "" for line in output.rstrip("\n").split("\n")]
            lines[shown.first : shown.end] = new
    return "\n".join(lines), changed[::-1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Refresh or check pages; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("pages", nargs="*", type=Path, help=f"default: {', '.join(PAGES)}")
    parser.add_argument("--check", action="store_true", help="change nothing; end with 1 if a page differs")
    given = parser.parse_args(arguments)
    differ = False
    for path in given.pages or [ROOT / page for page in PAGES]:
        page, changed = refreshed(read_text(path))
        for command in changed:
            say(f"{path}: {'differs' if given.check else 'refreshed'}: {command}")
        differ |= bool(changed)
        if changed and not given.check:
            write_text(path, page)
    return int(given.check and differ)


if __name__ == "__main__":
    sys.exit(main())
