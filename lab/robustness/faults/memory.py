"""Let every allocation of the core fail in turn, and check what the core does.

    python -m lab.robustness.faults.memory
    python -m lab.robustness.faults.memory --work "rule table" --most 100000

The core passes if it raises a MemoryError, leaves nothing allocated, and then does the same work as it does otherwise.
The failing allocator replaces that of the C++ library (`allocations.cc`), so the core is tried as it is built.
"""

from __future__ import annotations

import ctypes
import gc
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import click

from lab.robustness.faults.shim import build_library
from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.base.terminal import progress, say
from simplifier.config import default_config_path, load_model_config
from simplifier.core import CoreInputError, RuleTable, check_language_model, write_checksums
from simplifier.decoder.boosted_trees import load_trees
from simplifier.languages.analysis.parser import TransitionParser
from simplifier.languages.analysis.tagger import Tagger
from simplifier.lm import convert, load_native, load_native_classes
from simplifier.pipeline import Simplifier
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.build_config import load_build_config
from simplifier.rules.tables.table import open_table

__all__ = ["WORKS", "Allocator", "fail_in_turn", "under_allocator"]

_LOADED: Final = "FAULTS_ALLOCATOR"
_ENGLISH: Final = PACKAGE / "models" / "en"
_ANNOTATION: Final = PACKAGE / "models" / "en-annotation"
_DEMO: Final = _ENGLISH.parent / "es-demo"
_WORDS: Final = tuple("la oficina utiliza el formulario para solicitar la ayuda .".split())

#: A function that does the work once; its return values are compared.
Work = Callable[[], object]


def under_allocator() -> None:
    """Restart this process with the failing allocator loaded, unless it is loaded already.

    Raises:
        InputError: the allocator cannot be built.
        SystemExit: the restarted process has ended, with this exit code.
    """
    if _LOADED in os.environ:
        return
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        library = Path(folder) / "allocations.so"
        build_library(Path(__file__).with_name("allocations.cc"), library, "c++", "-std=c++17", "-O2")
        variables = {"LD_PRELOAD": f"{library} {os.environ.get('LD_PRELOAD', '')}".strip(), _LOADED: "1"}
        command = [sys.executable, *sys.orig_argv[1:]]
        raise SystemExit(subprocess.run(command, env=os.environ | variables).returncode)


class Allocator:
    """The counter of the C++ allocations of this process, which can make one of them fail."""

    def __init__(self) -> None:
        library = ctypes.CDLL(None)
        self._armed = ctypes.c_long.in_dll(library, "allocations_armed")
        self._at = ctypes.c_long.in_dll(library, "allocations_at")
        self._seen = ctypes.c_long.in_dll(library, "allocations_seen")
        self._live = ctypes.c_long.in_dll(library, "allocations_live")

    @property
    def live(self) -> int:
        """Number of allocations that have not been freed."""
        return int(self._live.value)

    def count(self, work: Work, at: int = 0) -> int:
        """Do a work while allocations are counted, and return their number.

        Args:
            work: the work.
            at: number of the allocation that fails, from 1; 0 lets none fail.
        """
        self._seen.value, self._at.value, self._armed.value = 0, at, 1
        try:
            work()
        finally:
            self._armed.value = 0
        return int(self._seen.value)


def _works(folder: Path) -> Iterator[tuple[str, Work]]:
    """Yield the works that are tried with their names, in the order of `WORKS`; their files are made here."""
    arpa, binary = folder / "plain.arpa", folder / "plain.binary"
    shutil.copy(_DEMO / "plain.arpa", arpa)
    convert(arpa, binary)
    table = _DEMO / "rules.table"
    simplifier = Simplifier.load(load_model_config(default_config_path().with_name("es-demo.toml")))
    threaded = Simplifier.load(
        load_model_config(default_config_path().with_name("es-demo.toml"), {"decoder.threads": 2})
    )
    tagger = Tagger.load(_ANNOTATION / "tagger.bin")
    parser = TransitionParser.load(_ANNOTATION / "parser.bin", frozenset())
    text = " ".join(_WORDS)

    def built() -> object:
        build_table(load_build_config(_DEMO / "build.toml"), folder / "built.table")
        return (folder / "built.table").read_bytes()

    def rules() -> object:
        opened = RuleTable(str(table))
        return [opened.rule(number) for number in range(0, len(opened), 40)]

    def converted() -> object:
        convert(arpa, folder / "again.binary")
        return (folder / "again.binary").read_bytes()

    yield "rule table", rules
    yield "rule table, checked", lambda: len(open_table(table))
    yield "building a rule table", built
    yield "language model", lambda: load_native(binary).score_words(list(_WORDS))
    yield "language model, ARPA", lambda: load_native(arpa).score_words(list(_WORDS))
    yield "language model, walked", lambda: check_language_model(str(binary), True)
    yield "making a binary", converted
    yield "word classes", lambda: len(load_native_classes(_ENGLISH / "class.classes"))
    yield "checksums", lambda: write_checksums(str(arpa))
    yield "tagger", lambda: Tagger.load(_ANNOTATION / "tagger.bin") is not None
    yield "tagging", lambda: tagger.tag(_WORDS)
    yield "parser", lambda: TransitionParser.load(_ANNOTATION / "parser.bin", frozenset()) is not None
    yield "parsing", lambda: str(parser.parse([_WORDS], [tagger.tag(_WORDS)]))
    yield "trees", lambda: len(load_trees(_ENGLISH / "selection.trees"))
    yield "a sentence", lambda: simplifier.simplify(text).text
    yield "k-best lists", lambda: str(simplifier.kbest(text, 20))
    yield "two sentences in two threads", lambda: threaded.simplify(f"{text} {text}").text


