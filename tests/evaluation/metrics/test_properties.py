"""What must hold whatever the texts are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from simplifier.evaluation.metrics import PRESETS, ReferenceSet, parse_metric
from simplifier.languages import language_named

ENGLISH = language_named("en")

WORDS = st.lists(st.sampled_from("a b c d the . , unbelievable Rome".split()), max_size=9)
SENTENCES = st.tuples(WORDS.filter(bool), WORDS, st.lists(WORDS, min_size=1, max_size=4))
#: All but those that need a model.
NAMES = [name for name in PRESETS if not name.startswith("contextual")]
SIMILARITIES = "sari-paper sari-easse sari-easse-precision sari-eq sentence-bleu fkbleu bleu".split()


def value(name: str, source: list[str], output: list[str], references: list[list[str]]) -> float:
    data = ReferenceSet([" ".join(source)], [[" ".join(reference)] for reference in references], language=ENGLISH)
    return parse_metric(name).score([" ".join(output)], data).value


@settings(max_examples=60, deadline=None)
@given(SENTENCES)
@pytest.mark.parametrize("name", SIMILARITIES)
def test_range_permutation_and_duplication(name: str, texts: tuple[list[str], list[str], list[list[str]]]) -> None:
    source, output, references = texts
    score = value(name, source, output, references)
    assert -1e-9 <= score <= 100 + 1e-9
    assert value(name, source, output, references[::-1]) == pytest.approx(score, abs=1e-9)
    # Counts are relative to the number of references, so doubling all of them changes nothing.
    assert value(name, source, output, references * 2) == pytest.approx(score, abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(SENTENCES)
def test_identity(texts: tuple[list[str], list[str], list[list[str]]]) -> None:
    source, _, references = texts
    data = ReferenceSet([" ".join(source)], [[" ".join(reference)] for reference in references], language=ENGLISH)
    parts = parse_metric("sari-paper").score([" ".join(source)], data).parts
    assert parts["add"] == 0
    assert parts["delete"] == 0
    assert value("-ld", source, source, references) == 0
    assert value("copies", source, source, references) == 100
    assert value("additions", source, source, references) == 0
    assert value("deletions", source, source, references) == 0
    assert value("compression", source, source, references) == 1


@pytest.mark.parametrize("name", NAMES)
def test_empty_output_is_finite(name: str) -> None:
    score = value(name, ["the", "cat", "sat", "."], [], [["a", "cat", "sat", "."]])
    assert np.isfinite(score)
    if name in ("sentence-bleu", "bleu", "fkbleu", "chrf", "chrf++"):
        assert score == 0


@pytest.mark.parametrize("name", ["sari-paper", "sari-easse", "sari-eq"])
def test_perfect_one_word_output_scores_low(name: str) -> None:
    """Orders longer than the sentence are empty and count 0: the published behaviour, kept."""
    assert value(name, ["large"], ["big"], [["big"]]) == pytest.approx(100 * (1 / 4 + 0 + 1 / 4) / 3)


def test_repeated_words_deleted_once() -> None:
    """Where the released script and the printed equations part: `the` twice, deleted once, kept once."""
    texts = (["the", "the", "cat"], ["the", "cat"], [["the", "cat"]])
    assert value("sari-paper", *texts) != pytest.approx(value("sari-paper[counts=tokens]", *texts), abs=0.1)


def test_perfect_output_scores_100() -> None:
    source, reference = "a b c d e f".split(), "a x c y e z".split()
    for name in ("sari-easse", "sari-easse-precision", "sentence-bleu", "bleu", "chrf"):
        # No bigram is shared, so three of the four orders of keep are empty.
        expected = 100 * (1 + 1 / 4 + 1) / 3 if name.startswith("sari") else 100
        assert value(name, source, reference, [reference]) == pytest.approx(expected)


def test_library_metrics_equal_sacrebleu() -> None:
    sources = ["The cat, which was old, sat.", "Rome was not built in a day.", "He left."]
    outputs = ["The old cat sat.", "Rome was not made in one day.", "He went away."]
    references = [
        ["The cat was old and sat.", "Rome wasn't built in a day.", "He went."],
        ["An old cat sat.", "Rome was built slowly.", "He went away."],
    ]
    data = ReferenceSet(sources, references, language=ENGLISH)
    for name, library in (
        ("bleu", BLEU()),
        ("chrf", CHRF()),
        ("chrf++", CHRF(word_order=2)),
        ("ter", TER()),
        ("bleu[case=lc]", BLEU(lowercase=True)),
    ):
        metric = parse_metric(name)
        score = metric.score(outputs, data)
        assert score.value == pytest.approx(library.corpus_score(outputs, references).score, abs=1e-9)
        if not name.startswith("bleu"):
            statistics = metric.statistics(outputs, data)
            expected = [library.sentence_score(o, [r[i] for r in references]).score for i, o in enumerate(outputs)]
            np.testing.assert_allclose(metric.segment_scores(statistics), expected, rtol=0, atol=1e-9)


def test_corpus_scores_follow_the_weights() -> None:
    """A segment counted twice is the corpus with that segment written twice."""
    sources = ["the cat sat on the mat .", "it rained a lot .", "no one came ."]
    references = [["a cat sat .", "it rained much .", "nobody came ."]]
    outputs = ["the cat sat .", "it rained .", "no one came ."]
    repeated = [0, 0, 2]
    again = ReferenceSet([sources[i] for i in repeated], [[references[0][i] for i in repeated]], language=ENGLISH)
    data = ReferenceSet(sources, references, language=ENGLISH)
    for name in (*NAMES, "0.5*sari-paper + 0.5*fkbleu", "gm(bleu, sari-easse)", "fkgl - 0.5*-ld"):
        metric = parse_metric(name)
        statistics = metric.statistics(outputs, data)
        weighted = metric.corpus_scores(statistics, np.array([[2.0, 0.0, 1.0], [1.0, 1.0, 1.0]]))
        expected = metric.score([outputs[i] for i in repeated], again).value
        assert weighted[0] == pytest.approx(expected, abs=1e-9), name
        assert weighted[1] == pytest.approx(metric.score(outputs, data).value, abs=1e-9), name
        assert statistics.shape == (3, metric.width), name
