"""`simplifier serve`: who may ask, how it starts and how it stops."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from simplifier.base.installation import install_hint
from tests.simplifier.server.serving import running


def refusal(*arguments: object) -> str:
    """Run the command, which must end in one line; return it."""
    code = "from simplifier.cli.main import simplifier; simplifier()"
    command = [sys.executable, "-c", code, "serve", *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2 and ended.stderr.count("\n") == 1 and not ended.stdout
    return ended.stderr


def test_others_need_a_token() -> None:
    line = refusal("--host", "0.0.0.0")
    assert line.startswith("error: --host 0.0.0.0 lets other machines ask; give a --token")
    assert "printable ASCII" in refusal("--token", "a b")


def test_a_port_that_is_taken(toy_config: Path) -> None:
    with running("--config", toy_config) as server:
        line = refusal("--port", urlsplit(server.address).port)
    assert "cannot listen at 127.0.0.1" in line and "--port" in line
    assert "cannot listen at 256.256.256.256" in refusal("--host", "256.256.256.256", "--token", "x")


def test_a_wrong_model() -> None:
    assert "no preset 'nothing'" in refusal("--preset", "nothing", "--port", 0)


def test_without_the_extra(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['starlette'] = None; sys.path_importer_cache.clear()\n"
        "from simplifier.cli.main import simplifier; simplifier()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, "serve"], capture_output=True, text=True, timeout=60, cwd=tmp_path
    )
    assert ended.returncode == 2
    assert ended.stderr == f"error: serving needs starlette; {install_hint('server')}\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_what_has_begun_is_done(toy_config: Path, number: int) -> None:
    with running("--config", toy_config, "--threads", 1, "--log") as server:
        place = urlsplit(server.address)
        text = "A humorous large residence. The committee commenced deliberations.\n" * 60
        status: list[int] = []

        def ask() -> None:
            connection = http.client.HTTPConnection(str(place.hostname), place.port, timeout=60)
            body = json.dumps({"text": text})
            connection.request("POST", "/v1/explain", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            status.append(answer.status)
            assert len(json.loads(answer.read())["sentences"]) == 120
            connection.close()

        asking = threading.Thread(target=ask)
        asking.start()
        for _ in range(200):
            with urlopen(f"{server.address}metrics") as answer:
                if b"simplifier_busy 1" in answer.read():
                    break
            time.sleep(0.01)
        ended = server.stop(number)
        asking.join()
    assert status == [200]
    lines = ended.err.splitlines()
    assert (ended.code, lines[-1]) == (0, "stopped")
    assert any("POST /v1/explain 200" in line for line in lines)
    assert "residence" not in ended.err


def test_the_token_of_a_server_for_others(toy_config: Path) -> None:
    with running("--config", toy_config, "--host", "0.0.0.0", "--token", "secret") as server:
        place = urlsplit(server.address)
        for token, status in (("secret", 200), ("other", 401)):
            connection = http.client.HTTPConnection("127.0.0.1", place.port, timeout=60)
            headers = {"Authorization": f"Bearer {token}", "Host": "simplifier.example.org"}
            connection.request("GET", "/v1/info", headers=headers)
            assert connection.getresponse().status == status
            connection.close()
