"""Measure estimates of rewritings: pairs a second, as `simplifier estimate` makes them.

    python -m benchmarks.estimate SOURCE OUTPUT

Line i of OUTPUT is a rewriting of line i of SOURCE. Opening the models is not counted; the first run, with
all memories empty, is told apart from the median of the next five.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.machine import describe_machine
from benchmarks.timing import median_of
from simplifier.base.reading import read_lines
from simplifier.config import load_config
from simplifier.estimation.estimator import Estimator


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    pairs = list(zip(read_lines(options.source), read_lines(options.output), strict=True))
    print(describe_machine())
    opened: list[Estimator] = []
    opening = median_of(1, lambda: opened.append(Estimator.open(load_config())))
    print(f"open           {opening.cpu:.2f} s processor time")
    estimator = opened[0]
    for name, runs in (("first run", 1), ("median of 5", 5)):
        timing = median_of(runs, lambda: list(estimator.estimate(pairs)))
        cpu, wall = len(pairs) / timing.cpu, len(pairs) / timing.wall
        rates = f"{cpu:,.0f} pairs/s by processor time, {wall:,.0f} by clock"
        print(f"{name:14} {len(pairs)} pairs: {rates}")


if __name__ == "__main__":
    main()
