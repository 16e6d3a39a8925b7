"""Commands in unusual environments: no home, a plain locale, strange names, wrong clocks, inputs that change.

    python -m lab.robustness.faults.surroundings
    python -m lab.robustness.faults.surroundings --trial "many files" --files 100000

Every trial runs commands in processes of their own, as a user starts them, and checks how they end.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import click

from lab.robustness.faults.jobs import CONFIG, write_world
from simplifier.base.settings import PACKAGE
from simplifier.base.terminal import say

__all__ = ["TRIALS", "Surroundings"]

_PROJECT: Final = PACKAGE.parent
_PROGRAM: Final = "import sys; from simplifier.cli.main import simplifier as main; main()"
_LONGEST: Final = 300
_WAY_OUT: Final = 0.15  # seconds that the interpreter takes to end after the output is written


class Surroundings:
    """A folder with files, in which commands run.

    Args:
        folder: an empty folder.
        files: number of files of the trial "many files".
        moments: number of moments at which signals are tried.
    """

    def __init__(self, folder: Path, files: int, moments: int) -> None:
        self.folder = folder
        self.files = files
        self.moments = moments
        write_world(folder, 40)

    def begin(
        self,
        *arguments: str | bytes,
        program: str = "simplifier",
        variables: Mapping[str, str | None] | None = None,
        stdin: bytes | int = subprocess.DEVNULL,
    ) -> subprocess.Popen[bytes]:
        """Start a command; a variable whose value is None is removed from its environment."""
        environment = os.environ | {"PYTHONPATH": str(_PROJECT)}
        for name, value in (variables or {}).items():
            environment.pop(name, None)
            if value is not None:
                environment[name] = value
        code = _PROGRAM.replace("simplifier as main", f"{program} as main")
        return subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            cwd=self.folder,
            env=environment,
            stdin=stdin if isinstance(stdin, int) else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(
        self,
        *arguments: str | bytes,
        program: str = "simplify",
        variables: Mapping[str, str | None] | None = None,
    ) -> tuple[int, bytes, str]:
        """Run a command; return its exit code, its standard output and its standard error."""
        process = self.begin(*arguments, program=program, variables=variables)
        output, said = process.communicate(timeout=_LONGEST)
        return process.returncode, output, said.decode(errors="replace")

    def simplified(self, *arguments: str | bytes, variables: Mapping[str, str | None] | None = None) -> bytes:
        """Return the output of `simplify` for a text.

        Raises:
            AssertionError: the command fails.
        """
        code, output, said = self.run("--config", CONFIG, *(arguments or ("text.txt",)), variables=variables)
        if code or "Traceback" in said:
            raise AssertionError(f"ends with {code}: {said.strip()[-300:]}")
        return output


def _is_one_line(code: int, said: str) -> bool:
    """Return True if a run was refused as it should be: with exit code 2 and one line that says why."""
    return code == 2 and said.count("\n") == 1 and said.startswith("error: ")


def _homes(at: Surroundings) -> str:
    expected = at.simplified()
    for variables in (
        {"HOME": None, "XDG_CACHE_HOME": None},
        {"HOME": "/nonexistent", "XDG_CACHE_HOME": None},
        {"HOME": "/proc", "XDG_CACHE_HOME": None, "XDG_DATA_HOME": None},  # not even root can write there
        {"HOME": "", "TMPDIR": "/nonexistent"},
    ):
        if at.simplified(variables=variables) != expected:
            return f"another output with {variables}"
    return ""


def _locales(at: Surroundings) -> str:
    expected = at.simplified()
    for variables in (
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "xx_XX.nothing"},
    ):
        if at.simplified(variables=variables) != expected:
            return f"another output with {variables}"
    return ""


def _names(at: Surroundings) -> str:
    """Try file names that are not UTF-8, for inputs and outputs and in messages."""
    expected = at.simplified()
    name = b"entr\xe9e \xff.txt"
    path = os.fsencode(at.folder) + b"/" + name
    shutil.copy(at.folder / "text.txt", os.fsdecode(path))
    if at.simplified(name) != expected:
        return "another output for a strange name"
    target = path + b".out"
    if at.simplified(name, "--output", target) or Path(os.fsdecode(target)).read_bytes() != expected:
        return "another output in a file of a strange name"
    code, _, said = at.run("--config", CONFIG, path + b".missing")
    if not _is_one_line(code, said):
        return f"missing: {code} {said}"
    code, _, said = at.run("batch", name, name + b".made", "--config", CONFIG, program="simplifier")
    return "" if code == 0 else f"batch: {said}"


def _clocks(at: Surroundings) -> str:
    """Try file times far in the past and the future, of inputs and of files that killed programs have left."""
    expected = at.simplified("text.txt")
    for moment in (0, 2**31, 2**33):
        for path in at.folder.iterdir():
            os.utime(path, (moment, moment))
        (at.folder / ".out.txt.0.new").write_text("left")
        os.utime(at.folder / ".out.txt.0.new", (moment, moment))
        at.simplified("text.txt", "--output", "out.txt")
        if (at.folder / "out.txt").read_bytes() != expected or (at.folder / ".out.txt.0.new").exists():
            return f"another output at {moment}"
        code, _, said = at.run("batch", "in.txt", "batch.txt", "--config", CONFIG, program="simplifier")
        if code:
            return said
        (at.folder / "batch.txt").unlink()
    return ""


def _inputs(at: Surroundings) -> str:
    """Try inputs that are a folder, unreadable or missing, and inputs that grow or vanish while they are read."""
    (at.folder / "folder").mkdir()
    for name in ("folder", "missing.txt", "/proc/self/mem"):
        for line in ((name,), ("batch", name, "out.txt")):
            program = "simplify" if len(line) == 1 else "simplifier"
            code, _, said = at.run(*line, "--config", CONFIG, program=program)
            if not _is_one_line(code, said):
                return f"{line}: {code} {said}"
    growing = at.folder / "growing.txt"
    growing.write_bytes((at.folder / "text.txt").read_bytes() * 20)
    process = at.begin("--config", CONFIG, "growing.txt", "--output", "grown.txt", program="simplify")
    with growing.open("ab") as stream:
        while process.poll() is None:
            stream.write("Una línea más .\n".encode())
            stream.flush()
            time.sleep(0.02)
    said = process.communicate()[1].decode(errors="replace")
    if process.returncode or "Traceback" in said:
        return f"growing: {process.returncode} {said}"
    process = at.begin("batch", "growing.txt", "b.txt", "--config", CONFIG)
    time.sleep(0.5)
    growing.unlink()
    said = process.communicate(timeout=_LONGEST)[1].decode(errors="replace")
    if "Traceback" in said or (process.returncode and not said.startswith("error: ")):
        return f"vanishing: {process.returncode} {said}"
    return ""


def _pipes(at: Surroundings) -> str:
    """Try readers of pipes that go away: of the output after a line or at once, and of the messages."""
    (at.folder / "long.txt").write_bytes((at.folder / "text.txt").read_bytes() * 50)
    for lines in (1, 0):
        process = at.begin("--config", CONFIG, "long.txt", program="simplify")
        assert process.stdout is not None and process.stderr is not None
        for _ in range(lines):
            process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read().decode(errors="replace")
        code = process.wait(_LONGEST)
        if code or said:
            return f"after {lines} lines: {code} {said}"
    process = at.begin("--config", CONFIG, "missing.txt", program="simplify")
    assert process.stderr is not None
    process.stderr.close()
    code = process.wait(_LONGEST)
    return "" if code == 2 else f"nobody reads errors: {code}"


def _signals(at: Surroundings) -> str:
    """Try SIGINT and SIGTERM at moments that are spread over start, opening, decoding, writing and the end."""
    started = time.monotonic()
    expected = at.simplified("text.txt", "--output", "out.txt") or (at.folder / "out.txt").read_bytes()
    whole = time.monotonic() - started
    before = {path.name for path in at.folder.iterdir()} - {"out.txt"}
    target = at.folder / "out.txt"
    codes: Counter[str] = Counter()
    for number in range(at.moments):
        target.unlink(missing_ok=True)
        process = at.begin("--config", CONFIG, "text.txt", "--output", "out.txt", program="simplify")
        if number % 4 < 2:
            time.sleep(whole * number / at.moments)
        else:  # when the output is whole
            while not target.exists() and process.poll() is None:
                time.sleep(0.0005)
            time.sleep(_WAY_OUT * number / at.moments)
        wanted = signal.SIGINT if number % 2 else signal.SIGTERM
        process.send_signal(wanted)
        said = process.communicate(timeout=_LONGEST)[1].decode(errors="replace")
        names = {path.name for path in at.folder.iterdir()}
        made, code = "out.txt" in names, process.returncode
        moment = f"{wanted.name} {number} of {at.moments}"
        codes[f"{wanted.name} {code} {'with' if made else 'without'} output"] += 1
        if names - before - {"out.txt"} or (made and target.read_bytes() != expected):
            return f"{moment}: left {sorted(names - before)}"
        if "Fatal Python error" in said and not made:
            continue  # before the interpreter itself had started
        if code not in ((0, 128 + wanted) if made else (128 + wanted, -wanted)):
            return f"{moment}: {code}, output {'made' if made else 'not made'}, {said}"
        if code > 0 and "Traceback" in said:
            return f"{moment}: {said}"
    for outcome, times in sorted(codes.items()):
        say(f"{outcome}: {times}")
    return ""


def _two_at_once(at: Surroundings) -> str:
    """Try two builds of one table at once, and two batches with one output at once."""
    line = ("rules", "build", "--config", "build.toml", "--output", "two.table")
    first, second = at.begin(*line), at.begin(*line)
    codes = [first.wait(_LONGEST), second.wait(_LONGEST)]
    code, _, said = at.run("rules", "verify", "two.table", program="simplifier")
    if code or codes != [0, 0]:
        return f"tables: {codes} {said}"
    batch = ("batch", "in.txt", "two.txt", "--config", CONFIG)
    processes = [at.begin(*batch), at.begin(*batch)]
    told = [process.communicate(timeout=_LONGEST)[1].decode() for process in processes]
    if sorted(process.returncode for process in processes) not in ([0, 0], [0, 2]):
        return f"batches: {told}"
    left = [path.name for path in at.folder.glob(".*")]
    return f"left: {left}" if left else ""


def _many_files(at: Surroundings) -> str:
    """Try to simplify a folder of many small files into another folder."""
    source = at.folder / "many"
    source.mkdir()
    for number in range(at.files):
        (source / f"{number:06}.txt").write_text(f"Hay que utilizar el formulario {number}.\n")
    started = time.monotonic()
    code, _, said = at.run("--config", CONFIG, "many", "--output", "made")
    if code or "Traceback" in said:
        return f"{code}: {said[-300:]}"
    made = sum(1 for _ in os.scandir(at.folder / "made"))
    say(f"{at.files:,} files in {time.monotonic() - started:.0f} s")
    last = (at.folder / "made" / f"{at.files - 1:06}.txt").read_text()
    right = made == at.files and last == f"Hay que usar el formulario {at.files - 1}.\n"
    return "" if right else f"{made} files, the last {last!r}"


TRIALS: Final[dict[str, Callable[[Surroundings], str]]] = {
    "no home, a home where nothing can be written": _homes,
    "locales C, POSIX, unknown": _locales,
    "path names that are no UTF-8": _names,
    "clocks that jump": _clocks,
    "unreadable, growing and vanishing inputs": _inputs,
    "closed pipes": _pipes,
    "SIGINT and SIGTERM": _signals,
    "two builds and two batches at once": _two_at_once,
    "many files": _many_files,
}


@click.command()
@click.option("--trial", "chosen", multiple=True, type=click.Choice([*TRIALS]), help="Only these.")
@click.option("--files", default=2000, show_default=True, help='Number of files in the trial "many files".')
@click.option("--moments", default=40, show_default=True, help='Signals in the trial "SIGINT and SIGTERM".')
def main(chosen: tuple[str, ...], files: int, moments: int) -> None:
    """Try commands in unusual environments, and print a table."""
    bad = False
    click.echo("| surroundings | outcome |")
    click.echo("|---|---|")
    for name in chosen or TRIALS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                wrong = TRIALS[name](Surroundings(Path(folder), files, moments))
            except (AssertionError, subprocess.TimeoutExpired) as error:
                wrong = str(error)
        bad |= bool(wrong)
        click.echo(f"| {name} | {' '.join(wrong.split()) or 'held'} |")
        sys.stdout.flush()
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
