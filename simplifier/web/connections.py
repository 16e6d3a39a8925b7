"""Connections that cannot be held open for nothing: by one who sends slowly, or who does not read."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["MOST_CONNECTIONS", "Connection", "patient_for"]

#: At the same time, those that only wait among them; beyond, the one that has waited longest goes.
MOST_CONNECTIONS: Final = 512


class Connection(H11Protocol):
    """Speaks HTTP with one client, who has some time for every request and for taking every answer.

    Attributes:
        seconds: in which a request must be whole, and an answer taken; up to twice as long passes before
            the connection is ended.
    """

    seconds: float = 30.0
    _timer: asyncio.TimerHandle | None = None
    _waited: object = None  # the request that was not whole, or the answer not taken, at the last look
    _began: float = 0.0

    def connection_made(self, transport: Any) -> None:
        """Take a connection; where there are too many, end the oldest of those that wait for the client."""
        super().connection_made(transport)
        self._began = self.loop.time()
        self._timer = self.loop.call_later(self.seconds, self._look)
        if len(self.connections) > MOST_CONNECTIONS:
            others = (one for one in self.connections if isinstance(one, Connection) and one.waits)
            min(others, key=lambda one: one._began, default=self).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    @property
    def waits(self) -> bool:
        """Whether it is for the client to do something: send the rest of a request, or take an answer."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def _look(self) -> None:
        waited = (self.cycle,) if self.waits else None
        if waited is not None and waited == self._waited:
            self.transport.abort()
            return
        self._waited = waited
        self._timer = self.loop.call_later(self.seconds, self._look)


def patient_for(seconds: float) -> type[Connection]:
    """Return a protocol with so much patience."""
    return type("Connection", (Connection,), {"seconds": seconds})
