"""The exception for requests that are refused."""

from __future__ import annotations

__all__ = ["Refusal"]


class Refusal(Exception):
    """A refused request. Its message goes to the client, and must quote nothing of the user's text.

    Args:
        status: the HTTP status.
        message: one line that says what is wrong and what to do.
        retry_after: the seconds after which the client may try again, if that can help.
    """

    def __init__(self, status: int, message: str, retry_after: int | None = None) -> None:
        self.status = status
        self.message = message
        self.retry_after = retry_after
        super().__init__(message)
