"""Why a request is not answered."""

from __future__ import annotations

__all__ = ["Refusal"]


class Refusal(Exception):
    """A request that is not answered as asked; its text goes to the client and holds nothing of the text.

    Args:
        status: of HTTP.
        message: what is wrong and what to do, one line.
        retry_after: seconds after which to try again, where that is of use.
    """

    def __init__(self, status: int, message: str, retry_after: int | None = None) -> None:
        self.status = status
        self.message = message
        self.retry_after = retry_after
        super().__init__(message)
