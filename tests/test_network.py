"""Nothing leaves the machine: commands run with all sockets blocked, and once more under strace."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[1] / "docs" / "examples" / "visas.txt"

#: Ends the process at once when anything in it asks for a name, a connection or a place to listen.
BLOCKED = """
import os, sys

def refuse(event, arguments):
    if event.startswith("socket.") and event != "socket.__new__":
        os.write(2, f"network: {event}{arguments!r}\\n".encode())
        os._exit(99)
    if event == "socket.__new__" and arguments[1] not in (0, 1):  # any but a socket of this machine
        os.write(2, f"network: socket of family {arguments[1]}\\n".encode())
        os._exit(99)

sys.addaudithook(refuse)
"""

SIMPLIFY = BLOCKED + "from simplifier.cli.main import simplify; simplify()"
SIMPLIFIER = BLOCKED + "from simplifier.cli.main import simplifier; simplifier()"


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_the_block_holds() -> None:
    asked = run(BLOCKED + "import socket; socket.create_connection(('127.0.0.1', 9))")
    assert asked.returncode == 99 and asked.stderr.startswith("network: socket.getaddrinfo")
    asked = run(BLOCKED + "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)")
    assert asked.returncode == 99 and asked.stderr.startswith("network: socket of family")


@pytest.mark.parametrize("arguments", ["", "--split auto --explain --preset bold --threads 2"])
def test_simplify_asks_nobody(arguments: str) -> None:
    done = run(SIMPLIFY, str(EXAMPLE), *arguments.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert "start" in done.stdout


def test_commands_ask_nobody(tmp_path: Path) -> None:
    page, simple = str(tmp_path / "page.html"), str(tmp_path / "simple.txt")
    for program, arguments in (
        (SIMPLIFY, (str(EXAMPLE), "--report", page, "--output", simple)),
        (SIMPLIFIER, ("batch", str(EXAMPLE), str(tmp_path / "batch.txt"), "--processes", "2")),
        (SIMPLIFIER, ("read", str(EXAMPLE))),
        (SIMPLIFIER, ("rules", "rank", "commence")),
        (
            SIMPLIFIER,
            ("evaluate", "--source", str(EXAMPLE), "--references", simple, "--output", str(EXAMPLE)),
        ),
    ):
        done = run(program, *arguments)
        assert done.returncode == 0, done.stderr
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", Path(page).read_text(encoding="utf-8"))


def test_the_kernel_is_asked_for_no_network(tmp_path: Path) -> None:
    """Show that the core opens no socket either, which Python would not notice."""
    if shutil.which("strace") is None:
        pytest.skip("needs strace (Debian package strace)")
    calls = tmp_path / "calls"
    begin = ["strace", "-f", "-e", "trace=network", "-o", str(calls)]
    if subprocess.run([*begin, "true"], capture_output=True).returncode:
        pytest.skip("strace may not follow processes here (ptrace is forbidden)")
    program = "from simplifier.cli.main import simplify; simplify()"
    done = subprocess.run([*begin, sys.executable, "-c", program, str(EXAMPLE)], capture_output=True, timeout=300)
    assert done.returncode == 0 and b"start" in done.stdout
    asked = [line for line in calls.read_text().splitlines() if "AF_" in line and "AF_UNIX" not in line]
    assert asked == []
    probe = "import socket; socket.socket().close()"
    subprocess.run([*begin, sys.executable, "-c", probe], check=True)
    assert "AF_INET" in calls.read_text()  # it would have been seen
