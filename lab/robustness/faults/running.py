"""Commands in processes of their own: forked from one that has all modules, so that a try costs no start."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from click import Command

from simplifier.cli.failures import run
from simplifier.cli.main import umbrella

__all__ = ["Done", "Job", "begin", "contents", "finish", "run_job"]

#: Seconds after which a run hangs.
LONGEST: Final = 120


@dataclass(frozen=True, slots=True)
class Job:
    """A command over a folder.

    Attributes:
        name: the name for tables.
        arguments: the arguments of the command; relative names are in the folder, in which it runs.
        made: names that it makes or changes, files or folders; nothing else may be left beside them.
        command: what runs.
        program: True if it is a program of its own, which ends by itself.
        again: what is added where a run before left off, by the name of a file that tells of it.
    """

    name: str
    arguments: tuple[str, ...]
    made: tuple[str, ...]
    command: Command = umbrella
    program: bool = False
    again: Mapping[str, tuple[str, ...]] | None = None

    def line(self, folder: Path) -> tuple[str, ...]:
        """Return the arguments, with those for going on."""
        line = self.arguments
        for name, more in (self.again or {}).items():
            line += more if (folder / name).exists() else ()
        return line


@dataclass(frozen=True, slots=True)
class Done:
    """How a run ended: exit code, or the negative number of a signal; what it said."""

    code: int
    said: str

    @property
    def error(self) -> str:
        """The one line of an error; empty if there is not exactly one, or anything like a trace."""
        lines = [line for line in self.said.splitlines() if line.strip()]
        errors = [line for line in lines if line.startswith(("error: ", "interrupted"))]
        strange = [line for line in lines if line.startswith((" ", "Traceback", "Exception", "Fatal"))]
        return errors[0] if len(errors) == 1 and not strange else ""


def begin(job: Job, folder: Path, said: Path, prepare: Callable[[], None] = lambda: None) -> int:
    """Begin a run in a process group of its own, and return its number.

    Args:
        job: what to run.
        folder: to run it in.
        said: file for what it says.
        prepare: called in the process first.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        with contextlib.suppress(OSError):
            os.setpgid(process, process)
        return process
    code = 1
    try:
        os.setpgid(0, 0)
        os.chdir(folder)
        log = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)
        signal.alarm(LONGEST)
        prepare()
        code = _called(job, folder)
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _called(job: Job, folder: Path) -> int:
    try:
        if not job.program:
            run(lambda: job.command, "simplifier", list(job.line(folder)))
        job.command.main(list(job.line(folder)), job.name)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1


def finish(process: int, said: Path) -> Done:
    """Wait for a run."""
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)  # what it began itself
    return Done(code, said.read_text(encoding="utf-8", errors="replace") if said.exists() else "")


def run_job(job: Job, folder: Path, prepare: Callable[[], None] = lambda: None) -> tuple[Done, float]:
    """Run to the end; return how it ended, and seconds."""
    with tempfile.TemporaryDirectory() as beside:
        said = Path(beside) / "said"
        started = time.monotonic()
        done = finish(begin(job, folder, said, prepare), said)
        return done, time.monotonic() - started


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files under a folder by name."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"/"
        for path in sorted(folder.rglob("*"))
    }


def renew(folder: Path, whole: Path) -> None:
    """Make a folder what another is."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
