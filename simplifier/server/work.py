"""The threads that rewrite, and the limits of their work."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar

from simplifier.web.refusal import Refusal

__all__ = ["Limits", "Stop", "Workshop"]

_Answer = TypeVar("_Answer")
_TOO_LONG: Final = "took longer than {:g} seconds; send less at once"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server, with the status of a refusal beyond each.

    Attributes:
        body: the most bytes of a request (413).
        sentences: the most sentences of a text (422).
        seconds: the longest time until the answer (504).
        threads: the number of texts that are worked on at the same time.
        waiting: the most further texts that may wait (503).
        per_client: the most requests of one address at the same time (429). A program on the same machine is not
            limited, since it may act for many people.
    """

    body: int = 1 << 20
    sentences: int = 2000
    seconds: float = 30.0
    threads: int = 2
    waiting: int = 64
    per_client: int = 8


class Stop:
    """Ends work at a time limit, or when nobody waits for it any more."""

    def __init__(self, seconds: float) -> None:
        self._event = threading.Event()
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    def set(self) -> None:
        """Tell the work to end at its next check."""
        self._event.set()

    def check(self) -> None:
        """Raise an error if the work is to end.

        Raises:
            Refusal: 504 after the time limit or a call of `set`.
        """
        if self._event.is_set() or time.monotonic() > self._end:
            raise Refusal(504, _TOO_LONG.format(self._seconds))


class Workshop:
    """Runs the work of requests in threads.

    Args:
        limits: the limits of the server.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._threads = ThreadPoolExecutor(limits.threads, thread_name_prefix="simplify")
        self._clients: Counter[str] = Counter()
        self.busy = 0

    async def run(self, client: str | None, work: Callable[[Stop], _Answer]) -> _Answer:
        """Run work in a thread and return its result.

        Args:
            client: the address of the client; None is not counted.
            work: the function to run; it must check its argument now and then.

        Raises:
            Refusal: 429 or 503, at once, if there is too much work already; 504 at the time limit. After that, the
                thread still counts as busy until the work has noticed.
        """
        limits = self.limits
        if self.busy >= limits.threads + limits.waiting:
            raise Refusal(503, "the server has too much to do; try again", retry_after=1)
        if client is not None and self._clients[client] >= limits.per_client:
            raise Refusal(429, f"more than {limits.per_client} requests at once from one address", 1)
        stop = Stop(limits.seconds)
        self.busy += 1
        if client is not None:
            self._clients[client] += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, stop)

        def done(ended: asyncio.Future[_Answer]) -> None:
            self.busy -= 1
            if client is not None:
                self._clients[client] -= 1
                if not self._clients[client]:
                    del self._clients[client]
            if not ended.cancelled():
                ended.exception()  # marks it as seen, so that asyncio does not log it when the client got a 504

        future.add_done_callback(done)
        try:
            # Shielded: a cancelled future would count as done at once, while its thread still works.
            return await asyncio.wait_for(asyncio.shield(future), limits.seconds)
        except TimeoutError:
            raise Refusal(504, _TOO_LONG.format(limits.seconds)) from None
        finally:
            stop.set()

    def close(self) -> None:
        """Wait for the threads; no work may be started afterwards."""
        self._threads.shutdown(cancel_futures=True)
