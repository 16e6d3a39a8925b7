"""Finding and running KenLM's programs, which `simplifier lm setup` builds (`simplifier.lm.building`)."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Final

from simplifier.base.errors import InputError
from simplifier.base.reading import open_binary

__all__ = ["ProgramRun", "find_program", "programs_folder", "run_program"]

Report = Callable[[str], None]
"""Takes a line, now and then, on what a long run is doing."""

_PROJECT: Final = Path(__file__).resolve().parent.parent
_IN_WORK: Final = Path(".work", "kenlm", "bin")


class ProgramRun:
    """A finished run of a program: its exit status and the lines of its standard error."""

    def __init__(self, status: int, log: list[str]) -> None:
        self.status = status
        self.log = log

    def reason(self) -> str:
        """Return the line of the log that most likely says why the program failed."""
        lines = [line for line in self.log if line.strip() and not line.startswith(("---", "***", "==="))]
        # KenLM reports "... threw Kind because `condition'. Reason", with the reason on this line or the next.
        for number, line in enumerate(lines):
            if " threw " in line:
                _, found, after = line.partition("'. ")
                rest = after if found and after.strip() else " ".join(lines[number + 1 : number + 2])
                return rest.strip() or line
        return lines[-1].strip() if lines else f"no message, exit status {self.status}"


def programs_folder() -> Path:
    """Return the folder where the programs are built: .work of a checkout, else a folder of the user's data."""
    if (_PROJECT / "pyproject.toml").is_file():
        return _PROJECT / _IN_WORK
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "simplifier" / "kenlm" / "bin"


def find_program(name: str) -> Path:
    """Return the path of one of KenLM's programs, such as ``lmplz``.

    Looks in the folder KENLM_BIN when that is set; otherwise in `programs_folder`, in ``.work/kenlm/bin`` of
    the current directory, then on the PATH.

    Raises:
        InputError: the program is nowhere; the message says how to build it.
    """
    named = os.environ.get("KENLM_BIN")
    if named:
        if not os.access(Path(named) / name, os.X_OK):
            raise InputError(f"KENLM_BIN={named} holds no program {name}; build it with: simplifier lm setup {named}")
        return Path(named) / name
    for folder in (programs_folder(), Path.cwd() / _IN_WORK):
        candidate = folder / name
        if os.access(candidate, os.X_OK):
            return candidate
    on_path = shutil.which(name)
    if on_path:
        return Path(on_path)
    raise InputError(
        f"KenLM's program {name} was not found in {programs_folder()} or on the PATH; build it with: "
        "simplifier lm setup (or set KENLM_BIN to its folder)"
    )


def run_program(command: list[str], texts: Sequence[Path], report: Report | None = None) -> ProgramRun:
    """Run a program of KenLM to its end.

    Args:
        command: program and arguments.
        texts: files, compressed or not, for its standard input, one after the other.
        report: gets the stages (``=== 1/5 ...``) as they come.

    Raises:
        InputError: a text cannot be read.
    """
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stdin is not None and process.stderr is not None
    failures: list[InputError] = []
    # Fed from a thread of its own: the program writes its log while it reads, and either pipe may fill up.
    feeder = threading.Thread(target=_feed, args=(texts, process.stdin, failures), daemon=True)
    feeder.start()
    log: list[str] = []
    try:
        for raw in process.stderr:
            line = raw.decode("utf-8", "replace").rstrip()
            log.append(line)
            if report is not None and line.startswith("==="):
                report(line.strip("= "))
        status = process.wait()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stderr.close()
        feeder.join()
    if failures:
        raise failures[0]
    return ProgramRun(status, log)


def _feed(texts: Sequence[Path], pipe: IO[bytes], failures: list[InputError]) -> None:
    try:
        with pipe:
            for text in texts:
                block = b"\n"
                with open_binary(text) as stream:
                    while read := stream.read(1 << 20):
                        block = read
                        pipe.write(block)
                # End a last line without a line end, but add no empty line: to lmplz that is a sentence without words.
                if not block.endswith(b"\n"):
                    pipe.write(b"\n")
    except BrokenPipeError:
        pass  # the program stopped reading; its log says why
    except InputError as error:
        failures.append(error)
