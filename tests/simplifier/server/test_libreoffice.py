"""LibreOffice's own LanguageTool client asks this server, and a suggestion is applied to a document."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from simplifier.base.settings import PACKAGE
from tests.simplifier.server.serving import running

CLIENT = Path(__file__).with_name("libreoffice_client.py")
TEXT = "The council purchased numerous vehicles. It opened in May."


def python_with_uno() -> str | None:
    """Return a Python that can talk to LibreOffice; None if there is none."""
    for name in ("/usr/bin/python3", "python3"):
        path = shutil.which(name)
        if path is not None and subprocess.run([path, "-c", "import uno"], capture_output=True).returncode == 0:
            return path
    return None


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice (soffice), which is not installed"),
    pytest.mark.skipif(
        not (PACKAGE / "models" / "en").is_dir(), reason="the embedded model is not in this installation"
    ),
]


def test_its_own_client_shows_and_applies_a_suggestion(tmp_path: Path) -> None:
    python = python_with_uno()
    if python is None:
        pytest.skip("needs a Python with LibreOffice's module uno (Debian: python3-uno)")
    with running() as server:
        profile = (tmp_path / "profile").as_uri()
        command = [python, str(CLIENT), f"{server.address.rstrip('/')}/v2", profile, TEXT]
        done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout.splitlines()[-1])
    places = [(TEXT[start : start + length], words) for start, length, words, _ in answer["found"]]
    assert places == [("purchased", ["bought"]), ("numerous", ["many"])]
    assert answer["found"][0][3] == "“bought” is plainer than “purchased”."
    assert answer["text"] == TEXT.replace("purchased", "bought")
