"""Clients that send slowly, send nothing, or come in floods: their connections end, others do not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from simplifier.web import connections
from simplifier.web.connections import patient_for

_REQUEST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n"


async def _echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message["body"]
        if not message["more_body"]:
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
            await send({"type": "http.response.body", "body": body})
            return


@asynccontextmanager
async def _served(seconds: float) -> AsyncIterator[int]:
    config, state = Config(_echo, log_config=None, log_level="critical", ws="none"), ServerState()
    protocol = patient_for(seconds)
    server = await asyncio.get_running_loop().create_server(lambda: protocol(config, state, {}), "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for one in list(state.connections):
            one.transport.abort()
        await asyncio.sleep(0)


async def _ended(reader: asyncio.StreamReader) -> bytes:
    """Return what still comes until the connection is ended."""
    try:
        return await asyncio.wait_for(reader.read(), 60)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("sent", [b"", b"POST / HTTP/1.1\r\nHos", _REQUEST + b"ab"])
def test_a_request_that_does_not_become_whole_is_ended(sent: bytes) -> None:
    async def main() -> None:
        async with _served(0.05) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            assert await _ended(reader) == b""
            writer.close()

    asyncio.run(main())


def test_bytes_that_trickle_do_not_help() -> None:
    async def main() -> None:
        async with _served(0.05) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            end = asyncio.create_task(_ended(reader))
            while not end.done():
                writer.write(b"X")
                await asyncio.sleep(0.01)
            assert end.result() == b""
            writer.close()

    asyncio.run(main())


def test_the_one_that_waits_longest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 3)

    async def main() -> None:
        async with _served(1000) as port:
            slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            for _, writer in slow:
                writer.write(_REQUEST[:9])
            await asyncio.sleep(0.05)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(_REQUEST + b"abcd")
            assert (await reader.readuntil(b"abcd")).startswith(b"HTTP/1.1 200")
            assert await _ended(slow[0][0]) == b""
            assert not slow[1][0].at_eof() and not slow[2][0].at_eof()
            for _, one in (*slow, (reader, writer)):
                one.close()

    asyncio.run(main())
