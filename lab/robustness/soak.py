"""Soak test: rewrite the same sentences again and again, and watch memory, descriptors, threads and outputs.

    python -m lab.robustness.soak library TEXT --sentences 1000000
    python -m lab.robustness.soak batch TEXT --sentences 1000000
    python -m lab.robustness.soak server TEXT --sentences 1000000 --minutes 30
    python -m lab.robustness.soak server TEXT --record soak.jsonl --minutes 30    # and again, to go on

TEXT has one sentence on each line. A round rewrites all of it, and every round must give the outputs of the first. For
each round a line is printed: sentences so far, resident memory of the process in MB (for ``batch``, of all its
processes together), open descriptors, and threads. The soak ends after so many sentences or minutes, whichever comes
first. With a record, a soak can be done in parts. A part continues the count of sentences and must give the same
outputs. It runs in a new process, so growth of memory is measured part by part.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

import click

from simplifier.base.reading import read_lines

__all__ = ["Round", "Soak", "read_record", "usage"]

_PROC: Final = Path("/proc")
_CHUNK: Final = 50  # sentences of a request
_MOST_COPIES: Final = 16  # of the text, in the input of one batch


@dataclass(frozen=True, slots=True)
class Round:
    """The state after one round.

    Attributes:
        sentences: number of sentences so far in this process.
        megabytes: resident memory in MB.
        descriptors: number of open descriptors.
        threads: number of threads.
        outputs: a hash of the outputs of the round.
    """

    sentences: int
    megabytes: float
    descriptors: int
    threads: int
    outputs: str


@dataclass
class Soak:
    """The rounds of a soak.

    Attributes:
        rounds: the rounds of this process, in order.
        before: the rounds of earlier processes, from the record.
    """

    rounds: list[Round] = field(default_factory=list)
    before: list[Round] = field(default_factory=list)

    @property
    def sentences(self) -> int:
        """Number of sentences in all parts."""
        return sum(part[-1].sentences for part in (self.rounds, *_parts(self.before)) if part)

    @property
    def same(self) -> bool:
        """True if every round of every part gave the same outputs."""
        return len({one.outputs for one in (*self.before, *self.rounds)}) == 1

    def growth(self) -> float:
        """Return by how many MB memory grew after the first quarter of the rounds, when caches are filled."""
        if not self.rounds:
            return 0.0
        early = self.rounds[len(self.rounds) // 4]
        return self.rounds[-1].megabytes - early.megabytes


def _parts(rounds: list[Round]) -> list[list[Round]]:
    """Return the rounds of each process; a new process begins where the count of sentences does not grow."""
    parts: list[list[Round]] = []
    for one in rounds:
        if not parts or one.sentences <= parts[-1][-1].sentences:
            parts.append([])
        parts[-1].append(one)
    return parts


def read_record(path: Path) -> list[Round]:
    """Return the rounds that a record holds; none if there is no such file yet.

    If the last line is incomplete, because the machine stopped while it was written, the line is removed from the file.
    """
    if not path.exists():
        return []
    content = path.read_text(encoding="utf-8")
    whole = content[: content.rfind("\n") + 1]
    if whole != content:
        path.write_text(whole, encoding="utf-8")
    return [Round(**json.loads(line)) for line in whole.splitlines()]


def usage(process: int | str = "self") -> tuple[float, int, int]:
    """Return the resident memory of a process in MB, and its numbers of open descriptors and threads."""
    status = (_PROC / str(process) / "status").read_text(encoding="ascii", errors="replace")
    values = dict(re.findall(r"^(VmRSS|Threads):\s+(\d+)", status, re.M))
    open_files = sum(1 for _ in (_PROC / str(process) / "fd").iterdir())
    return int(values.get("VmRSS", 0)) / 1024, open_files, int(values["Threads"])


def _hash(lines: Iterator[str] | list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _library(lines: list[str], config: Path | None) -> Iterator[Round]:
    from simplifier import Simplifier

    simplifier = Simplifier.load(config)
    done = 0
    while True:
        outputs = [result.text for result in simplifier.stream(iter(lines))]
        done += len(lines)
        yield Round(done, *usage(), _hash(outputs))


@contextmanager
def _peak_of(process: subprocess.Popen[bytes]) -> Iterator[list[float]]:
    """Watch a process and its children; the yielded list gets their greatest memory together, in MB."""
    peak = [0.0]

    def watch() -> None:
        while process.poll() is None:
            children = (_PROC / str(process.pid) / "task" / str(process.pid) / "children").read_text().split()
            try:
                peak[0] = max(peak[0], sum(usage(one)[0] for one in (str(process.pid), *children)))
            except (OSError, KeyError):  # a process has just ended
                pass
            time.sleep(0.5)

    watcher = threading.Thread(target=watch)
    watcher.start()
    yield peak
    watcher.join()


def _batch(lines: list[str], config: Path | None) -> Iterator[Round]:
    """Run the command on one copy of the text, on two, on four, and so on: memory must not grow with the input."""
    done, copies = 0, 1
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / "in.txt", Path(folder) / "out.txt"
        while True:
            given.write_text("".join(f"{line}\n" for line in lines) * copies, encoding="utf-8")
            made.unlink(missing_ok=True)
            command = [
                sys.executable,
                "-c",
                "from simplifier.cli.main import simplifier; simplifier()",
                "batch",
            ]
            command += [str(given), str(made), *([] if config is None else ["--config", str(config)])]
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            with _peak_of(process) as peak:
                code = process.wait()
            if code:
                raise click.ClickException(f"batch ended with {code}")
            outputs = read_lines(made)
            done += len(outputs)
            parts = {_hash(outputs[at : at + len(lines)]) for at in range(0, len(outputs), len(lines))}
            yield Round(done, peak[0], 0, 0, "+".join(sorted(parts)))
            copies = min(2 * copies, _MOST_COPIES)


def _server(lines: list[str], config: Path | None) -> Iterator[Round]:
    command = [
        sys.executable,
        "-c",
        "from simplifier.cli.main import simplifier; simplifier()",
        "serve",
        "--port",
        "0",
    ]
    command += [] if config is None else ["--config", str(config)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        port = int(re.findall(r":(\d+)/", process.stderr.readline())[0])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        done = 0
        while True:
            outputs = []
            for at in range(0, len(lines), _CHUNK):
                body = json.dumps({"text": "\n".join(lines[at : at + _CHUNK]), "features": False})
                connection.request("POST", "/v1/simplify", body, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                found = json.loads(answer.read())
                if answer.status != 200:
                    raise click.ClickException(f"the server answers {answer.status}: {found}")
                outputs.append(found["text"])
            done += len(lines)
            yield Round(done, *usage(process.pid), _hash(outputs))
    finally:
        process.terminate()
        process.wait(60)
        process.stderr.close()


_KINDS: Final[dict[str, Callable[[list[str], Path | None], Iterator[Round]]]] = {
    "library": _library,
    "batch": _batch,
    "server": _server,
}


@click.command()
@click.argument("kind", type=click.Choice(sorted(_KINDS)))
@click.argument("text", type=click.Path(path_type=Path, exists=True))
@click.option("--sentences", default=1_000_000, show_default=True)
@click.option("--minutes", default=30.0, show_default=True)
@click.option("--lines", default=2000, show_default=True, help="Lines of TEXT to use, from its beginning.")
@click.option("--config", type=click.Path(path_type=Path, exists=True), help="Default: the embedded model.")
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="File with one line of JSON per round.")
def main(
    kind: str,
    text: Path,
    sentences: int,
    minutes: float,
    lines: int,
    config: Path | None,
    record: Path | None,
) -> None:
    """Soak one way of using the program; exit with 1 if outputs differ."""
    soak = Soak(before=[] if record is None else read_record(record))
    end = time.monotonic() + 60 * minutes
    rounds = _KINDS[kind](read_lines(text)[:lines], config)
    for one in rounds:
        soak.rounds.append(one)
        click.echo(
            f"{soak.sentences:>9,} sentences  {one.megabytes:7.1f} MB  {one.descriptors:3} descriptors  "
            f"{one.threads:3} threads  {one.outputs}"
        )
        if record is not None:
            with record.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(asdict(one)) + "\n")
        if soak.sentences >= sentences or time.monotonic() > end:
            break
    rounds.close()  # type: ignore[attr-defined]
    click.echo(f"memory grew by {soak.growth():.1f} MB; outputs {'the same' if soak.same else 'differ'}")
    raise SystemExit(0 if soak.same else 1)


if __name__ == "__main__":
    main()