def _one(allocator: Allocator, work: Work, at: int, expected: object) -> str:
    gc.collect()
    before = allocator.live
    outcome = "harmless"
    try:
        if allocator.count(work, at) < at:
            return "not reached"
    except MemoryError:
        outcome = "MemoryError"
    except (InputError, CoreInputError):  # KenLM turns some failed allocations into errors of its own
        outcome = "InputError"
    except BaseException as error:
        return f"raised {type(error).__name__}: {str(error)[:60]}"
    gc.collect()
    left = allocator.live - before
    if left > 0:
        return f"{outcome}, {left} allocations left"
    return outcome if work() == expected else "afterwards it gives something else"


def _try(allocator: Allocator, work: Work, numbers: list[int], pipe: int) -> None:
    signal.alarm(600)
    expected = work()
    work()  # caches are filled now, so that they do not count as allocations that are left
    for at in numbers:
        os.write(pipe, struct.pack("<B", 255))
        outcome = _one(allocator, work, at, expected).encode()[:250]
        os.write(pipe, struct.pack("<B", len(outcome)) + outcome)


def fail_in_turn(
    allocator: Allocator, work: Work, most: int, told: Callable[[int], None] = lambda done: None
) -> tuple[int, Counter[str]]:
    """Let allocations of a work fail one after the other; return the number of allocations, and the outcomes.

    The tries run in a child process. If one ends the process, a new child goes on with the next.

    Args:
        allocator: the counter of allocations.
        work: the work.
        most: about how many allocations fail; they are spread evenly.
        told: called with 1 after each try.
    """
    work()
    count = allocator.count(work)
    numbers = list(range(1, count + 1, max(1, -(-count // most))))
    outcomes: Counter[str] = Counter()
    while numbers:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 2)
            try:
                _try(allocator, work, numbers, writing)
            finally:
                os._exit(0)
        os.close(writing)
        done = 0
        with os.fdopen(reading, "rb") as results:
            while results.read(1):
                length = results.read(1)
                if not length:
                    break
                outcomes[results.read(length[0]).decode(errors="replace")] += 1
                done += 1
                told(1)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if done < len(numbers):
            how = signal.Signals(-code).name if code < 0 else f"code {code}"
            outcomes[f"dies ({how}) at allocation {numbers[done]}"] += 1
            done += 1
        numbers = numbers[done:]
    return count, outcomes


#: The names of all works.
WORKS: Final = (
    "rule table",
    "rule table, checked",
    "building a rule table",
    "language model",
    "language model, ARPA",
    "language model, walked",
    "making a binary",
    "word classes",
    "checksums",
    "tagger",
    "tagging",
    "parser",
    "parsing",
    "trees",
    "a sentence",
    "k-best lists",
    "two sentences in two threads",
)


@click.command()
@click.option("--work", "chosen", multiple=True, type=click.Choice(WORKS), help="Only these.")
@click.option("--most", default=300, show_default=True, help="Most failing allocations of each work.")
def main(chosen: tuple[str, ...], most: int) -> None:
    """Let allocations fail, and print a table of the outcomes."""
    under_allocator()
    bad = False
    allocator = Allocator()
    click.echo("| work | allocations | failed in turn | MemoryError | InputError | harmless |")
    click.echo("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, work in _works(Path(folder)):
            if chosen and name not in chosen:
                continue
            with progress(None, name) as advance:
                count, outcomes = fail_in_turn(allocator, work, most, lambda done: advance(done, ""))
            for outcome in sorted({*outcomes} - {"MemoryError", "InputError", "harmless", "not reached"}):
                bad = True
                say(f"{name}, {outcomes[outcome]} of {outcomes.total()}: {outcome}")
            tried = outcomes.total() - outcomes["not reached"]
            click.echo(
                f"| {name} | {count:,} | {tried:,} | {outcomes['MemoryError']:,} "
                f"| {outcomes['InputError']:,} | {outcomes['harmless']:,} |"
            )
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
