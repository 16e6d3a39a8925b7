"""Files of a web page, read once and kept in memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["page_file"]

_KINDS: Final = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def page_file(package: str, name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return a function that answers a request with a file from the folder ``page`` of a package."""
    content = files(package).joinpath("page", name).read_bytes()
    kind = _KINDS[name.rpartition(".")[2]]

    async def answer(_: Request) -> Response:
        return Response(content, media_type=kind, headers={"Cache-Control": "no-cache"})

    return answer
