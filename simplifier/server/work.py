"""The threads that rewrite, and the limits of what they take on."""

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
    """What a server takes on.

    Attributes:
        body: most bytes of a request (413).
        sentences: most sentences of a text (422).
        seconds: most time until the answer (504).
        threads: texts worked on at the same time.
        waiting: further ones that may wait (503 beyond).
        per_client: requests of one address at the same time (429 beyond); a program on the same machine,
            which may speak for many, is not counted.
    """

    body: int = 1 << 20
    sentences: int = 2000
    seconds: float = 30.0
    threads: int = 2
    waiting: int = 64
    per_client: int = 8


class Stop:
    """Tells work that nobody waits for it any more."""

    def __init__(self, seconds: float) -> None:
        self._event = threading.Event()
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    def set(self) -> None:
        """Let the work end."""
        self._event.set()

    def check(self) -> None:
        """End the work where nobody waits for it.

        Raises:
            Refusal: 504.
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
        """Return what the work returns.

        Args:
            client: address that asks; None is not counted.
            work: what to do in a thread; it looks at its argument now and then.

        Raises:
            Refusal: 429 and 503 at once where there is too much work already, 504 after too long a time. A
                thread counts as busy until it has noticed.
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
                ended.exception()  # seen, so that nobody logs it when the time ran out before

        future.add_done_callback(done)
        try:
            return await asyncio.wait_for(asyncio.shield(future), limits.seconds)
        except TimeoutError:
            raise Refusal(504, _TOO_LONG.format(limits.seconds)) from None
        finally:
            stop.set()

    def close(self) -> None:
        """Wait for the threads; nothing may be run afterwards."""
        self._threads.shutdown(cancel_futures=True)
