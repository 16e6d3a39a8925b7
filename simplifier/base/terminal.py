"""What a person at a terminal sees beside the results: notes, warnings, bars, columns."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

from simplifier.base.errors import SimplifierError

__all__ = ["Advance", "aligned", "failures_told", "note", "progress", "say", "warn_once"]

_WIDEST: Final = 48
_warned: set[str] = set()


def say(line: str) -> None:
    """Print a line to standard error, above a bar that is there; nobody may be reading any more."""
    bars = sys.modules.get("tqdm")
    try:
        if bars is not None and sys.stderr.isatty():
            bars.tqdm.write(line, file=sys.stderr)
        else:
            print(line, file=sys.stderr, flush=True)
    except OSError:
        pass


def note(message: str) -> None:
    """Say what a user may want to know about a result."""
    say(f"note: {message}")


def warn_once(message: str) -> None:
    """Say what makes a result doubtful, unless the process has said the same before."""
    if message not in _warned:
        _warned.add(message)
        say(f"warning: {message}")


@contextmanager
def failures_told() -> Iterator[None]:
    """Tell what goes wrong within the block in one line, and end the program with status 2."""
    try:
        yield
    except SimplifierError as error:
        say(f"error: {error}")
        sys.exit(2)


class Advance(Protocol):
    """What moves a bar on."""

    def __call__(self, count: int = 1, what: str = "") -> None:
        """Add ``count`` and, if given, show what it is done for."""


@contextmanager
def progress(total: int | None, unit: str, scale: bool = False, hidden: bool = False) -> Iterator[Advance]:
    """Show a bar on standard error while the block runs, if that is a terminal.

    Args:
        total: where the bar ends; None shows what is done so far.
        unit: what is counted: ``sentences``, or ``B`` for bytes.
        scale: shorten large numbers: 1.2M.
        hidden: show none.
    """
    if hidden or not sys.stderr.isatty():
        yield lambda count=1, what="": None
        return
    from tqdm import tqdm  # slow to import, and of no use elsewhere

    with tqdm(total=total, unit=unit if len(unit) == 1 else f" {unit}", unit_scale=scale) as bar:

        def advance(count: int = 1, what: str = "") -> None:
            if what:
                bar.set_description(what, refresh=False)
            bar.update(count)

        yield advance


def aligned(rows: Sequence[Sequence[str]], widest: int = _WIDEST) -> Iterator[str]:
    """Yield rows with their cells padded to the width of the column; no column is wider than ``widest``."""
    widths = [min(max(len(row[place]) for row in rows), widest) for place in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
