"""Who may ask, and how much: honest status codes, and nothing of the text in the log."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from typing import Any

import pytest

from simplifier.server.answers import rewrite
from simplifier.server.models import ModelPool
from simplifier.server.work import Limits, Stop, Workshop
from simplifier.web.refusal import Refusal
from simplifier.web.running import Access
from tests.simplifier.server.serving import client_of


def status(client: Any, text: str, path: str = "/v1/simplify") -> int:
    return int(client.post(path, json={"text": text}).status_code)


def test_bytes_and_sentences(toy: ModelPool) -> None:
    with client_of(toy, Limits(body=2000, sentences=20)) as client:
        assert status(client, "One. " * 20) == 200
        assert status(client, "One. " * 21) == 422
        assert status(client, "One.\n" * 21) == 422
        assert status(client, "One. " * 2, "/v1/explain") == 200
        assert status(client, "One. " * 3, "/v1/explain") == 422  # takes ten times as long
        assert status(client, "x" * 2000) == 413
        pieces = (b"x" * 500 for _ in range(5))  # without a length
        answer = client.post("/v1/simplify", content=pieces, headers={"Content-Type": "application/json"})
        assert answer.status_code == 413 and "2000 bytes" in answer.json()["error"]["message"]
        assert client.post("/v2/check", data={"text": "x" * 2000, "language": "en"}).status_code == 413


def test_long_lines_are_counted_before_the_work(toy: ModelPool) -> None:
    with client_of(toy, Limits(sentences=20)) as client:
        assert status(client, "This is one of them. " * 400) == 422


def test_time(toy: ModelPool) -> None:
    with client_of(toy, Limits(seconds=0.05)) as client:
        answer = client.post("/v1/explain", json={"text": "A humorous large residence.\n" * 200})
        assert answer.status_code == 504 and "0.05 seconds" in answer.json()["error"]["message"]


def test_time_within_a_line(toy: ModelPool) -> None:
    stop = Stop(0.05)
    began = time.monotonic()
    with pytest.raises(Refusal) as caught:
        rewrite(toy.model, "A humorous large residence. " * 1000, stop, 100_000, explain=True)
    assert caught.value.status == 504
    assert time.monotonic() - began < 2  # all of it takes several


def test_too_much_at_once() -> None:
    workshop = Workshop(Limits(threads=1, waiting=1, per_client=1, seconds=20))
    begun, go_on = threading.Event(), threading.Event()

    def work(stop: Stop) -> int:
        begun.set()
        assert go_on.wait(20)
        return 7

    async def refused(client: str | None) -> tuple[int, int | None]:
        with pytest.raises(Refusal) as caught:
            await workshop.run(client, work)
        return caught.value.status, caught.value.retry_after

    async def main() -> None:
        first = asyncio.create_task(workshop.run("10.0.0.1", work))
        await asyncio.to_thread(begun.wait)
        assert await refused("10.0.0.1") == (429, 1)
        second = asyncio.create_task(workshop.run(None, work))
        await asyncio.sleep(0)
        assert workshop.busy == 2
        assert await refused("10.0.0.2") == (503, 1)
        go_on.set()
        assert (await first, await second) == (7, 7)
        await asyncio.sleep(0)
        assert workshop.busy == 0
        assert await workshop.run("10.0.0.1", work) == 7

    asyncio.run(main())
    workshop.close()


def test_a_thread_is_busy_until_it_notices() -> None:
    workshop = Workshop(Limits(threads=1, waiting=0, seconds=0.05))
    go_on = threading.Event()
    seen: list[int] = []

    def work(stop: Stop) -> None:
        assert go_on.wait(20)
        try:
            stop.check()
        except Refusal as refusal:
            seen.append(refusal.status)
            raise

    async def main() -> None:
        for expected in (504, 503):
            with pytest.raises(Refusal) as caught:
                await workshop.run(None, work)
            assert caught.value.status == expected
        go_on.set()
        while workshop.busy:
            await asyncio.sleep(0.01)
        assert seen == [504]

    asyncio.run(main())
    workshop.close()


def test_token(toy: ModelPool) -> None:
    with client_of(toy, access=Access(token="secret")) as client:
        for path in ("/", "/page/page.js", "/health", "/openapi.json", "/v2/healthcheck"):
            assert client.get(path).status_code == 200
        for path in ("/metrics", "/v1/info", "/v2/languages"):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert client.get(path, headers={"Authorization": "Bearer secre"}).status_code == 401
            assert client.get(path, headers={"Authorization": "Bearer secret"}).status_code == 200
        assert status(client, "x") == 401
        form = {"text": "A humorous man.", "language": "en-US"}
        assert client.post("/v2/check", data=form).status_code == 401
        assert client.post("/v2/check", data={**form, "apiKey": "no"}).status_code == 401
        assert client.post("/v2/check", data={**form, "apiKey": "secret"}).status_code == 200
        assert client.get("/v2/check", params={**form, "apiKey": "secret"}).status_code == 200
        assert client.get("/openapi.json").json()["security"] == [{"token": []}]


def test_other_names_are_refused(toy: ModelPool) -> None:
    with client_of(toy, access=Access(hosts=("localhost", "127.0.0.1", "[::1]"))) as client:
        for host in ("localhost:1234", "127.0.0.1", "[::1]:80", "[::1]"):
            assert client.get("/health", headers={"Host": host}).status_code == 200, host
        assert client.get("/health", headers={"Host": "evil.example:8765"}).status_code == 421


def test_other_sites_only_where_allowed(toy: ModelPool) -> None:
    origin = {"Origin": "https://example.org"}
    allowed = "access-control-allow-origin"
    with client_of(toy) as client:
        assert allowed not in client.get("/health", headers=origin).headers
    with client_of(toy, access=Access(token="t", origin="https://example.org")) as client:
        asked = {**origin, "Access-Control-Request-Method": "POST"}
        assert client.options("/v2/check", headers=asked).headers[allowed] == "https://example.org"
        assert client.get("/health", headers=origin).headers[allowed] == "https://example.org"


def test_what_every_answer_says(toy: ModelPool) -> None:
    with client_of(toy) as client:
        for path in ("/", "/page/style.css", "/v1/info", "/nothing"):
            headers = client.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
            assert headers["x-content-type-options"] == "nosniff"


def test_no_text_in_the_log(toy: ModelPool, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(ModelPool):
        def __init__(self) -> None:
            self.model = toy.model

        def get(self, options: object) -> Any:
            raise RuntimeError("about Zanzibar")

    caplog.set_level(logging.DEBUG)
    with client_of(toy) as client:
        assert status(client, "Zanzibar") == 200
        assert client.get("/v2/check?language=en&text=Zanzibar").status_code == 200
        assert client.post("/v1/simplify", json={"text": "x", "Zanzibar": 1}).status_code == 422
    with client_of(Broken()) as client:
        answer = client.post("/v1/simplify", json={"text": "Zanzibar"})
        assert answer.status_code == 500 and "Zanzibar" not in answer.text
    own = [one.getMessage() for one in caplog.records if one.name.startswith("simplifier")]
    assert [line.split(" ")[:3] for line in own[:2]] == [
        ["POST", "/v1/simplify", "200"],
        ["GET", "/v2/check", "200"],
    ]
    assert any("failed: RuntimeError at " in line for line in own)
    assert not any("Zanzibar" in line for line in own)
