"""Exact values of the features that the systems of QATS 2016 share."""

from __future__ import annotations

import math

import pytest
import sacrebleu

from simplifier.config import load_config
from simplifier.estimation.estimator import open_features
from simplifier.estimation.pairs import ReadPair
from simplifier.evaluation.qats.features.corpus import PairCorpus
from simplifier.evaluation.qats.features.edit_rates import error_classes, ter_features, wer_features
from simplifier.evaluation.qats.features.meteor import meteor
from simplifier.evaluation.qats.features.ngrams import ngram_features, sentence_bleu
from simplifier.evaluation.qats.features.registry import GROUPS, FeatureTable, Resources

SOURCE = "The committee commenced deliberations on 3 May, although two members were absent."
OUTPUT = "On 3 May the committee started deliberations."
PAIRS = [
    ("a big house".split(), "a large house".split()),
    ("a big dog".split(), "a large dog".split()),
    ("a dog ran".split(), "a dog ran".split()),
    ("the big house".split(), "the large house".split()),
]


@pytest.fixture(scope="module")
def resources() -> Resources:
    reader, features = open_features(load_config())
    pairs = [(f"{a} {b}".split(), f"{c} {b}".split()) for a, c in [("big", "large"), ("old", "old")] for b in "xyz"]
    return Resources(reader.language, features, PairCorpus.of(pairs, 2))


@pytest.fixture(scope="module")
def pair() -> ReadPair:
    reader, _ = open_features(load_config())
    return reader.read([(SOURCE, OUTPUT)])[0]


def test_bleu() -> None:
    words = "a b c d e".split()
    assert sentence_bleu(words, words) == pytest.approx(1)
    # 3 of 4 words; 1 of 3, 0 of 2 and 0 of 1 longer ones, one added to each; brevity 1 - 5/4.
    expected = math.exp(sum(map(math.log, (3 / 4, 2 / 4, 1 / 3, 1 / 2))) / 4 - 1 / 4)
    assert sentence_bleu(words, "a b x d".split()) == pytest.approx(expected)
    assert sentence_bleu(words, ["z"]) == 0


def test_the_same_sentence_has_full_marks(resources: Resources) -> None:
    reader, _ = open_features(load_config())
    same = reader.read([(SOURCE, SOURCE)])[0]
    assert all(value == pytest.approx(1) for value in ngram_features(same).values())
    assert set(wer_features(same).values()) == {0.0}
    assert set(error_classes(same).values()) == {0}
    assert ter_features(same)["ter"] == 0


def test_ter_is_that_of_sacrebleu(pair: ReadPair) -> None:
    theirs = sacrebleu.metrics.TER(case_sensitive=True)
    score = theirs.sentence_score(" ".join(pair.output.forms), [" ".join(pair.source.forms)]).score
    found = ter_features(pair)
    assert 100 * found["ter"] == pytest.approx(score)
    assert found["ter_sh"] == 2
    assert found["ter_wsh"] >= 2
    edits = found["ter_ins"] + found["ter_sub"] + found["ter_del"] + found["ter_sh"]
    assert edits == found["ter_errors"]


def test_classes_of_errors(pair: ReadPair) -> None:
    found = error_classes(pair)
    size = len(pair.source.forms)
    # "started" for "commenced"; a comma and five words are gone; "on 3 May" stands elsewhere.
    assert (found["lex"] + found["miss"]) * size == pytest.approx(7)
    assert found["infl"] == 0
    assert found["reord"] > 0
    names = ("lex", "ext", "miss", "reord", "infl")
    assert found["word_errors"] == pytest.approx(sum(found[name] for name in names))


def test_meteor() -> None:
    words = "dogs run far".split()
    assert meteor(words, words, (), {}) == pytest.approx(1)
    assert meteor(words, ["x"], (), {}) == 0
    # One chunk of two words; precision 1, recall 2/3.
    mean = (2 / 3) / (0.85 + 0.15 * 2 / 3)
    assert meteor(words, "dogs run".split(), (), {}) == pytest.approx(mean * (1 - 0.6 * (1 / 2) ** 0.2))
    by_stem = meteor(["dogs"], ["dog"], (), {})
    by_synonym = meteor(["dog"], ["hound"], (), {"dog": {"hound"}})
    assert (by_stem, by_synonym) == (pytest.approx(0.6), pytest.approx(0.8))


def test_model_1_finds_who_translates_whom() -> None:
    found = PairCorpus.of(PAIRS, 2)
    assert max(found.translations["big"], key=lambda word: found.translations["big"][word]) == "large"
    assert found.counts[0][("big",)] == 3
    assert found.counts[1][("a", "big")] == 2
    assert found.documents["a"] == 6
    low, high, known = found.quartile_shares("a big cat".split(), 1)
    assert known == pytest.approx(2 / 3)
    assert low >= 1 / 3


def test_every_group_gives_finite_numbers_under_its_own_names(resources: Resources, pair: ReadPair) -> None:
    table = FeatureTable([pair, pair], resources)
    names = [name for group in GROUPS for name in table.group(group)[0]]
    assert len(names) == len(set(names))
    for group in GROUPS:
        assert all(map(math.isfinite, table.group(group)[0].values())), group
    assert table.matrix(["quest"]).shape == (2, 17)
    assert table.matrix((), ["bleu", "e_score"]).shape == (2, 2)


def test_the_17_features(resources: Resources, pair: ReadPair) -> None:
    found = list(FeatureTable([pair], resources).group("quest")[0].values())
    assert found[0] == len(pair.source.forms)
    assert found[1] == len(pair.output.forms)
    assert found[3] == pytest.approx(sum(pair.source.log_probabilities["normal"]))
    assert found[15:] == [2, 1]
