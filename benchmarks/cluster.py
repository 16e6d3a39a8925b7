"""Work out a large batch on a cluster from measured figures, by playing it through task by task.

    python -m benchmarks.cluster --sentences 1e9 --cores 1000 --rate 400

The driver gives pieces to free cores as Spark does. A task takes the time of its sentences, times a factor
that is drawn for every task (log-normal) and one for slow machines. Machines are lost at a rate, with what
their cores were doing and what they had kept, which is made again; they come back after a while. With
speculation a task that runs much longer than others is begun a second time, and the first to end counts.
Opening the model is counted once a core. Printed are means of so many runs.
"""

from __future__ import annotations

import heapq
import random
import statistics
from dataclasses import dataclass, field, replace

import click

__all__ = ["Cluster", "Outcome", "play"]

#: As Spark has them: share of tasks that must have ended, and how many times the median is late.
_QUANTILE, _MULTIPLIER = 0.9, 3.0


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster and a job.

    Attributes:
        cores: how many cores rewrite.
        machine_cores: how many of them one machine has.
        pieces: how many tasks there are.
        piece_seconds: how long a task takes on an undisturbed core.
        open_seconds: how long the model takes to open: once a core, and again after a machine was lost.
        spread: standard deviation of ln of a task's time.
        slow_share: share of the machines that are slow.
        slow_factor: how much longer they take.
        losses: how often a machine is lost, per machine and hour.
        away_seconds: until one that was lost is replaced.
        speculation: whether slow tasks are begun a second time.
    """

    cores: int
    machine_cores: int
    pieces: int
    piece_seconds: float
    open_seconds: float = 0.3
    spread: float = 0.2
    slow_share: float = 0.0
    slow_factor: float = 3.0
    losses: float = 0.0
    away_seconds: float = 120.0
    speculation: bool = True


@dataclass(slots=True)
class Outcome:
    """What a run took.

    Attributes:
        seconds: until all was there.
        busy: core-seconds of work, also of what was lost.
        again: tasks made again, because their machine was lost while they ran or afterwards.
        copies: tasks begun a second time because they were slow.
    """

    seconds: float = 0.0
    busy: float = 0.0
    again: int = 0
    copies: int = 0


@dataclass(slots=True)
class _State:
    """Of one run: what waits, what runs on which core, what has ended."""

    waiting: list[int]
    running: dict[int, tuple[int, float, float]] = field(default_factory=dict)  # core: piece, begin, end
    copied: set[int] = field(default_factory=set)
    done: dict[int, int] = field(default_factory=dict)  # piece: machine that keeps it
    times: list[float] = field(default_factory=list)
    lost: set[int] = field(default_factory=set)  # made, but kept no more
    readings: int = 0  # of the kept rows, after they were written
    late: float = 0.0  # seconds after which a task is begun a second time, once enough have ended


def play(cluster: Cluster, seed: int) -> Outcome:
    """Play a job through and return what it took."""
    chance = random.Random(seed)
    machines = -(-cluster.cores // cluster.machine_cores)
    slow = set(chance.sample(range(machines), round(cluster.slow_share * machines)))
    state = _State(list(range(cluster.pieces - 1, -1, -1)))
    outcome = Outcome()
    # Time, kind (0 a task ends, 1 a machine is lost, 2 it is back), core or machine, end of the task.
    events: list[tuple[float, int, int, float]] = []
    fresh = set(range(cluster.cores))  # have not opened the model
    idle = set(range(cluster.cores))
    for machine in range(machines if cluster.losses else 0):
        heapq.heappush(events, (chance.expovariate(cluster.losses / 3600), 1, machine, 0.0))

    def begin(core: int, piece: int, now: float) -> None:
        factor = chance.lognormvariate(-(cluster.spread**2) / 2, cluster.spread)
        factor *= cluster.slow_factor if core // cluster.machine_cores in slow else 1.0
        end = now + cluster.piece_seconds * factor + (cluster.open_seconds if core in fresh else 0.0)
        fresh.discard(core)
        idle.discard(core)
        state.running[core] = (piece, now, end)
        heapq.heappush(events, (end, 0, core, end))

    def give(now: float) -> None:
        while idle and state.waiting:
            begin(min(idle), state.waiting.pop(), now)
        if not (cluster.speculation and idle and len(state.done) >= _QUANTILE * cluster.pieces):
            return
        if not state.late:
            state.late = _MULTIPLIER * statistics.median(state.times)
        late = sorted(
            (start, piece)
            for piece, start, _ in state.running.values()
            if now - start > state.late and piece not in state.copied
        )
        for _, piece in late[: len(idle)]:
            state.copied.add(piece)
            outcome.copies += 1
            begin(min(idle), piece, now)

    give(0.0)
    now = 0.0
    tick = cluster.piece_seconds / 4  # how often slow tasks are looked for at the end
    while len(state.done) < cluster.pieces or _read(state, outcome):
        if state.waiting and idle:
            give(now)
        if events and not (state.waiting == [] and idle and events[0][0] > now + tick):
            now, kind, which, end = heapq.heappop(events)
        else:
            now += tick
            give(now)
            continue
        if kind == 0:
            task = state.running.get(which)
            if task is None or task[2] != end:
                continue  # it was lost, or a copy was faster
            _end(state, outcome, idle, which, now, which // cluster.machine_cores)
        elif kind == 1:
            own = range(which * cluster.machine_cores, min((which + 1) * cluster.machine_cores, cluster.cores))
            for core in own:
                idle.discard(core)
                fresh.add(core)
                task = state.running.pop(core, None)
                if task is not None:
                    outcome.busy += now - task[1]
                    if task[0] not in state.done and all(one[0] != task[0] for one in state.running.values()):
                        outcome.again += 1
                        state.waiting.append(task[0])
            state.lost |= {piece for piece, keeper in state.done.items() if keeper == which}
            heapq.heappush(events, (now + cluster.away_seconds, 2, which, 0.0))
        else:
            own = range(which * cluster.machine_cores, min((which + 1) * cluster.machine_cores, cluster.cores))
            idle.update(own)
            heapq.heappush(events, (now + chance.expovariate(cluster.losses / 3600), 1, which, 0.0))
        give(now)
    outcome.seconds = now
    return outcome


def _read(state: _State, outcome: Outcome) -> bool:
    """Read what is kept; whether some of it has to be made again."""
    state.readings += 1
    if state.readings > 2 or not state.lost:
        return False
    for piece in state.lost:
        del state.done[piece]
    outcome.again += len(state.lost)
    state.waiting += sorted(state.lost)
    state.copied -= state.lost
    state.lost = set()
    return True


def _end(state: _State, outcome: Outcome, idle: set[int], core: int, now: float, machine: int) -> None:
    """Take what a core made; copies of the same task are stopped."""
    piece, start, _ = state.running.pop(core)
    outcome.busy += now - start
    state.times.append(now - start)
    state.done[piece] = machine
    idle.add(core)
    if piece in state.copied:
        for other in [other for other, task in state.running.items() if task[0] == piece]:
            outcome.busy += now - state.running.pop(other)[1]
            idle.add(other)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--sentences", default=1e9, show_default=True)
@click.option("--cores", default=1000, show_default=True)
@click.option("--machine-cores", default=16, show_default=True)
@click.option("--rate", default=400.0, show_default=True, help="Sentences a second of one core.")
@click.option("--bytes", "size", default=145.0, show_default=True, help="Of a sentence.")
@click.option("--piece", default=8 * 2**20, show_default=True, help="Bytes of a piece.")
@click.option("--runs", default=5, show_default=True)
def main(sentences: float, cores: int, machine_cores: int, rate: float, size: float, piece: int, runs: int) -> None:
    """Print a table of what disturbs a job, and what it takes then."""
    pieces = max(1, round(sentences * size / piece))
    seconds = sentences / pieces / rate
    click.echo(f"{pieces:,} pieces of {seconds:.0f} s on {cores:,} cores; undisturbed, without waiting: ", nl=False)
    click.echo(f"{sentences / rate / cores / 3600:.3f} hours, {sentences / rate / 3600:.0f} core-hours\n")
    click.echo("| cluster | hours | longest of the runs | core-hours | begun again | copies | core-hours a million |")
    click.echo("|---|---|---|---|---|---|---|")
    even = Cluster(cores, machine_cores, pieces, seconds)
    slow = replace(even, slow_share=0.02)
    slower = replace(slow, slow_factor=10.0)
    for name, cluster in (
        ("tasks of unequal length", even),
        ("2 % of machines three times as slow, no speculation", replace(slow, speculation=False)),
        ("2 % of machines three times as slow, speculation", slow),
        ("2 % ten times as slow, no speculation", replace(slower, speculation=False)),
        ("2 % ten times as slow, speculation", slower),
        ("every machine lost once in ten hours", replace(even, losses=0.1)),
        ("every machine lost once an hour", replace(even, losses=1.0)),
        ("lost once an hour, 2 % ten times as slow, speculation", replace(slower, losses=1.0)),
    ):
        found = [play(cluster, seed) for seed in range(runs)]
        hours = [one.seconds / 3600 for one in found]
        busy = statistics.fmean(one.busy for one in found) / 3600
        again, copies = (statistics.fmean(getattr(one, part) for one in found) for part in ("again", "copies"))
        click.echo(
            f"| {name} | {statistics.fmean(hours):.3f} | {max(hours):.3f} | {busy:.0f} | {again:.0f} "
            f"| {copies:.0f} | {busy / sentences * 1e6:.3f} |"
        )


if __name__ == "__main__":
    main()
