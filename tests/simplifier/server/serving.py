"""Clients in the process, and a server in a process of its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from simplifier.server.app import build_app
from simplifier.server.models import ModelPool
from simplifier.server.work import Limits
from simplifier.web.running import Access
from tests.toy_model import build_toy_model

PRESETS = """
[presets.more]
"selection.risk" = 0.5

[presets.unchanged]
"weights.reward" = -1.0
"""


def toy_with_presets(folder: Path) -> Path:
    config = build_toy_model(folder)
    config.write_text(config.read_text(encoding="utf-8") + PRESETS, encoding="utf-8")
    return config


@contextmanager
def client_of(
    models: ModelPool,
    limits: Limits = Limits(),  # noqa: B008
    access: Access = Access(),  # noqa: B008
    host: str = "127.0.0.1",
) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the client's own library
        from starlette.testclient import TestClient
    app = build_app(models, limits, access)
    with TestClient(app, "http://127.0.0.1:8765", client=(host, 50000)) as client:
        yield client


class Ended(NamedTuple):
    code: int
    err: str


class Running:
    """The command, until it is stopped."""

    def __init__(self, *arguments: object) -> None:
        command = [sys.executable, "-c", "from simplifier.cli.main import simplifier; simplifier()", "serve"]
        self.process = subprocess.Popen(
            [*command, "--port", "0", *map(str, arguments)], stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        self.first = self.process.stderr.readline()
        found = re.search(r"http://\S+/", self.first)
        if found is None:
            pytest.fail(f"the server did not start: {self.stop()}")
        self.address = found[0]

    def stop(self, number: int = signal.SIGTERM) -> Ended:
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=30)
        return Ended(self.process.returncode, self.first + err)


@contextmanager
def running(*arguments: object) -> Iterator[Running]:
    server = Running(*arguments)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
