"""What every benchmark needs: the machine and its load, named, and times of several runs."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple


def describe_machine() -> str:
    """Return date, processor, cores, load, system and Python in one line."""
    processor = platform.processor() or platform.machine()
    for line in _lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            processor = line.split(":", 1)[1].strip()
            break
    date = datetime.now(UTC).date().isoformat()
    load = os.getloadavg()[0]
    return (
        f"{date}, {processor}, {os.cpu_count()} cores, load {load:.1f} at the start, "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    )


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


class Timing(NamedTuple):
    """Processor and wall-clock seconds of one run."""

    cpu: float
    wall: float


def median_of(runs: int, work: Callable[[], object]) -> Timing:
    """Run the work several times and return the medians."""
    timings = []
    for _ in range(runs):
        cpu, wall = time.process_time(), time.perf_counter()
        work()
        timings.append(Timing(time.process_time() - cpu, time.perf_counter() - wall))
    return Timing(statistics.median(t.cpu for t in timings), statistics.median(t.wall for t in timings))


def least_of(runs: int, work: Callable[[], object]) -> Timing:
    """Run the work several times and return the least of both: what it takes where nothing else runs."""
    timings = [median_of(1, work) for _ in range(runs)]
    return Timing(min(t.cpu for t in timings), min(t.wall for t in timings))


def row(name: str, count: int, timing: Timing, remark: str = "") -> str:
    """Return one line of a table: name, sentences a second (processor, wall), milliseconds, remark."""
    return (
        f"| {name} | {count / timing.cpu:,.0f} | {count / timing.wall:,.0f} | "
        f"{1000 * timing.cpu / count:.2f} | {remark} |"
    )
