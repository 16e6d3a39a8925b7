"""Kill every command at random moments, run the same command again, and compare the files in the end.

    python -m lab.robustness.faults.interruptions --kills 10
    python -m lab.robustness.faults.interruptions --job recipe --way power

A command is killed one to three times by SIGKILL, SIGTERM, SIGINT or a power cut (`lab.robustness.power_cut` says what
a disk holds then); after that it may finish. Its files must have the bytes of an undisturbed run, apart from times, and
no other files may be left beside them.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from lab.robustness.faults.disk import difference
from lab.robustness.faults.jobs import JOBS, missing, write_world
from lab.robustness.faults.running import Job, begin, contents, finish, renew, run_job
from lab.robustness.faults.shim import Call, Shim, under_shim
from lab.robustness.power_cut import DiskState
from simplifier.base.terminal import progress, say

__all__ = ["WAYS", "Interruptions"]

WAYS: Final = ("SIGKILL", "SIGTERM", "SIGINT", "power")
_CALLS: Final = (Call.OPEN, Call.WRITE, Call.SYNC, Call.RENAME, Call.REMOVE)


class Interruptions:
    """A job that is killed and run again.

    Args:
        job: the job to interrupt.
        place: an empty folder.
        seed: the seed of the moments of kills.
        rows: number of rows of the job's input.

    Raises:
        RuntimeError: the undisturbed job fails.
    """

    def __init__(self, job: Job, place: Path, seed: int, rows: int) -> None:
        self.job = job
        self._random = random.Random(seed)
        self._world, self._folder, self._said = place / "world", place / "folder", place / "said"
        self._kept = place / "kept"
        self._world.mkdir()
        write_world(self._world, rows)
        renew(self._folder, self._world)
        self._shim = Shim(self._folder)
        with self._shim.failing(_CALLS):
            done, self._seconds = run_job(job, self._folder)
        if done.code:
            raise RuntimeError(f"{job.name}: undisturbed it ends with {done.code}: {done.said}")
        self._calls = self._shim.seen
        self._whole = contents(self._folder)

    def kill(self, way: str) -> bool:
        """Begin a run and kill it at a random moment; return True if it had not finished before."""
        if way == "power":
            return self._cut()
        process = begin(self.job, self._folder, self._said)
        time.sleep(self._random.uniform(0, 1.05 * self._seconds))
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return False
        number = getattr(signal, way)
        if number == signal.SIGKILL:  # to the whole group, because a killed process cannot end its children
            os.killpg(process, number)
        else:
            os.kill(process, number)
        return finish(process, self._said).code != 0

    def _cut(self) -> bool:
        """Begin a run and cut the power at a random file-system call; return True if the run came to that call."""
        self._kept.mkdir(exist_ok=True)
        for path in self._kept.iterdir():
            path.unlink()
        state = DiskState(self._folder)
        at = self._random.randrange(1, self._calls + 1)
        with self._shim.failing(_CALLS, at, kept=self._kept):
            done = finish(begin(self.job, self._folder, self._said), self._said)
        if done.code != -signal.SIGKILL:
            return False
        state.add_kept(self._kept)
        state.lose(self._folder, self._random)
        return True

    def try_once(self, way: str) -> tuple[int, str]:
        """Kill a run one to three times and finish it; return the number of kills, and what is wrong in the end."""
        renew(self._folder, self._world)
        kills = sum(self.kill(way) for _ in range(self._random.choice((1, 1, 2, 3))))
        done, _ = run_job(self.job, self._folder)
        if done.code:
            return kills, f"the same command ends with {done.code}: {done.said.strip()[-300:]}"
        return kills, difference(contents(self._folder), self._whole)


def _table(tried: Interruptions, way: str, kills: int, told: Callable[[int], None]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for _ in range(20 * kills):  # a command may end before it is killed
        if counts["kills"] >= kills:
            break
        killed, wrong = tried.try_once(way)
        counts["kills"] += killed
        counts["runs"] += 1
        counts["wrong" if wrong else "same"] += 1
        if wrong:
            say(f"{tried.job.name}, {way}: {wrong}")
        told(killed)
    return counts


@click.command()
@click.option("--job", "jobs", multiple=True, type=click.Choice([*JOBS]), help="Only these.")
@click.option("--way", "ways", multiple=True, type=click.Choice(WAYS), help="Only these.")
@click.option("--kills", default=10, show_default=True, help="Kills for each command and way.")
@click.option("--rows", default=120, show_default=True, help="Rows of the input of batches.")
@click.option("--seed", default=1, show_default=True)
def main(jobs: tuple[str, ...], ways: tuple[str, ...], kills: int, rows: int, seed: int) -> None:
    """Kill commands, and print a table of the outcomes."""
    under_shim()
    bad = False
    click.echo("| command | ended by | kills | runs finished | same bytes |")
    click.echo("|---|---|---|---|---|")
    for name in jobs or JOBS:
        lack = missing(JOBS[name])
        if lack:
            say(f"{name}: left out, {lack}")
            continue
        with tempfile.TemporaryDirectory() as place, progress(None, "kills") as advance:
            tried = Interruptions(JOBS[name], Path(place), seed, rows)
            for way in ways or WAYS:
                counts = _table(tried, way, kills, lambda done: advance(done, ""))
                bad |= counts["wrong"] > 0
                click.echo(f"| {name} | {way} | {counts['kills']} | {counts['runs']} | {counts['same']} |")
                sys.stdout.flush()
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
