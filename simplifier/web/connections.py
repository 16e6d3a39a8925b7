"""Connections that end if a client sends too slowly or does not read its answer."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["MOST_CONNECTIONS", "Connection", "patient_for"]

#: The most open connections, idle ones included. Beyond it, the oldest connection that waits for its client is ended.
MOST_CONNECTIONS: Final = 512


class Connection(H11Protocol):
    """Speaks HTTP with one client, with a time limit for every request and for reading every answer.

    Attributes:
        seconds: the time within which a request must be whole, and an answer read. Since it is checked only at such
            intervals, up to twice the time may pass before the connection is ended.
    """

    seconds: float = 30.0
    _timer: asyncio.TimerHandle | None = None
    _waited: object = None  # the request for which the client was awaited at the last look
    _began: float = 0.0

    def connection_made(self, transport: Any) -> None:
        """Take a connection; if there are too many, end the oldest one that waits for its client."""
        super().connection_made(transport)
        self._began = self.loop.time()
        self._timer = self.loop.call_later(self.seconds, self._look)
        if len(self.connections) > MOST_CONNECTIONS:
            others = (one for one in self.connections if isinstance(one, Connection) and one.waits)
            min(others, key=lambda one: one._began, default=self).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer of a lost connection."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    @property
    def waits(self) -> bool:
        """True if the connection waits for its client: for a request, for the rest of one, or to read an answer."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def _look(self) -> None:
        # The cycle is the current request. If the same one waits at two looks in a row, its client has had the time.
        waited = (self.cycle,) if self.waits else None
        if waited is not None and waited == self._waited:
            self.transport.abort()
            return
        self._waited = waited
        self._timer = self.loop.call_later(self.seconds, self._look)


def patient_for(seconds: float) -> type[Connection]:
    """Return a connection class with a time limit in seconds."""
    return type("Connection", (Connection,), {"seconds": seconds})
