"""The web application: its addresses and their answers."""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from simplifier.base.errors import InputError
from simplifier.record.request import SearchRequest
from simplifier.server import language_tool
from simplifier.server.answers import rewrite
from simplifier.server.info import info
from simplifier.server.models import ModelPool
from simplifier.server.openapi import openapi_document
from simplifier.server.requests import AlternativesRequest, ExplainRequest, Options, TextRequest, read_request
from simplifier.server.uploads import RewrittenFile, read_file_request, rewrite_file
from simplifier.server.work import Limits, Stop, Workshop
from simplifier.web.files import page_file
from simplifier.web.guard import Guard, JsonAnswer, key_fits, may_ask, read_body, refused
from simplifier.web.metrics import Metrics
from simplifier.web.refusal import Refusal
from simplifier.web.running import Access

__all__ = ["build_app"]

_PACKAGE: Final = "simplifier.server"
_SHARED: Final = "simplifier.web"
#: Files of this page, and files that it shares with other pages.
_FILES: Final = ("page.js", "reasons.js", "state.js", "text.js", "dialog.js", "files.js")
_SHARED_FILES: Final = ("style.css", "icon.svg")


def build_app(
    models: ModelPool,
    limits: Limits = Limits(),  # noqa: B008
    access: Access = Access(),  # noqa: B008
) -> Starlette:
    """Return the application.

    Args:
        models: the models that rewrite.
        limits: the limits of texts and of work.
        access: the rules for who may ask.
    """
    desk = _Desk(models, limits, access)
    routes = [
        Route("/", page_file(_PACKAGE, "index.html")),
        *(Route(f"/page/{name}", page_file(_PACKAGE, name)) for name in _FILES),
        *(Route(f"/page/{name}", page_file(_SHARED, name)) for name in _SHARED_FILES),
        Route("/health", desk.health),
        Route("/metrics", desk.measured),
        Route("/openapi.json", desk.described),
        Route("/v1/info", desk.informed),
        Route("/v1/simplify", desk.simplified, methods=["POST"]),
        Route("/v1/explain", desk.explained, methods=["POST"]),
        Route("/v1/alternatives", desk.alternatives, methods=["POST"]),
        Route("/v1/files", desk.filed, methods=["POST"]),
        Route("/v2/check", desk.checked, methods=["GET", "POST"]),
        Route("/v2/languages", desk.languages),
        Route("/v2/healthcheck", desk.well),
        Route("/v2/info", desk.software),
    ]
    middleware = [
        Middleware(
            Guard,
            metrics=desk.metrics,
            paths=[route.path for route in routes],
            token=access.token,
            hosts=access.hosts,
        )
    ]
    if access.origin is not None:
        middleware.insert(
            0,
            Middleware(
                CORSMiddleware,
                allow_origins=[access.origin],
                allow_methods=["GET", "POST"],
                allow_headers=["Authorization", "Content-Type"],
                expose_headers=["Content-Disposition", "Simplifier-Summary"],
            ),
        )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            desk.workshop.close()

    failures: dict[Any, Any] = {Refusal: _on_refusal, HTTPException: _on_http, ClientDisconnect: _on_gone}
    return Starlette(routes=routes, middleware=middleware, exception_handlers=failures, lifespan=lifespan)


