"""Commands in processes of their own, forked from one that has all modules, so that no try has to import them."""

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

#: Seconds after which a run counts as hanging, and is ended.
LONGEST: Final = 120


@dataclass(frozen=True, slots=True)
class Job:
    """A command that runs in a folder.

    Attributes:
        name: the name of the job in tables.
        arguments: the arguments of the command; relative names are in the folder.
        made: names of the files and folders that the command makes or changes; no others may be left.
        command: the command.
        program: True if the command is a program of its own, which handles its errors itself.
        again: arguments that are added if an earlier run left a file with this name, by the name of the file.
    """

    name: str
    arguments: tuple[str, ...]
    made: tuple[str, ...]
    command: Command = umbrella
    program: bool = False
    again: Mapping[str, tuple[str, ...]] | None = None

    def line(self, folder: Path) -> tuple[str, ...]:
        """Return the arguments for a run in a folder, with those for going on after an earlier run."""
        line = self.arguments
        for name, more in (self.again or {}).items():
            line += more if (folder / name).exists() else ()
        return line


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a run.

    Attributes:
        code: the exit code, or the negative number of the signal that ended it.
        said: its standard output and standard error.
    """

    code: int
    said: str

    @property
    def error(self) -> str:
        """The error line; empty if there is not exactly one, or if there is something like a traceback."""
        lines = [line for line in self.said.splitlines() if line.strip()]
        errors = [line for line in lines if line.startswith(("error: ", "interrupted"))]
        strange = [line for line in lines if line.startswith((" ", "Traceback", "Exception", "Fatal"))]
        return errors[0] if len(errors) == 1 and not strange else ""


def begin(job: Job, folder: Path, said: Path, prepare: Callable[[], None] = lambda: None) -> int:
    """Begin a run in a process group of its own, and return the id of its process.

    Args:
        job: the job to run.
        folder: the folder to run it in.
        said: the file for its standard output and standard error.
        prepare: called first in the new process.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        # Both parent and child set the group, so that it is there whichever of them runs first.
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
    """Wait for the end of a run, kill the processes that it began itself, and return how it ended."""
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    return Done(code, said.read_text(encoding="utf-8", errors="replace") if said.exists() else "")


def run_job(job: Job, folder: Path, prepare: Callable[[], None] = lambda: None) -> tuple[Done, float]:
    """Run a job to its end; return how it ended, and the seconds that it took."""
    with tempfile.TemporaryDirectory() as beside:
        said = Path(beside) / "said"
        started = time.monotonic()
        done = finish(begin(job, folder, said, prepare), said)
        return done, time.monotonic() - started


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files under a folder by relative name; a folder has the bytes ``/``."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"/"
        for path in sorted(folder.rglob("*"))
    }


def renew(folder: Path, whole: Path) -> None:
    """Make a folder a copy of another."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
