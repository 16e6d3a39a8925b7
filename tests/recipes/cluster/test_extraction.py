"""Rules from sentence pairs on a real Spark session of two cores: the bytes of one machine."""

from __future__ import annotations

import gzip
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from simplifier.base.errors import InputError
from simplifier.core import TaggerTrainer
from simplifier.languages import language_named
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.recipes.data.extract_rules import extract
from simplifier.recipes.places import Places
from simplifier.recipes.sections import Gaps, ParallelText

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # sockets of py4j
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

FILES = ("parallel.rules.gz", "gaps.rules.gz", "propensity.tsv.gz", "parallel.json")
ENGLISH = language_named("en")
SENTENCES = [
    ("he purchased a house .", "PRP VBD DT NN ."),
    ("she bought the boat .", "PRP VBD DT NN ."),
    ("they purchased many old cars .", "PRP VBD JJ JJ NNS ."),
    ("the use of cars began .", "DT NN IN NNS VBD ."),
]
RECIPE = ParallelText(
    simplifying={"$DATA/a.tsv.gz": "CC0", "$DATA/b.tsv": "CC0"},
    splitting={"$DATA/c.tsv": "MIT"},
    gaps=Gaps(fillers=2, share=0.02),
)


def pair(chance: random.Random) -> tuple[str, str]:
    who, what = (
        chance.choice(["He", "She", "They", "We"]),
        chance.choice(["cars", "boats", "houses", "books"]),
    )
    verb = chance.choice([("purchased", "bought"), ("bought", "bought"), ("acquired", "got")])
    how = chance.choice([("Very old", "Old"), ("Numerous", "Many"), ("Big", "Big"), ("The use of", "Using")])
    first = f"{how[0]} {what} were what {who.lower()} {verb[0]} in {chance.randrange(1900, 2000)}."
    second = f"{how[1]} {what} were what {who.lower()} {verb[1]}."
    if chance.random() < 0.3:
        return f"{who} {verb[0]} the {what} of the town.", f"{who} {verb[1]} the town's {what}."
    return (first, second) if chance.random() < 0.8 else (first, first)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    chance = random.Random(5)
    lines = ["\t".join((*pair(chance), "1" if chance.random() < 0.05 else "0")) for _ in range(400)]
    lines[7] = "Damaged Ã letters.\tDamaged letters.\t0"
    lines[9] = "\tnothing\t0"
    (folder / "a.tsv.gz").write_bytes(gzip.compress("".join(f"{line}\n" for line in lines[:250]).encode()))
    (folder / "b.tsv").write_text("\n".join(lines[200:350]), encoding="utf-8")  # some stand in both
    (folder / "c.tsv").write_text("".join(f"{line}\r\n" for line in lines[350:]), encoding="utf-8")
    (folder / "near.txt").write_text("We bought the boats of the town.\n", encoding="utf-8")
    trainer = TaggerTrainer(list(PENN_TAGS), seed=1, min_feature_count=1, min_word_count=1)
    for words, tags in SENTENCES:
        trainer.add(words.split(), tags.split())
    for _ in range(5):
        trainer.epoch()
    trainer.save(str(folder / "tagger.bin"))
    return folder


@pytest.fixture(scope="module")
def wanted(data: Path) -> dict[str, bytes]:
    out = data / "here"
    extract(RECIPE, ["$DATA/near.txt"], Places(data, data, data, out), data / "tagger.bin", out, ENGLISH, print)
    return {name: (out / name).read_bytes() for name in FILES}


def made(session: Any, data: Path, out: Path) -> dict[str, bytes]:
    from simplifier.recipes.cluster.extraction import extract_with_spark

    place = Places(data, data, data, out)
    extract_with_spark(session, RECIPE, ["$DATA/near.txt"], place, data / "tagger.bin", out, ENGLISH, print)
    assert sorted(path.name for path in out.iterdir()) == sorted(FILES)
    return {name: (out / name).read_bytes() for name in FILES}


def test_files_are_those_of_one_machine(
    session: Any, data: Path, wanted: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from simplifier.recipes.cluster import sentence_pairs

    monkeypatch.setattr(sentence_pairs, "_CHUNK", 40)  # several chunks
    assert made(session, data, tmp_path / "out") == wanted
    assert len(gzip.decompress(wanted["parallel.rules.gz"]).splitlines()) > 10
    assert len(gzip.decompress(wanted["gaps.rules.gz"]).splitlines()) > 0
    report = wanted["parallel.json"].decode()
    for reason in ("duplicate", "near a tuning", "damaged", "marked", "empty"):
        assert reason in report


def test_a_worker_that_is_killed_changes_nothing(
    session: Any, data: Path, wanted: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from simplifier.recipes.cluster import phrase_counts

    marker, count = tmp_path / "killed", phrase_counts.mapped

    def deadly(frame: Any, make: Any, schema: Any) -> Any:
        def once(rows: Any) -> Any:
            for row in make(rows):
                yield row
                if not marker.exists():
                    marker.touch()
                    os.kill(os.getpid(), signal.SIGKILL)

        return count(frame, once, schema)

    monkeypatch.setattr(phrase_counts, "mapped", deadly)
    assert made(session, data, tmp_path / "out") == wanted
    assert marker.exists()


def test_a_broken_line_is_told(session: Any, data: Path, tmp_path: Path) -> None:
    from simplifier.recipes.cluster.extraction import extract_with_spark

    (tmp_path / "a.tsv").write_text("one\ttwo\n")
    recipe = ParallelText(simplifying={"$DATA/a.tsv": "CC0"})
    with pytest.raises(InputError, match=r"a\.tsv: expected 3 fields between tabs, not 2: 'one"):
        extract_with_spark(
            session, recipe, [], Places(tmp_path, tmp_path, tmp_path, tmp_path), data / "tagger.bin",
            tmp_path / "out", ENGLISH, print,
        )  # fmt: skip
