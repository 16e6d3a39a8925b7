"""What a batch costs: the model alone on one core, then the same lines through Spark on this machine.

    python -m benchmarks.batch --input lines.txt [--runs 3]

Processor seconds, so that other work on the machine counts little. Those of Spark are of all its processes.
Shuffle bytes are those in Spark's log. Memory is that of the model's process: proportional (shared pages
divided), and written by itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

import click

from benchmarks.measuring import describe_machine
from simplifier import Simplifier
from simplifier.base.reading import read_lines
from simplifier.batch import RowRewriter
from simplifier.batch.formats import BatchColumns, TextRows
from simplifier.batch.spark import SparkJob, run_spark_batch, spark_session


@click.command()
@click.option("--input", "source", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--runs", default=3, show_default=True)
def main(source: Path, runs: int) -> None:
    """Print a list of figures."""
    print(describe_machine(), "\n")
    lines = list(read_lines(source))
    began = time.process_time()
    rewriter = RowRewriter(Simplifier.load(), traced=False)
    rewriter(lines[:1])
    print(f"- model opened: {time.process_time() - began:.2f} processor s")
    rates = []
    for _ in range(runs):
        began = time.process_time()
        for at in range(0, len(lines), 128):
            rewriter(lines[at : at + 128])
        rates.append(len(lines) / (time.process_time() - began))
    print(f"- lines/s of one core: {statistics.median(rates):.0f} ({min(rates):.0f} to {max(rates):.0f})")
    memory = dict(line.split()[:2] for line in read_lines(Path("/proc/self/smaps_rollup")) if "kB" in line)
    proportional, own = (int(memory[name]) / 1024 for name in ("Pss:", "Private_Dirty:"))
    print(f"- memory: {proportional:.0f} MiB, {own:.0f} of it written by itself")
    with tempfile.TemporaryDirectory() as folder:
        _spark(source, Path(folder), len(lines))


def _spark(source: Path, folder: Path, count: int) -> None:
    """Print processor seconds and shuffle bytes of Spark, after a run over few lines that starts it."""
    log = {"spark.eventLog.enabled": "true", "spark.eventLog.dir": f"file:{folder}"}
    session = spark_session(
        "local[1,4]", {**log, "spark.eventLog.rolling.enabled": "false", "spark.eventLog.compress": "false"}
    )
    few = folder / "few.txt"
    few.write_text("A large house.\n", encoding="utf-8")
    run_spark_batch(session, SparkJob(str(few), str(folder / "few"), BatchColumns()))
    began = processor_seconds()
    run_spark_batch(session, SparkJob(str(source), str(folder / "all"), BatchColumns(), form=TextRows))
    seconds = processor_seconds() - began
    session.stop()
    shuffled = tasks = 0
    (events,) = (path for path in folder.glob("local-*") if path.is_file())
    for line in events.read_text(encoding="utf-8").splitlines():
        metrics = json.loads(line).get("Task Metrics")
        if metrics:
            tasks += 1
            shuffled += metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
    print(
        f"- Spark on one core, without its start: {seconds:.1f} processor s, {count / seconds:.0f} lines/s; "
        f"{shuffled:,} shuffle bytes in {tasks} tasks"
    )


def processor_seconds() -> float:
    """Return those of all processes that this one started, and of theirs."""
    stats = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            fields = path.read_text().rpartition(")")[2].split()
            stats[int(path.parent.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    ours = {os.getpid()}
    while more := {one for one, (parent, _) in stats.items() if parent in ours} - ours:
        ours |= more
    return sum(stats[one][1] for one in ours) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
