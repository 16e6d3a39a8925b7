"""Fuzz the readers of the core: random inputs, guided by the code that they reach, under sanitizers.

    python -m lab.robustness.fuzz --seconds 600                  # every target of simplifier/core/fuzz
    python -m lab.robustness.fuzz --seconds 60 --target grammar

Needs clang with its sanitizers (Debian: clang libclang-rt-14-dev) and CMake. Inputs that reach new code are kept in the
folder, and the next run begins with them. An input that ends in a crash, a leak, a time-out or too much memory is
written to FOLDER/found/TARGET, and the program ends with exit code 1. Inputs that ended in a fault which has been
mended lie in tests/core/found; every run begins with them too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from lab.robustness.fuzz_seeds import SEEDS
from simplifier.base.errors import ConfigError

__all__ = ["FOUND", "Fuzzed", "build", "fuzz"]

_PROJECT: Final = Path(__file__).resolve().parent.parent.parent
#: Folder of inputs that once ended in a fault.
FOUND: Final = _PROJECT / "tests" / "core" / "found"
_COMPILERS: Final = ("clang++", *(f"clang++-{version}" for version in range(21, 13, -1)))
_LONGEST: Final = {"rule_table": 8192, "decoder": 512, "language_model": 2048}  # bytes of an input
_SECONDS_EACH: Final = 20
_MEGABYTES: Final = 2048


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """The result of fuzzing one target.

    Attributes:
        executions: number of inputs tried.
        seconds: seconds that it took.
        edges: number of edges of the control-flow graph that were reached.
        found: files of inputs that end in a fault.
    """

    executions: int
    seconds: int
    edges: int
    found: tuple[Path, ...]


def build(folder: Path, jobs: int, kenlm: Path | None = None) -> None:
    """Build the targets; only code that changed since the last time is compiled.

    Args:
        folder: the folder to build in.
        jobs: compilers that run at a time.
        kenlm: unpacked sources of KenLM.

    Raises:
        ConfigError: there is no clang.
    """
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if compiler is None:
        raise ConfigError("fuzzing needs clang; on Debian: apt-get install clang libclang-rt-14-dev")
    configure = [
        "cmake",
        "-S",
        str(_PROJECT),
        "-B",
        str(folder),
        "-DSIMPLIFIER_FUZZ=ON",
        "-DCMAKE_BUILD_TYPE=None",
    ]
    configure += [f"-DCMAKE_CXX_COMPILER={compiler}", f"-DPython_EXECUTABLE={sys.executable}"]
    configure += [] if kenlm is None else [f"-DKENLM_SOURCE_DIR={kenlm}"]
    if shutil.which("ninja") and not (folder / "CMakeCache.txt").exists():
        configure += ["-G", "Ninja"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(folder), "--parallel", str(jobs)], check=True)


def fuzz(target: str, folder: Path, seconds: int) -> Fuzzed:
    """Run a target for some time.

    Args:
        target: a target of `SEEDS`.
        folder: the folder where the target was built; inputs that reach new code are kept there.
        seconds: how long to run.
    """
    learnt, seeds, found = (folder / kind / target for kind in ("corpus", "seeds", "found"))
    for one in (learnt, seeds, found):
        one.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(SEEDS[target]()):
        (seeds / str(number)).write_bytes(data)
    known = [str(FOUND / target)] if (FOUND / target).is_dir() else []
    program = next(folder.rglob(f"fuzz_{target}"))
    command = [
        str(program),
        str(learnt),
        str(seeds),
        *known,
        f"-max_total_time={seconds}",
        "-print_final_stats=1",
    ]
    command += [f"-timeout={_SECONDS_EACH}", f"-rss_limit_mb={_MEGABYTES}", f"-artifact_prefix={found}/"]
    command += [f"-max_len={_LONGEST.get(target, 4096)}", "-use_value_profile=1"]
    options = {"ASAN_OPTIONS": "allocator_may_return_null=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
    log = folder / f"{target}.log"
    with log.open("wb") as stream:
        subprocess.run(command, stderr=stream, stdout=stream, env={**os.environ, **options}, check=False)
    return _told(log.read_text(encoding="utf-8", errors="replace"), found)


def _told(log: str, found: Path) -> Fuzzed:
    """Return the result from libFuzzer's log: its final figures, or its last ones if a fault ended the run."""
    executions = [int(number) for number in re.findall(r"^(?:stat::number_of_executed_units: |#)(\d+)", log, re.M)]
    edges = [int(number) for number in re.findall(r" cov: (\d+) ", log)]
    seconds = [int(number) for number in re.findall(r"^Done \d+ runs in (\d+) second", log, re.M)]
    files = tuple(sorted(path for path in found.iterdir() if path.name.startswith(("crash", "leak", "timeout", "oom"))))
    return Fuzzed(max(executions, default=0), max(seconds, default=0), max(edges, default=0), files)


@click.command()
@click.option("--seconds", default=600, show_default=True, help="Time for each target.")
@click.option("--target", "targets", multiple=True, type=click.Choice(sorted(SEEDS)), help="Default: all.")
@click.option("--folder", type=click.Path(path_type=Path), default=_PROJECT / "build" / "fuzz")
@click.option("--kenlm", type=click.Path(path_type=Path, exists=True), help="Unpacked sources of KenLM.")
@click.option("--jobs", default=os.cpu_count() or 1, help="Compilers that run at a time.")
def main(seconds: int, targets: Sequence[str], folder: Path, kenlm: Path | None, jobs: int) -> None:
    """Build and run targets, and print a table with a line for each."""
    build(folder, jobs, kenlm)
    click.echo("| target | inputs tried | seconds | edges reached | found |\n|---|---|---|---|---|")
    bad = False
    for target in targets or sorted(SEEDS):
        one = fuzz(target, folder, seconds)
        bad |= bool(one.found)
        names = ", ".join(path.name for path in one.found) or "nothing"
        click.echo(f"| {target} | {one.executions:,} | {one.seconds:,} | {one.edges:,} | {names} |")
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
