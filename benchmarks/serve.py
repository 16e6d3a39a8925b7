"""Measure the server on this machine: requests a second, how long they take, its memory.

    python -m benchmarks.serve [--input text.txt] [--clients 1 --clients 50] [--seconds 10]

A server of its own is started on the loopback interface, with one thread per core. Every client keeps one
connection and asks for the next line of the input as soon as it has the last answer; clients are threads of
this program, which shares the cores with the server. The first second is not counted. A request is one line,
without features. Memory is what the server holds at the end (resident, the mapped model files included).
"""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import click
import numpy as np

from benchmarks.measuring import describe_machine
from simplifier.base.errors import InputError
from simplifier.base.reading import read_lines

_COMMAND: Final = "from simplifier.cli.main import simplifier; simplifier()"
_EXAMPLE: Final = Path(__file__).resolve().parents[1] / "docs" / "example.txt"
#: Seconds.
_WARM_UP: Final = 1.0


class Load(NamedTuple):
    """What clients saw of each request: how long it took (seconds), and whether the answer was 200."""

    took: list[float]
    fine: list[bool]


@click.command()
@click.option("--input", "input_file", type=click.Path(exists=True, path_type=Path), default=_EXAMPLE)
@click.option("--clients", "levels", multiple=True, type=click.IntRange(1, 500), default=(1, 50))
@click.option("--seconds", type=click.FloatRange(1, 120), default=10.0, show_default=True)
def main(input_file: Path, levels: Sequence[int], seconds: float) -> None:
    """Print a table of the measurements in Markdown."""
    print(describe_machine(), end="\n\n")
    bodies = [json.dumps({"text": line, "features": False}).encode() for line in read_lines(input_file) if line.strip()]
    if not bodies:
        raise InputError(f"{input_file}: holds no text")
    print("| clients | requests/s | p50 (ms) | p99 (ms) | refused | memory (MiB) |")
    print("|---|---|---|---|---|---|")
    for count in levels:
        with _server() as (place, process):
            load = _load(place, bodies, count, seconds)
            memory = _resident(process.pid)
        took = 1000 * np.array(load.took)
        p50, p99 = np.percentile(took, (50, 99))
        refused = load.fine.count(False)
        rate = len(took) / seconds
        print(f"| {count} | {rate:,.0f} | {p50:.1f} | {p99:.1f} | {refused} | {memory:.0f} |", flush=True)


@contextmanager
def _server() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Give the place of a server, which runs while this is open."""
    command = [sys.executable, "-c", _COMMAND, "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://\S+/", line)
        if found is None:
            raise InputError(f"the server did not start: {line.strip()}")
        try:
            yield urlsplit(found[0]).netloc, process
        finally:
            process.terminate()


def _load(place: str, bodies: Sequence[bytes], clients: int, seconds: float) -> Load:
    """Return what clients saw after the warm-up."""
    load = Load([], [])
    begin = time.perf_counter() + _WARM_UP
    end = begin + seconds

    def ask(number: int) -> None:
        connection = http.client.HTTPConnection(place, timeout=60)
        while (start := time.perf_counter()) < end:
            body = bodies[number % len(bodies)]
            connection.request("POST", "/v1/simplify", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            done = time.perf_counter()
            if begin <= start and done <= end:
                load.took.append(done - start)
                load.fine.append(answer.status == 200)
            number += 1
        connection.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return load


def _resident(process: int) -> float:
    """Return the resident memory of a process, MiB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


if __name__ == "__main__":
    main()
