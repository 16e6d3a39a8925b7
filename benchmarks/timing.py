"""Timing of repeated work, and lines of a Markdown table."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Timing", "least_of", "median_of", "row"]


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
