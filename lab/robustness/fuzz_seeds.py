"""Seeds of fuzzing: small files of every kind that a target reads, made by our own writers."""

from __future__ import annotations

import random
import struct
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import numpy as np

from simplifier.core import ParserTrainer, TableBuilder, TaggerTrainer, write_boosted_trees
from simplifier.lm.files import seal

__all__ = ["SEEDS"]

_RULES: Final = (
    ("N", "cat", "animal", 1.5),
    ("N", "the cat", "cat", -0.25),
    ("X", "[NN,1] of [X,2]", "[X,2] 's [NN,1]", 0.125),
    ("X", "utilize", "use", 2.0),
)
_ARPA: Final = (
    b"\\data\\\nngram 1=5\nngram 2=2\n\n\\1-grams:\n-1.0\t<unk>\t0\n0\t<s>\t-0.3\n-0.7\t</s>\t0\n"
    b"-0.5\tthe\t-0.2\n-0.9\tcat\t-0.1\n\n\\2-grams:\n-0.2\t<s> the\n-0.4\tcat </s>\n\n\\end\\\n"
)


def _grammar(_: Path) -> Iterator[bytes]:
    lines = [f"[{lhs}] ||| {source} ||| {target} ||| " for lhs, source, target, _ in _RULES]
    labelled = "\n".join(f"{line}p(f|e)={number} Lex(e|f)=NA" for number, line in enumerate(lines))
    bare = "\n".join(f"{line}{number} 0.5 x=1e3 ||| 0-0" for number, line in enumerate(lines))
    related = "\n".join(f"{line}PPDB2.0Score=3 ||| 0-0 ||| Equivalence" for line in lines)
    for build in (0, 0x18, 0x1C):
        yield bytes([build]) + labelled.encode()
        yield bytes([build + 1]) + bare.encode()
        yield bytes([build + 2]) + labelled.replace("animal", "").encode()
        yield bytes([build + 3]) + related.encode()


def _tables(folder: Path) -> Iterator[bytes]:
    for exact in (False, True):
        path = folder / f"exact{exact}.table"
        builder = TableBuilder(str(path), ["cost", "length"], [0.0, 1.0], ["one"], "{}", str(folder), exact=exact)
        values = [[cost, 300.0 + place] for place, (_, _, _, cost) in enumerate(_RULES)]
        builder.add(
            [lhs for lhs, _, _, _ in _RULES],
            [source for _, source, _, _ in _RULES],
            [target for _, _, target, _ in _RULES],
            np.array(values, dtype=np.float32),
            ["0-0"] * len(_RULES),
            0,
        )
        builder.finish()
        data = path.read_bytes()
        yield b"\0" + data
        _, version, features, _, rules, _ = struct.unpack_from("<8sIIQQQ", data)
        parts = bytes([1, version == 2, features]) + struct.pack("<H", rules)
        for number in range(23 if version == 2 else 21):
            offset, length, _ = struct.unpack_from("<QQQ", data, 40 + 24 * number)
            parts += struct.pack("<H", length) + data[offset : offset + length]
        yield parts


def _trees(folder: Path) -> Iterator[bytes]:
    path = folder / "fuzz.trees"
    write_boosted_trees(
        path=str(path),
        inputs=["a", "b"],
        outputs=["y"],
        logistic=np.array([1], np.uint8),
        folds=1,
        forest_starts=np.array([0, 2], np.uint32),
        node_starts=np.array([0, 2, 3], np.uint32),
        leaf_starts=np.array([0, 3, 5], np.uint32),
        split_inputs=np.array([0, 1, 1], np.uint16),
        missing_left=np.array([0, 1, 0], np.uint8),
        thresholds=np.array([0.5, -1.0, 2.0], np.float32),
        left=np.array([1, ~0, ~1], np.int16),
        right=np.array([~1, ~2, ~0], np.int16),
        leaves=np.array([0.25, -1.0, 3.0, 0.5, 2.0], np.float32),
    )
    yield path.read_bytes()[32:]


def _tagger(folder: Path) -> Iterator[bytes]:
    trainer = TaggerTrainer(["D", "N", "V"], min_feature_count=1, min_word_count=1)
    for _times in range(3):
        trainer.add(["the", "cat", "runs"], ["D", "N", "V"])
        trainer.add(["a", "run"], ["D", "N"])
    trainer.epoch()
    trainer.prune(20)
    trainer.save(str(folder / "fuzz.bin"))
    yield (folder / "fuzz.bin").read_bytes()[24:]


def _parser(folder: Path) -> Iterator[bytes]:
    trainer = ParserTrainer(["D", "N", "V"], ["ROOT", "det", "nsubj"], [["V"]], min_feature_count=1)
    trainer.add_kind("cat", "N", "animal")
    for _times in range(3):
        trainer.add(["the", "cat", "runs"], ["D", "N", "V"], [1, 2, -1], ["det", "nsubj", "ROOT"])
    trainer.epoch()
    trainer.prune(20, 20)
    trainer.save(str(folder / "fuzz.bin"))
    yield (folder / "fuzz.bin").read_bytes()[24:]


def _lists(folder: Path) -> Iterator[bytes]:
    yield b"\0the\tthe\nrun\tVB~3\t812\tNN~2\t400\n\xc3\xa9t\xc3\xa9\tNN~1\t1.5\n"
    yield (
        b"\1class\tDET\tDT PDT\npair\tcat\tanimal\t0:NN|NNS\tbefore: DET big|START; not after: END\n"
        b"pair\ta cat\t\t\t\npair\tx\ty z\t\tafter: DET\n"
    )
    path = folder / "file"
    path.write_bytes(b"x" * 150_000)
    seal(path)
    yield b"\2" + path.with_name("file.sums").read_bytes()


def _language_models(_: Path) -> Iterator[bytes]:
    yield b"\0" + _ARPA
    for kind in range(1, 6):
        yield bytes([kind])
        for place in (60, 88, 120, 200, 300, 500, 1000):
            yield bytes([kind]) + struct.pack("<H", place) + b"\1\0\0\0"


def _sentences(_: Path) -> Iterator[bytes]:
    chosen = random.Random(20)
    for size in (8, 16, 32, 64, 128):
        for _times in range(6):
            yield chosen.randbytes(size)


def _in_folder(made: Callable[[Path], Iterator[bytes]]) -> Callable[[], list[bytes]]:
    def seeds() -> list[bytes]:
        with tempfile.TemporaryDirectory() as folder:
            return list(made(Path(folder)))

    return seeds


#: Functions that make the first inputs of each target of simplifier/core/fuzz.
SEEDS: Final[dict[str, Callable[[], list[bytes]]]] = {
    "boosted_trees": _in_folder(_trees),
    "decoder": _in_folder(_sentences),
    "grammar": _in_folder(_grammar),
    "language_model": _in_folder(_language_models),
    "lists": _in_folder(_lists),
    "parser": _in_folder(_parser),
    "rule_table": _in_folder(_tables),
    "tagger": _in_folder(_tagger),
}
