from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.core import TaggerTrainer
from simplifier.languages import language_named
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.recipes.data.extract_rules import extract
from simplifier.recipes.places import Places
from simplifier.recipes.sections import ParallelText
from simplifier.rules.readers import read_rules
from simplifier.rules.resources.phrase_evidence import read_phrase_values

SENTENCES = [
    ("he purchased a house .", "PRP VBD DT NN ."),
    ("she bought the boat .", "PRP VBD DT NN ."),
    ("they purchased many old cars .", "PRP VBD JJ JJ NNS ."),
    ("we bought very big cars .", "PRP VBD RB JJ NNS ."),
]
PAIRS = [
    ("He purchased a house.", "He bought a house."),
    ("She purchased the boat.", "She bought the boat."),
    ("Very old cars were what they purchased.", "Old cars were what they bought."),
    ("Very big cars were what we purchased.", "Big cars were what we bought."),
    ("They purchased many cars.", "They bought many cars."),
    ("They bought a boat.", "They bought a boat."),
]


RECIPE = ParallelText(
    simplifying={"$DATA/parallel/a.tsv.gz": "CC0", "$DATA/parallel/b.tsv": "CC0"},
    splitting={"$DATA/parallel/c.tsv.gz": "MIT"},
)
NEAR = ["$DATA/turkcorpus/tune.src", "$DATA/asset/valid.src"]


def extract_into(data: Path, tagger: Path, say: Callable[[str], None]) -> None:
    extract(RECIPE, NEAR, Places(data, data, data, data), tagger, data / "out", language_named("en"), say)


@pytest.fixture
def tagger(tmp_path: Path) -> Path:
    trainer = TaggerTrainer(list(PENN_TAGS), seed=1, min_feature_count=1, min_word_count=1)
    for words, tags in SENTENCES:
        trainer.add(words.split(), tags.split())
    for _ in range(5):
        trainer.epoch()
    path = tmp_path / "tagger.bin"
    trainer.save(str(path))
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name in ("parallel", "turkcorpus", "asset", "out"):
        (tmp_path / name).mkdir()
    (tmp_path / "turkcorpus" / "tune.src").write_text("something else .\n")
    (tmp_path / "asset" / "valid.src").write_text("Something else.\n")
    for name in ("a.tsv.gz", "b.tsv", "c.tsv.gz"):
        text = "".join(f"{source}\t{target}\t0\n" for source, target in PAIRS) if name[0] == "a" else ""
        content = text.encode()
        (tmp_path / "parallel" / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    return tmp_path


def test_from_sentence_pairs_to_files(data: Path, tagger: Path) -> None:
    lines: list[str] = []
    extract_into(data, tagger, lines.append)
    (batch,) = read_rules(data / "out" / "parallel.rules.gz", "ppdb1")
    rules = dict(zip(zip(batch.sources, batch.targets, strict=True), batch.features["ParallelLogCount"], strict=True))
    assert rules["purchased", "bought"] == pytest.approx(1.7918, abs=1e-4)  # ln(1 + 5)
    assert ("very old", "old") not in rules  # a deletion seen once
    phrases = read_phrase_values(data / "out" / "propensity.tsv.gz")
    assert phrases.word("purchased").change > 0 > phrases.word("bought").change
    assert phrases.word("very").drop > 0 > phrases.word("cars").drop
    facts = json.loads((data / "out" / "parallel.json").read_text())
    assert facts["pairs_used"] == facts["pairs_read"]["a.tsv.gz"] == 6
    assert facts["sources"] == {"a.tsv.gz": "CC0", "b.tsv": "CC0", "c.tsv.gz": "MIT"}
    assert lines[-1] == f"{len(batch)} rules written"
    first = [(data / "out" / name).read_bytes() for name in ("parallel.rules.gz", "propensity.tsv.gz")]
    extract_into(data, tagger, lines.append)
    assert first == [(data / "out" / name).read_bytes() for name in ("parallel.rules.gz", "propensity.tsv.gz")]


def test_a_missing_file_is_named(data: Path, tagger: Path) -> None:
    (data / "parallel" / "b.tsv").unlink()
    with pytest.raises(InputError, match="b.tsv: no such file"):
        extract_into(data, tagger, print)
