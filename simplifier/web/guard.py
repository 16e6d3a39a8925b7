"""The guard before every address: who may ask, the headers of every answer, logs and counts."""

from __future__ import annotations

import hmac
import json
import logging
import time
from collections.abc import Collection
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from simplifier.web.metrics import Metrics
from simplifier.web.refusal import Refusal

__all__ = ["Guard", "JsonAnswer", "key_fits", "may_ask", "read_body", "refused"]

_LOG: Final = logging.getLogger("simplifier.server")
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
#: The beginnings of the addresses that demand the token; the page itself does not.
_CLOSED: Final = ("/v1/", "/v2/", "/metrics")
#: Addresses among these that do not: what only asks whether the server is there knows no token.
_OPEN: Final = ("/v2/healthcheck",)


class JsonAnswer(Response):
    """JSON with letters beyond ASCII as they are; surrogates, which UTF-8 cannot hold, become question marks."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the content as compact JSON in UTF-8."""
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "replace")


class Guard:
    """Wraps an application.

    Args:
        app: the application that answers.
        metrics: the counts of requests.
        paths: the known addresses; all others are counted as one.
        token: the token that requests must have; None for none.
        hosts: the host names under which the server may be called, without port; empty for any. They refuse a page
            of another site whose name was made to lead to this machine (DNS rebinding).
    """

    def __init__(
        self,
        app: ASGIApp,
        metrics: Metrics,
        paths: Collection[str],
        token: str | None,
        hosts: Collection[str],
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._paths = frozenset(paths)
        self._token = token
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it; count and log it either way."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500
        begun = False

        async def sending(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        path = scope["path"] if scope["path"] in self._paths else "other"
        try:
            refusal = self._refusal(scope)
            answer = self._app if refusal is None else refused(scope["path"], refusal)
            await answer(scope, receive, sending)
        except Exception as error:  # only its type and place are logged: the message may hold the user's text
            place = error.__traceback__
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            where = "" if place is None else f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}"
            _LOG.error("%s %s failed: %s at %s", scope["method"], path, type(error).__name__, where)
            if not begun:
                await refused(scope["path"], Refusal(500, "our mistake; please report it"))(scope, receive, sending)
        finally:
            seconds = time.perf_counter() - started
            self._metrics.count(path, status, seconds)
            _LOG.info("%s %s %d %.0f ms", scope["method"], path, status, 1000 * seconds)

    def _refusal(self, scope: Scope) -> Refusal | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        if self._hosts and name not in self._hosts:
            return Refusal(421, "the server does not go by this name")
        closed = scope["path"].startswith(_CLOSED) and scope["path"] not in _OPEN
        if self._token is None or not closed or may_ask(scope, self._token):
            return None
        if scope["path"].startswith("/v2/") and scope["method"] == "POST":
            return None  # LanguageTool's clients send the token in the form, which `_Desk.checked` reads
        return Refusal(401, "send the server's token: Authorization: Bearer TOKEN")


def may_ask(scope: Scope, token: str) -> bool:
    """Return True if a request has the token in a header, or under /v2/ as ``apiKey`` in its address."""
    kind, _, given = Headers(scope=scope).get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and _same(given.strip(), token):
        return True
    keys = parse_qs(scope["query_string"].decode("latin-1")).get("apiKey", [])
    return scope["path"].startswith("/v2/") and any(_same(key, token) for key in keys)


def key_fits(given: str, token: str) -> bool:
    """Return True if the key of a form is the token."""
    return _same(given, token)


def _same(given: str, token: str) -> bool:
    # The time of this comparison tells nothing about how much of the token was right.
    return hmac.compare_digest(given.encode(), token.encode())


def refused(path: str, refusal: Refusal) -> Response:
    """Return the answer for a refused request: JSON, or under /v2/ plain text like that of LanguageTool."""
    headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
    if refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if path.startswith("/v2/"):
        return PlainTextResponse(f"Error: {refusal.message}", refusal.status, headers)
    error = {"status": refusal.status, "message": refusal.message}
    return JsonAnswer({"error": error}, refusal.status, headers)


async def read_body(request: Request, most: int) -> bytes:
    """Return the body of a request.

    Raises:
        Refusal: 413 if the body has more bytes than ``most``.
    """
    refusal = Refusal(413, f"the request has more than {most} bytes; send less at once")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > most:
        raise refusal
    # The header may be missing or wrong, so bytes are counted as they come.
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            raise refusal
    return bytes(body)
