"""The exceptions of the whole project, in the lowest package, so that every other package can raise them.

::

    Exception
    └── SimplifierError          anything this project raises on purpose
        ├── InputError           the user's mistake; the command line exits with 2
        │   ├── FormatError      a file does not hold what it should (carries file and line)
        │   └── ConfigError      a configuration, option or weight that cannot be used
        └── InternalError        our own mistake; the command line exits with 1
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

__all__ = ["ConfigError", "FormatError", "InputError", "InternalError", "SimplifierError", "nearest"]


class SimplifierError(Exception):
    """The base of all errors that this project raises on purpose; the message is one line for a user."""


class InputError(SimplifierError):
    """A mistake in the user's input; the message says what is wrong, where, and what to do about it."""


class FormatError(InputError):
    """A file that does not hold what it should.

    Args:
        path: the file (or a name such as ``<stdin>``).
        problem: one line that says what is wrong and what to do.
        line: the line number, from 1, where it is known.
    """

    def __init__(self, path: str | Path, problem: str, line: int | None = None) -> None:
        self.path = str(path)
        self.line = line
        self.problem = problem
        place = self.path if line is None else f"{self.path}:{line}"
        super().__init__(f"{place}: {problem}")


class ConfigError(InputError):
    """A configuration file, option or weight vector that cannot be used."""


class InternalError(SimplifierError):
    """A state that should not be reachable; a user should report it."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the known name closest to ``name``, or an empty string."""
    matches = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"; did you mean {matches[0]!r}?" if matches else ""