class _Desk:
    """Answers requests."""

    def __init__(self, models: ModelPool, limits: Limits, access: Access) -> None:
        self.models = models
        self.access = access
        self.metrics = Metrics()
        self.workshop = Workshop(limits)

    async def health(self, _: Request) -> Response:
        """Answer /health: the server is there."""
        return JsonAnswer({"status": "ok", "model": self.models.config.model.name})

    async def measured(self, _: Request) -> Response:
        """Answer /metrics."""
        text = self.metrics.text(self.workshop.busy)
        return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")

    async def described(self, _: Request) -> Response:
        """Answer /openapi.json."""
        return JsonAnswer(openapi_document(self.models.model, self.access.token is not None))

    async def informed(self, _: Request) -> Response:
        """Answer /v1/info."""
        return JsonAnswer(info(self.models, self.workshop.limits))

    async def simplified(self, request: Request) -> Response:
        """Answer /v1/simplify."""
        asked = read_request(await self._json(request), TextRequest)
        return await self._rewritten(request, asked, explain=False)

    async def explained(self, request: Request) -> Response:
        """Answer /v1/explain."""
        asked = read_request(await self._json(request), ExplainRequest)
        end = len(asked.text) if asked.end is None else asked.end
        part = None if (asked.start, end) == (0, len(asked.text)) else (asked.start, end)
        return await self._rewritten(request, asked, explain=True, part=part)

    async def alternatives(self, request: Request) -> Response:
        """Answer /v1/alternatives."""
        asked = read_request(await self._json(request), AlternativesRequest)

        def work(stop: Stop) -> dict[str, Any]:
            # The place counts in the text as it was sent, so that text must not be split.
            options = asked.options.model_copy(update={"split": False, "bullets": False})
            request = SearchRequest(before_batch=stop.check)
            place = (asked.start, asked.end)
            try:
                found = self.models.get(options).alternatives(asked.text, *place, request=request)
            except InputError as error:
                raise Refusal(422, str(error)) from None
            return found.to_json()

        return JsonAnswer(await self.workshop.run(_client(request), work))

    async def filed(self, request: Request) -> Response:
        """Answer /v1/files."""
        body = await self._body(request, "application/octet-stream", "the file as it is")
        asked = read_file_request(request.url.query)
        most = self.workshop.limits.sentences

        def work(stop: Stop) -> RewrittenFile:
            return rewrite_file(self.models.get(asked.options), asked, body, stop, most)

        found = await self.workshop.run(_client(request), work)
        self.metrics.sentences += found.sentences
        return Response(found.data, headers=found.headers)

    async def checked(self, request: Request) -> Response:
        """Answer /v2/check."""
        parameters = dict(request.query_params)
        if request.method == "POST":
            body = await read_body(request, self.workshop.limits.body)
            parameters |= dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
        token = self.access.token
        if token is not None and not may_ask(request.scope, token):
            if not key_fits(parameters.get("apiKey", ""), token):
                raise Refusal(401, "send the server's token as apiKey")
        limits = self.workshop.limits

        def work(stop: Stop) -> tuple[dict[str, Any], int]:
            text = language_tool.CheckedText.of(parameters)
            simplifier = self.models.get(Options(split=False, bullets=False))
            return language_tool.check(simplifier, text, parameters, stop, limits.sentences)

        answer, sentences = await self.workshop.run(_client(request), work)
        self.metrics.sentences += sentences
        return JsonAnswer(answer)

    async def languages(self, _: Request) -> Response:
        """Answer /v2/languages."""
        return JsonAnswer(language_tool.languages(self.models.model))

    async def well(self, _: Request) -> Response:
        """Answer /v2/healthcheck."""
        return PlainTextResponse("OK")

    async def software(self, _: Request) -> Response:
        """Answer /v2/info."""
        return JsonAnswer({"software": language_tool.software()})

    async def _rewritten(
        self, request: Request, asked: TextRequest, explain: bool, part: tuple[int, int] | None = None
    ) -> Response:
        most = self.workshop.limits.sentences

        def work(stop: Stop) -> tuple[Response, int]:
            simplifier = self.models.get(asked.options)
            found = rewrite(simplifier, asked.text, stop, most, explain, part)
            return JsonAnswer(found.to_json(simplifier, asked.features)), len(found.sentences)

        answer, sentences = await self.workshop.run(_client(request), work)
        self.metrics.sentences += sentences
        return answer

    async def _json(self, request: Request) -> bytes:
        """Return the body of a request with the content type of JSON.

        Raises:
            Refusal: 413 or 415.
        """
        return await self._body(request, "application/json", "JSON")

    async def _body(self, request: Request, kind: str, called: str) -> bytes:
        """Return the body of a request with a given content type.

        A form on a page of another site cannot send these types, so such a page cannot use the server unnoticed.

        Raises:
            Refusal: 413 or 415.
        """
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
            raise Refusal(415, f"send {called}: Content-Type: {kind}")
        return await read_body(request, self.workshop.limits.body)


def _client(request: Request) -> str | None:
    """Return the address of the client; None for this machine."""
    host = "" if request.client is None else request.client.host
    try:
        return None if ipaddress.ip_address(host).is_loopback else host
    except ValueError:
        return host or None


async def _on_refusal(request: Request, refusal: Any) -> Response:
    return refused(request.url.path, refusal)


async def _on_http(request: Request, error: Any) -> Response:
    """Answer a request for an unknown address, or by a method that the address does not have."""
    answer = refused(request.url.path, Refusal(error.status_code, error.detail))
    answer.headers.update(error.headers or {})
    return answer


async def _on_gone(request: Request, error: Any) -> Response:
    """Return an empty answer, since the client has gone."""
    return PlainTextResponse("", 400)
