"""Attack a server that is started here, on this machine alone, and measure what honest clients notice.

    python -m lab.robustness.siege --seconds 20

Two honest clients send the server a sentence again and again, in calm and during attacks. The attacks are connections
that send nothing, heads and bodies that trickle, answers that are not read, bodies beyond the limit, broken requests,
and foreign names of files and hosts. Every connection of an attack is *held* (still open at the end), *ended* by the
server, or answered with a status. A table shows these outcomes and the times of the honest clients for each attack.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import click

__all__ = ["ATTACKS", "Attack", "besiege", "serving"]

_HOST: Final = "127.0.0.1"
_HONEST: Final = json.dumps({"text": "The committee commenced deliberations.", "features": False}).encode()
_KIND: Final = b"POST /v1/simplify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
_HEAD: Final = _KIND + b"Content-Length: %d\r\n"
_PATHS: Final = (
    *("/../../etc/passwd", "/page/../../../etc/passwd", "/page/..%2f..%2f..%2fetc%2fpasswd", "//etc/passwd"),
    *(
        "/page/%2e%2e/%2e%2e/running.py",
        "/page/page.js%00.html",
        "/page/\\..\\..\\x",
        "/page/",
        "/v1/../metrics/x",
    ),
)
_HOSTS: Final = (
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost@evil.example",
    "",
    "[::1",
    "127.0.0.1, evil",
)

Attack = Callable[[int, int, float], Coroutine[Any, Any, Counter[str]]]


async def _outcome(reader: asyncio.StreamReader, seconds: float) -> str:
    """Return the outcome of a connection: the status of its answer, ``ended`` or ``held``."""
    try:
        line = await asyncio.wait_for(reader.readline(), max(0.01, seconds))
    except TimeoutError:
        return "held"
    except OSError:
        return "ended"
    found = re.match(rb"HTTP/1.1 (\d{3})", line)
    return found[1].decode() if found else "ended"


async def _connection(port: int, sent: bytes, trickled: bytes, seconds: float, read: bool = True) -> str:
    """Open a connection, send something, then one byte every half second, and return the outcome.

    Args:
        port: the port of the server.
        sent: the bytes to send at once.
        trickled: the bytes to send one at a time, again and again.
        seconds: how long the connection lasts.
        read: False if the answer is not read.
    """
    end = time.monotonic() + seconds
    try:
        reader, writer = await asyncio.open_connection(_HOST, port)
    except OSError:
        return "not let in"
    try:
        writer.write(sent)
        place = 0
        while trickled and time.monotonic() < end - 0.5 and not reader.at_eof():
            await asyncio.sleep(0.5)
            writer.write(trickled[place % len(trickled) :][:1])
            place += 1
        if not read:
            await asyncio.sleep(max(0.0, end - time.monotonic()))
            return "ended" if writer.is_closing() else "not read"
        return await _outcome(reader, end - time.monotonic())
    except OSError:
        return "ended"
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def _many(sent: bytes, trickled: bytes = b"", share: float = 1.0, read: bool = True) -> Attack:
    async def attack(port: int, count: int, seconds: float) -> Counter[str]:
        made = (_connection(port, sent, trickled, seconds, read) for _ in range(max(1, int(count * share))))
        return Counter(await asyncio.gather(*made))

    return attack


async def _names(port: int, count: int, seconds: float) -> Counter[str]:
    """Ask for files outside the server's folder, and address the server by foreign names of hosts."""
    head = b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
    asked = [head % (path.encode(), b"127.0.0.1") for path in _PATHS]
    asked += [head % (b"/v1/info", host.encode()) for host in _HOSTS]
    asked.append(b"GET /v1/info HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")
    form = b"POST /v1/simplify HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\n"
    form += b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s"
    asked.append(form % (len(_HONEST), _HONEST))
    return Counter([await _connection(port, one, b"", 30) for one in asked])


