"""Measure rule tables at scale: build from PPDB text, size, memory, opening, cold lookups, features.

    python -m benchmarks.rules --table TABLE --text SENTENCES [--rules 20000000] [--file-rules 1000000] \
        [--exact] [--config BUILD.toml] [--runs 3] [--folder FOLDER]

The text is made from TABLE by `benchmarks/rule_text.py` in a process of its own: --rules of it through a
pipe, so that the disk holds only what the builder writes, and --file-rules of it by way of a file.
SENTENCES are tokenised lines, of which all spans up to seven words are looked up after the table has left
the page cache. --exact builds exact tables. --config names a build whose sources come without features, to
measure those. Everything runs in child processes; times are of the clock, processor times are those of the
builder alone. Needs Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.measuring import describe_machine
from benchmarks.rule_text import FEATURES
from simplifier.base.reading import read_lines
from simplifier.core import RuleTable
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.build_config import BuildConfig, SourceConfig, load_build_config

SPAN = 7
SENTENCES = 2000


def build(text: Path, table: Path, exact: bool) -> dict[str, Any]:
    """Build a table of what the text brings."""
    source = SourceConfig(name="text", format="ppdb1", path=text)
    config = BuildConfig(sources=(source,), features=tuple(FEATURES), self_rules=None, exact=exact)
    return measured(config, table)


def measured(config: BuildConfig, table: Path) -> dict[str, Any]:
    """Build and return rules, seconds, processor seconds and peak memory."""
    report = build_table(config, table)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "read": sum(source.read for source in report.sources),
        "rules": report.rules,
        "features": len(report.features),
        "seconds": report.seconds,
        "cpu": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss * 1024,
    }


def look_up(table: Path, text: Path) -> dict[str, Any]:
    """Open a table that is not in the page cache and look up all spans of the sentences."""
    lines = read_lines(text)[:SENTENCES]
    sentences = [line.lower().split() for line in lines]
    descriptor = os.open(table, os.O_RDONLY)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)
    started = time.perf_counter()
    opened = RuleTable(str(table))
    open_seconds = time.perf_counter() - started
    started = time.perf_counter()
    spans = found = 0
    for words in sentences:
        for start in range(len(words)):
            for end in range(start + 1, min(start + SPAN, len(words)) + 1):
                spans += 1
                found += len(opened.lookup(words[start:end]))
    seconds = time.perf_counter() - started
    return {"open": open_seconds, "seconds": seconds, "spans": spans, "found": found}


def child(*arguments: object) -> Any:
    """Run one of this module's tasks in a process of its own and return what it printed."""
    command = [sys.executable, "-m", "benchmarks.rules", "--child", *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def run_child(task: str, *paths: str) -> None:
    """Run a task and print its result."""
    first, second = map(Path, paths)
    if task in ("build", "build-exact"):
        result = build(first, second, task == "build-exact")
    elif task == "config":
        result = measured(load_build_config(first), second)
    else:
        result = look_up(first, second)
    print(json.dumps(result))


def generator(table: Path, rules: int, output: Path) -> subprocess.Popen[str]:
    """Start writing the text of so many rules."""
    command = [sys.executable, "-m", "benchmarks.rule_text", str(table), str(rules), str(output)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def report_build(what: str, result: dict[str, Any], text_bytes: int, table: Path) -> None:
    """Print one build."""
    read, seconds, size = result["read"], result["seconds"], table.stat().st_size
    per_rule, text_per_rule = size / result["rules"], text_bytes / read
    print(f"{what}: {read:,} rules read, {result['rules']:,} in the table, {result['features']} features")
    print(f"  speed        {read / seconds:,.0f} rules/s, {text_bytes / seconds / 1e6:.0f} MB/s of text")
    print(f"  time         {seconds:.1f} s, {result['cpu']:.1f} s of processor time")
    print(f"  peak memory  {result['memory'] / 1e9:.2f} GB")
    share = f"{size / text_bytes:.3f}"
    print(f"  size         {per_rule:.0f} bytes/rule of {text_per_rule:.0f} of text ({share}), {size:,} in all")


def main() -> None:
    """Print the measurements."""
    if sys.argv[1:2] == ["--child"]:
        return run_child(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--rules", type=int, default=20_000_000)
    parser.add_argument("--file-rules", type=int, default=1_000_000)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--config", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    arguments = parser.parse_args()
    print(describe_machine())
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        measure(arguments, Path(name))


def measure(arguments: argparse.Namespace, folder: Path) -> None:
    """Run every measurement in a folder."""
    table, text = folder / "built.table", folder / "rules.txt"
    build_task = "build-exact" if arguments.exact else "build"
    if arguments.file_rules:
        text_bytes = int(generator(arguments.table, arguments.file_rules, text).communicate()[0])
        results = [child(build_task, text, table) for _ in range(arguments.runs)]
        middle = sorted(results, key=lambda result: float(result["seconds"]))[len(results) // 2]
        report_build(f"from a file, median of {arguments.runs}", middle, text_bytes, table)
        text.unlink()
    if arguments.rules:
        pipe = folder / "pipe"
        os.mkfifo(pipe)
        writer = generator(arguments.table, arguments.rules, pipe)
        result = child(build_task, pipe, table)
        report_build("through a pipe", result, int(writer.communicate()[0]), table)
    started = time.perf_counter()
    RuleTable(str(table)).verify()
    print(f"verify         {time.perf_counter() - started:.2f} s")
    lookups = [child("look-up", table, arguments.text) for _ in range(arguments.runs)]
    opened = statistics.median(lookup["open"] for lookup in lookups)
    seconds = statistics.median(lookup["seconds"] for lookup in lookups)
    print(f"open, cold     {1e3 * opened:.2f} ms")
    spans, found = lookups[0]["spans"], lookups[0]["found"]
    print(f"look up, cold  {spans:,} spans in {seconds:.2f} s, {found:,} rules found")
    if arguments.config is not None:
        result = child("config", arguments.config, folder / "features.table")
        rate = result["read"] / result["seconds"]
        print(f"all features   {result['features']} for {result['read']:,} rules in {result['seconds']:.0f} s")
        print(
            f"               ({result['cpu']:.0f} s of processor time) = {rate:,.0f} rules/s; 5 million in "
            f"{5e6 / rate / 60:.1f} minutes; peak memory {result['memory'] / 1e9:.2f} GB"
        )


if __name__ == "__main__":
    main()
