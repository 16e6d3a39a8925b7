"""Interruption of a long run: the first stops it after the present iteration, the second at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

__all__ = ["Interruption"]


class Interruption:
    """A context in which the first SIGINT only sets ``requested``, and the second raises KeyboardInterrupt.

    Outside the main thread, where Python takes no signals, it does nothing.

    Args:
        report: takes the line of text that tells of the first SIGINT.

    Attributes:
        requested: True after the first SIGINT.
    """

    def __init__(self, report: Callable[[str], None]) -> None:
        self.requested = False
        self._report = report
        self._before: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._receive)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _receive(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
        self._report("interrupted: finishing this iteration; once more to stop now")
