"""Damage model files in many ways, open them, and count the outcomes.

    python -m lab.robustness.damage --trials 100000
    python -m lab.robustness.damage --trials 2000 --kind trie --foreign   # without checksums beside it

Every trial changes a copy of a file (bits flipped, a block of zeros, cut off, made longer), opens the copy and uses it.
The copy is *refused* with one line that names it, it is *harmless* (it gives what the intact file gives), or it is
*different* (it opens and gives something else), or the process *dies* or *hangs*. Only refused and harmless copies
pass.
"""

from __future__ import annotations

import mmap
import os
import random
import shutil
import signal
import struct
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import numpy as np

from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.base.terminal import progress
from simplifier.config import read_weights
from simplifier.core import CoreInputError
from simplifier.decoder.boosted_trees import load_trees
from simplifier.decoder.context import load_frames
from simplifier.estimation.model import EstimateModel
from simplifier.languages.analysis.parser import TransitionParser
from simplifier.languages.analysis.tagger import Tagger
from simplifier.lm import LanguageModel, convert, load_native, load_native_classes
from simplifier.lm.files import seal, unharmed
from simplifier.rules.tables.table import open_table

__all__ = ["KINDS", "Kind", "Outcome", "Trial", "header_flips", "placed", "random_damage", "try_damage"]

_SECONDS: Final = 20  # a trial that takes longer hangs
_ENGLISH: Final = PACKAGE / "models" / "en"
_ANNOTATION: Final = PACKAGE / "models" / "en-annotation"
_SPANISH: Final = _ENGLISH.parent / "es-demo"
#: Words with which files of any language are used.
_WORDS: Final = (_SPANISH / "text.txt").read_text(encoding="utf-8").split()[:12]


