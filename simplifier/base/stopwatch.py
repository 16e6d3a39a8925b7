"""Measuring how many seconds each part of the work takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Stopwatch"]


class Stopwatch:
    """Adds up wall-clock seconds under names. The time of an inner measurement is not counted for the outer one."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._open: list[str] = []
        self._since = 0.0

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """Add the time spent inside to ``name``."""
        self._switch()
        self._open.append(name)
        try:
            yield
        finally:
            self._switch()
            self._open.pop()

    def rounded(self) -> dict[str, float]:
        """Return the seconds with two decimals."""
        return {name: round(value, 2) for name, value in self.seconds.items()}

    def _switch(self) -> None:
        # The time since the last switch belongs to the innermost open name.
        now = time.perf_counter()
        if self._open:
            name = self._open[-1]
            self.seconds[name] = self.seconds.get(name, 0.0) + now - self._since
        self._since = now
