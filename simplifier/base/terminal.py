"""Output for a person at a terminal, beside the results: notes, warnings, progress bars, columns."""

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
    """Print a line to standard error, above a progress bar if there is one; a closed stream is no error."""
    bars = sys.modules.get("tqdm")
    try:
        if bars is not None and sys.stderr.isatty():
            bars.tqdm.write(line, file=sys.stderr)
        else:
            print(line, file=sys.stderr, flush=True)
    except OSError:
        pass


def note(message: str) -> None:
    """Tell the user a fact about a result."""
    say(f"note: {message}")


def warn_once(message: str) -> None:
    """Warn that a result may be doubtful, unless this process has given the same warning before."""
    if message not in _warned:
        _warned.add(message)
        say(f"warning: {message}")


@contextmanager
def failures_told() -> Iterator[None]:
    """Print an error raised within the block as one line, and end the program with status 2."""
    try:
        yield
    except SimplifierError as error:
        say(f"error: {error}")
        sys.exit(2)


class Advance(Protocol):
    """A function that advances a progress bar."""

    def __call__(self, count: int = 1, what: str = "") -> None:
        """Add ``count`` and, if ``what`` is given, show it as the current work."""


@contextmanager
def progress(total: int | None, unit: str, scale: bool = False, hidden: bool = False) -> Iterator[Advance]:
    """Show a progress bar on standard error while the block runs, if that is a terminal.

    Args:
        total: the count at the end of the bar; None shows only the count so far.
        unit: the unit of the count, such as ``sentences``, or ``B`` for bytes.
        scale: True to shorten large numbers, as in 1.2M.
        hidden: True to show no bar.
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
    """Yield rows as lines with padded columns; cells longer than ``widest`` stick out, and nothing is cut."""
    widths = [min(max(len(row[place]) for row in rows), widest) for place in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
