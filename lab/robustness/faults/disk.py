"""Let every call to the file system fail in turn, in every command, and check how the command ends.

    python -m lab.robustness.faults.disk
    python -m lab.robustness.faults.disk --job batch --most 1000

On a full disk, a call and all calls after it fail (opening to write, writing, syncing; ENOSPC). On a broken disk, a
single call fails (the same calls, renaming, reading; EIO). A run passes in two ways. Either it ends with one line of
error and an exit code other than 0, leaves the former files or the complete output, and no temporary files. Or it goes
on and gives its usual output. Afterwards the same command must give its usual output without a fault.
"""

from __future__ import annotations

import errno
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from lab.robustness.faults.jobs import JOBS, missing, write_world
from lab.robustness.faults.running import Job, contents, renew, run_job
from lab.robustness.faults.shim import Call, Shim, under_shim
from simplifier.base.terminal import progress, say

__all__ = ["FAULTS", "Disk", "Fault", "difference"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the disk.

    Attributes:
        name: the name of the fault in tables.
        kinds: the kinds of calls that fail.
        error: the error number with which they fail.
        stays: True if all calls after the first failing one fail too.
    """

    name: str
    kinds: tuple[Call, ...]
    error: int
    stays: bool = False


FAULTS: Final = (
    Fault("disk full", (Call.OPEN, Call.WRITE, Call.SYNC), errno.ENOSPC, True),
    Fault("write error", (Call.OPEN, Call.WRITE, Call.SYNC, Call.RENAME), errno.EIO),
    Fault("read error", (Call.READ,), errno.EIO),
)

#: Keys of JSON files that differ from run to run: durations, and the checksums and ends of files that hold durations.
_TIMED: Final = ("seconds", "checksum", "history")


def _plain(name: str, data: bytes) -> bytes:
    """Return the content of a file without the keys that differ from run to run."""
    if not name.endswith((".json", ".jsonl")):
        return data
    try:
        records = [json.loads(line) for line in (data.splitlines() if name.endswith("l") else [data])]
    except ValueError:
        return data
    return json.dumps(_without_time(records)).encode()


def _without_time(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_time(one) for key, one in value.items() if key not in _TIMED}
    return [_without_time(one) for one in value] if isinstance(value, list) else value


def difference(found: dict[str, bytes], expected: dict[str, bytes]) -> str:
    """Return what is wrong with the first file that is not as expected; empty if all files are."""
    for name in sorted({*found, *expected}):
        if "/.steps/" in name or name.endswith((".png", ".svg", "report.txt")):  # these hold durations
            continue
        if name not in found:
            return f"{name} is missing"
        if name not in expected:
            return f"{name} is left"
        if found[name] != expected[name] and _plain(name, found[name]) != _plain(name, expected[name]):
            return f"{name} differs"
    return ""


class Disk:
    """A job on a disk that fails.

    Args:
        job: the job to run.
        place: an empty folder.
        rows: number of rows of the job's input.

    Raises:
        RuntimeError: the undisturbed job fails.
    """

    def __init__(self, job: Job, place: Path, rows: int = 40) -> None:
        self.job = job
        self._world, self._folder = place / "world", place / "folder"
        self._world.mkdir()
        write_world(self._world, rows)
        renew(self._folder, self._world)
        self._shim = Shim(self._folder)
        done, self.seconds = run_job(job, self._folder)
        if done.code:
            raise RuntimeError(f"{job.name}: undisturbed it ends with {done.code}: {done.said}")
        self._before, self._whole = contents(self._world), contents(self._folder)

    def calls(self, fault: Fault) -> int:
        """Return the number of calls of a fault's kinds that the job makes."""
        renew(self._folder, self._world)
        with self._shim.failing(fault.kinds):
            run_job(self.job, self._folder)
        return self._shim.seen

    def fail(self, fault: Fault, at: int) -> str:
        """Let a call fail, and return the outcome.

        The outcomes that pass are ``refused``, ``harmless`` and ``left``, where the output is complete but temporary
        files stay until the next run. ``not reached`` says that the job made fewer calls.

        Args:
            fault: the fault.
            at: number of the call that fails, from 1.
        """
        renew(self._folder, self._world)
        with self._shim.failing(fault.kinds, at, fault.error, fault.stays):
            done, _ = run_job(self.job, self._folder)
        if not self._shim.fired:
            return "not reached"
        outcome = self._outcome(done.code, done.error)
        if outcome not in ("refused", "harmless", "left"):
            return f"{outcome} | {done.said.strip()[-300:]}"
        again, _ = run_job(self.job, self._folder)
        wrong = difference(contents(self._folder), self._whole)
        if again.code or wrong:
            return f"afterwards: {wrong or again.said.strip()[-300:]}"
        return outcome

    def _outcome(self, code: int, error: str) -> str:
        found = contents(self._folder)
        if code == 0:
            wrong = difference(found, self._whole)
            cleaning = wrong.endswith(".journal.over is left") or wrong.endswith(".new is left")
            return "left" if cleaning else f"ended well, but {wrong}" if wrong else "harmless"
        if code < 0:
            return f"died of signal {-code}"
        if not error:
            return "no line that says why"
        wrong = difference({name: found[name] for name in self._before if name in found}, self._before)
        half = next((name for name in found if self._half(name, found[name])), "")
        return f"half: {wrong or half}" if wrong or half else "refused"

    def _half(self, name: str, data: bytes) -> bool:
        """Return True if a file is neither as before, nor as in the end, nor one that a later run goes on with."""
        if data in (self._before.get(name), self._whole.get(name), b"/"):
            return False
        if name.split("/")[0] in ("run", "work") or ".journal" in name:
            return ".new" in name or name.endswith(".part")
        return True


def tried(disk: Disk, fault: Fault, most: int) -> Iterator[str]:
    """Yield the outcome of each failing call: of all calls, or of about ``most`` calls that are spread evenly."""
    calls = disk.calls(fault)
    step = max(1, -(-calls // most))
    for at in range(1, calls + 1, step):
        yield disk.fail(fault, at)


@click.command()
@click.option("--job", "jobs", multiple=True, type=click.Choice([*JOBS]), help="Only these.")
@click.option("--most", default=60, show_default=True, help="Most failing calls of each fault and job.")
@click.option("--rows", default=40, show_default=True, help="Rows of the input of batches.")
def main(jobs: tuple[str, ...], most: int, rows: int) -> None:
    """Let calls fail, and print a table of the outcomes."""
    under_shim()
    bad = False
    click.echo("| command | fault | calls | tried | refused | harmless | not cleaned up until the next run |")
    click.echo("|---|---|---|---|---|---|---|")
    for name in jobs or JOBS:
        lack = missing(JOBS[name])
        if lack:
            say(f"{name}: left out, {lack}")
            continue
        with tempfile.TemporaryDirectory() as place:
            disk = Disk(JOBS[name], Path(place), rows)
            for fault in FAULTS:
                with progress(None, "calls") as advance:
                    outcomes = []
                    for outcome in tried(disk, fault, most):
                        outcomes.append(outcome)
                        advance(1, f"{name}, {fault.name}")
                counts = Counter(outcomes)
                for outcome in sorted({*counts} - {"refused", "harmless", "left", "not reached"}):
                    bad = True
                    say(f"{name}, {fault.name}, {counts[outcome]} of {len(outcomes)}: {outcome}")
                click.echo(
                    f"| {name} | {fault.name} | {disk.calls(fault)} | {len(outcomes)} | {counts['refused']} "
                    f"| {counts['harmless']} | {counts['left']} |"
                )
                sys.stdout.flush()
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