def _table(path: Path) -> object:
    table = open_table(path)
    numbers = range(0, len(table), max(1, len(table) // 50))
    return [(table.rule(number), table.features(number).tolist()) for number in numbers]


def _language_model(path: Path) -> object:
    core, model = load_native(path), LanguageModel(path)
    return core.score_words(_WORDS), model.score_sentence(_WORDS), core.order


def _classes(path: Path) -> object:
    classes = load_native_classes(path)
    return [classes.word_class(word, tag) for word in _WORDS for tag in ("", word)]


def _parser(path: Path) -> object:
    return TransitionParser.load(path, frozenset()).parse([_WORDS], [_WORDS])


def _trees(path: Path) -> object:
    trees = load_trees(path)
    return trees.input_names, trees.output_names, len(trees)


def _estimate(path: Path) -> object:
    model = EstimateModel.read(path)
    return model.names, model.values.tobytes(), model.weights.tobytes(), model.width


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of model file.

    Attributes:
        source: an intact file of the kind; an ARPA file if it is converted first.
        use: opens a file, uses it, and returns the results.
        header: number of bytes at the beginning that are header and index.
        sealed: True if checksums lie in a file beside it.
        structure: the structure of the binary that is made from ARPA; empty if the file is copied.
    """

    source: Path
    use: Callable[[Path], object]
    header: int
    sealed: bool = False
    structure: str = ""


KINDS: Final[dict[str, Kind]] = {
    "rules": Kind(_ENGLISH / "rules.table", _table, 40 + 24 * 23),
    "small rules": Kind(_SPANISH / "rules.table", _table, 40 + 24 * 23),
    "numbers": Kind(_ENGLISH / "numbers.table", _table, 40 + 24 * 23),
    "trie": Kind(_ENGLISH / "class.binary", _language_model, 512, sealed=True),
    "probing": Kind(_SPANISH / "plain.arpa", _language_model, 512, sealed=True, structure="probing"),
    "small trie": Kind(_SPANISH / "plain.arpa", _language_model, 512, sealed=True, structure="trie"),
    "packed trie": Kind(_SPANISH / "plain.arpa", _language_model, 512, sealed=True, structure="packed trie"),
    "classes": Kind(_ENGLISH / "class.classes", _classes, 512, sealed=True),
    "frames": Kind(_ENGLISH / "frames.tsv", lambda path: bool(load_frames(path)), 512, sealed=True),
    "weights": Kind(_ENGLISH / "weights.toml", lambda path: read_weights(unharmed(path)), 512, sealed=True),
    "tagger": Kind(_ANNOTATION / "tagger.bin", lambda path: Tagger.load(path).tag(_WORDS), 8 + 2 * 8 + 512),
    "parser": Kind(_ANNOTATION / "parser.bin", _parser, 32 + 512),
    "trees": Kind(_ENGLISH / "selection.trees", _trees, 32 + 512),
    "estimate": Kind(_ENGLISH / "estimate.npz", _estimate, 512),
}

#: A function that changes bytes in place.
Damage = Callable[[bytearray], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """One way of damaging a file.

    Attributes:
        changes: places of bytes, each with the bits that are flipped there.
        zeros: first place and number of bytes that become 0.
        size: the size to which the file is cut or padded; None leaves its size, and with a size nothing else is
            changed.
    """

    changes: tuple[tuple[int, int], ...] = ()
    zeros: tuple[int, int] = (0, 0)
    size: int | None = None


class Outcome(Counter[str]):
    """Number of trials by their outcome."""

    @property
    def held(self) -> bool:
        """True if all trials were refused or harmless."""
        return not {*self} - {"refused", "harmless"}


def header_flips(length: int, size: int) -> Iterator[Trial]:
    """Yield, for each of the first bytes of a file, every flip of one bit and the flip of all bits.

    Args:
        length: number of bytes.
        size: size of the file in bytes.
    """
    for place in range(min(length, size)):
        for bits in (1, 2, 4, 8, 16, 32, 64, 128, 255):
            yield Trial(((place, bits),))


def random_damage(count: int, size: int, seed: int) -> Iterator[Trial]:
    """Yield random trials: 70 % flips in 1 to 500 bytes, and 10 % each of zeroed blocks, cut and lengthened files."""
    random_number = random.Random(seed)
    for _ in range(count):
        way = random_number.random()
        if way < 0.7:
            flips = random_number.choice((1, 1, 1, 2, 10, 500))
            changes = tuple((random_number.randrange(size), random_number.randrange(1, 256)) for _ in range(flips))
            yield Trial(changes)
        elif way < 0.8:
            start = random_number.randrange(size)
            yield Trial(zeros=(start, min(size - start, random_number.choice((8, 512, 4096)))))
        elif way < 0.9:
            yield Trial(size=random_number.choice((random_number.randrange(size), size - 1)))
        else:
            yield Trial(size=size + random_number.choice((1, 7, 8, 4096)))


def _damaged(path: Path, whole: bytes, trial: Trial) -> bool:
    """Write the damage into a copy of a file; return True if it changed a byte at all."""
    if trial.size is not None:
        with path.open("r+b") as stream:
            stream.truncate(trial.size)
        return True
    changed = False
    with path.open("r+b") as stream, mmap.mmap(stream.fileno(), 0) as content:
        for place, bits in trial.changes:
            content[place] ^= bits
        start, length = trial.zeros
        content[start : start + length] = bytes(length)
        for place in {place for place, _ in trial.changes}:
            changed |= content[place] != whole[place]
        changed |= content[start : start + length] != whole[start : start + length]
    return changed


def _restore(path: Path, whole: bytes, trial: Trial) -> None:
    with path.open("r+b") as stream:
        if trial.size is not None:
            stream.truncate(min(trial.size, len(whole)))
            if trial.size < len(whole):
                stream.seek(trial.size)
                stream.write(whole[trial.size :])
            return
        for place, _ in trial.changes:
            stream.seek(place)
            stream.write(whole[place : place + 1])
        start, length = trial.zeros
        stream.seek(start)
        stream.write(whole[start : start + length])


def _one(kind: Kind, path: Path, expected: object) -> str:
    """Open and use a damaged file, and return the outcome."""
    signal.alarm(_SECONDS)  # there is no handler, so the signal ends a process that hangs
    try:
        found = kind.use(path)
    except (InputError, CoreInputError) as error:
        text = str(error)
        return "refused" if path.name in text and "\n" not in text else "refused without its name"
    except Exception as error:
        return f"raised {type(error).__name__}"
    finally:
        signal.alarm(0)
    return "harmless" if found == expected else "different"


def _work(kind: Kind, path: Path, trials: list[Trial], first: int, pipe: int, expected: object) -> None:
    """Try one trial after another, and tell a pipe the beginning and the outcome of each.

    The byte 255 tells that a trial begins. The length of the outcome's name and the name tell that it has ended.
    """
    whole = path.read_bytes()
    for trial in trials[first:]:
        os.write(pipe, struct.pack("<B", 255))
        changed = _damaged(path, whole, trial)
        outcome = _one(kind, path, expected) if changed else "harmless"
        _restore(path, whole, trial)
        name = outcome.encode()
        os.write(pipe, struct.pack("<B", len(name)) + name)


def try_damage(kind: Kind, path: Path, trials: list[Trial], told: Callable[[int], None] = lambda done: None) -> Outcome:
    """Try damages on a file, which is intact again afterwards.

    The trials run in a child process. If one ends the process, a new child goes on with the next.

    Args:
        kind: the kind of the file.
        path: an intact file, which is written to.
        trials: the trials, in order.
        told: called with 1 after each trial.
    """
    expected = kind.use(path)
    whole = path.read_bytes()
    outcome = Outcome()
    done = 0
    while done < len(trials):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            try:
                _work(kind, path, trials, done, writing, expected)
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as results:
            done += _collect(results.read, outcome, told)
        _, status = os.waitpid(child, 0)
        if done < len(trials):  # the process ended in the middle of a trial
            number = os.waitstatus_to_exitcode(status)
            outcome["hangs" if number == -signal.SIGALRM else f"dies ({signal.Signals(-number).name})"] += 1
            done += 1
            path.write_bytes(whole)
    return outcome


def _collect(read: Callable[[int], bytes], outcome: Outcome, told: Callable[[int], None]) -> int:
    done = 0
    while begun := read(1):
        assert begun == b"\xff"
        length = read(1)
        if not length:
            break
        outcome[read(length[0]).decode()] += 1
        done += 1
        told(1)
    return done


def placed(kind: Kind, folder: Path, foreign: bool = False) -> Path:
    """Copy an intact file of a kind into a folder, converted if the kind says so, and return the copy.

    Args:
        kind: the kind of file.
        folder: the folder.
        foreign: True if no checksums are written beside it.
    """
    path = folder / kind.source.name
    if kind.structure:
        path = path.with_suffix(".binary")
        hashed, packed = kind.structure == "probing", kind.structure == "packed trie"
        bits = (8, 8, 4) if packed else (None, None, None)
        convert(kind.source, path, "probing" if hashed else "trie", *bits)
    else:
        shutil.copyfile(kind.source, path)
    beside = Path(f"{path}.sums")
    beside.unlink(missing_ok=True)
    if kind.sealed and not foreign:
        seal(path)
    return path


@click.command()
@click.option("--trials", default=1000, show_default=True, help="Random damages of each kind.")
@click.option("--large-trials", type=int, help="The same for files of more than 10 MB.  [default: as --trials]")
@click.option("--kind", "kinds", multiple=True, type=click.Choice([*KINDS]), help="Only these kinds.")
@click.option("--foreign", is_flag=True, help="Without checksums beside the files.")
@click.option("--seed", default=1, show_default=True)
def main(trials: int, large_trials: int | None, kinds: tuple[str, ...], foreign: bool, seed: int) -> None:
    """Damage files of all kinds, and print a table of the outcomes."""
    np.seterr(all="ignore")
    click.echo("| kind | bytes | header flips | random damages | outcome |")
    click.echo("|---|---|---|---|---|")
    bad = False
    for name in kinds or KINDS:
        kind = KINDS[name]
        with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
            path = placed(kind, Path(folder), foreign)
            size = path.stat().st_size
            header = list(header_flips(kind.header, size))
            wanted = large_trials if large_trials is not None and size > 10_000_000 else trials
            with progress(len(header) + wanted, name) as advance:
                outcome = try_damage(kind, path, header, lambda done: advance(done, ""))
                outcome.update(
                    try_damage(
                        kind,
                        path,
                        list(random_damage(wanted, size, seed)),
                        lambda done: advance(done, ""),
                    )
                )
        bad |= not outcome.held
        told = ", ".join(f"{count:,} {what}" for what, count in outcome.most_common())
        click.echo(f"| {name} | {size:,} | {len(header):,} | {wanted:,} | {told} |")
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