async def _too_large(port: int, count: int, seconds: float) -> Counter[str]:
    """Send bodies beyond the limit: half of them with their length announced, half in chunks without a length."""
    chunked = _KIND + b"Transfer-Encoding: chunked\r\n\r\n"
    piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    sent = [_HEAD % (10**11) + b"\r\n" + b"x" * 1000, chunked + piece * 40]
    made = (_connection(port, sent[number % 2], b"", seconds) for number in range(max(2, count // 20)))
    return Counter(await asyncio.gather(*made))


async def _calm(port: int, count: int, seconds: float) -> Counter[str]:
    await asyncio.sleep(seconds)
    return Counter()


#: The attacks by name, in the order in which they are tried.
ATTACKS: Final[dict[str, Attack]] = {
    "calm": _calm,
    "connections that send nothing": _many(b""),
    "heads that trickle": _many(_HEAD[:30], b"x"),
    "bodies that trickle": _many(_HEAD % 1000 + b"\r\n{", b" ", 0.4),
    "answers not read": _many(b"GET /page/page.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20, b"", 0.2, False),
    "bodies too large": _too_large,
    "broken requests": _many(b"\x16\x03\x01\x02\x00\x01\xfc\x03\x03 no HTTP\r\n\r\n", b"", 0.4),
    "foreign names": _names,
}


def _honest(port: int, seconds: float) -> tuple[list[float], list[str]]:
    """Send a sentence again and again, each time over a new connection.

    Returns:
        the seconds of each request that was answered, and the status or exception of each that failed.
    """
    times, failures = [], []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        connection = http.client.HTTPConnection(_HOST, port, timeout=60)
        try:
            connection.request("POST", "/v1/simplify", _HONEST, {"Content-Type": "application/json"})
            outcome = str(connection.getresponse().status)
        except OSError as error:
            outcome = type(error).__name__
        finally:
            connection.close()
        if outcome == "200":
            times.append(time.monotonic() - began)
        else:
            failures.append(outcome)
        time.sleep(0.05)
    return times, failures


def besiege(port: int, name: str, count: int, seconds: float) -> tuple[Counter[str], list[float], list[str]]:
    """Run one attack while two honest clients ask; return its outcomes, and the clients' times and failures."""
    with ProcessPoolExecutor(2) as pool:
        clients = [pool.submit(_honest, port, seconds) for _ in range(2)]
        outcomes = asyncio.run(ATTACKS[name](port, count, seconds))
        found = [client.result() for client in clients]
    times = [one for own, _ in found for one in own]
    return outcomes, times, [one for _, own in found for one in own]


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[int, int]]:
    """Start a server; yield its port and the id of its process."""
    program = "from simplifier.cli.main import simplifier; simplifier()"
    command = [sys.executable, "-c", program, "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        yield int(re.findall(r":(\d+)/", process.stderr.readline())[0]), process.pid
    finally:
        process.terminate()
        process.wait(60)
        process.stderr.close()


def _at(times: list[float], share: float) -> float:
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))] if times else 0.0


@click.command()
@click.option("--connections", default=1000, show_default=True, help="Connections of the largest attack.")
@click.option("--seconds", default=20.0, show_default=True, help="Time for each attack.")
@click.option("--patience", default=5.0, show_default=True, help="The server's --max-seconds.")
@click.option("--config", type=click.Path(path_type=Path, exists=True), help="Default: the embedded model.")
def main(connections: int, seconds: float, patience: float, config: Path | None) -> None:
    """Try all attacks; exit with 1 if a request of an honest client failed."""
    own = ["--max-seconds", str(patience), *([] if config is None else ["--config", str(config)])]
    failed = False
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # otherwise it logs every connection that is ended
    with serving(*own) as (port, _):
        click.echo("| attack | tried | outcomes | honest requests | failed | median ms | p99 ms |")
        click.echo("|---|---|---|---|---|---|---|")
        for name in ATTACKS:
            outcomes, times, failures = besiege(port, name, connections, seconds)
            failed |= bool(failures)
            told = ", ".join(f"{count:,} {what}" for what, count in sorted(outcomes.items())) or "-"
            asked = len(times) + len(failures)
            click.echo(
                f"| {name} | {outcomes.total():,} | {told} | {asked:,} | {len(failures)} "
                f"| {_at(times, 0.5):.0f} | {_at(times, 0.99):.0f} |"
            )
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
