"""Measures of outputs beside their sources: by hand, and against plain versions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier.base.errors import ConfigError, InputError
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.metrics.quality import common_subsequence
from simplifier.evaluation.metrics.weighted_sari import OPERATIONS, fitted_weights
from simplifier.languages import language_named

ENGLISH = language_named("en")

SOURCE = "The city commenced construction of the bridge."
OUTPUTS = ["The city started building the bridge.", SOURCE, "The city began. It built the bridge."]


def scores(expression: str, outputs: list[str] = OUTPUTS, source: str = SOURCE) -> list[float]:
    metric = parse_metric(expression)
    data = ReferenceSet([source] * len(outputs), [], language=ENGLISH)
    return metric.segment_scores(metric.statistics(outputs, data)).tolist()


def plain_subsequence(one: str, other: str) -> int:
    rows = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            rows[i + 1][j + 1] = rows[i][j] + 1 if a == b else max(rows[i][j + 1], rows[i + 1][j])
    return rows[-1][-1]


@given(st.text("abc ", max_size=30), st.text("abc ", max_size=30))
@settings(deadline=None)
def test_common_subsequence(one: str, other: str) -> None:
    assert common_subsequence(one, other) == plain_subsequence(one, other)


def test_words_and_sentences() -> None:
    assert scores("sentences") == [1, 1, 2]
    assert scores("words") == [6, 7, 7]
    assert scores("sentence-length") == [6, 7, 3.5]
    # Tokens: 7, 8 and 9, the full stops too.
    assert scores("word-compression") == [7 / 8, 1, 9 / 8]


def test_proportions_by_hand() -> None:
    # started building; nothing; began . It built
    assert scores("additions-proportion") == [2 / 8, 0, 4 / 9]
    # commenced construction of; nothing; commenced construction of
    assert scores("deletions-proportion") == [3 / 8, 0, 3 / 9]


def test_similarity_is_the_levenshtein_ratio() -> None:
    # kitten, sitting: i t t n in common; 2 x 4 / 13
    assert scores("levenshtein-similarity", ["sitting"], "kitten") == [8 / 13]
    assert scores("levenshtein-similarity", [""], "") == [1]


def test_lexical_complexity() -> None:
    wordfreq = pytest.importorskip("wordfreq", reason="lexical-complexity needs wordfreq; pip install wordfreq")
    words = wordfreq.top_n_list("en", 1_000_000, wordlist="large")
    ranks = [math.log(1 + words.index(word)) for word in ("city", "bridge")]
    found = scores("lexical-complexity", ["The city and the bridge.", "Of the and.", "The bridge, qqxqzzx!"])
    assert found == pytest.approx([float(np.quantile(ranks, 0.75)), math.log(1 + len(words)), ranks[1]])
    rare = scores("lexical-complexity", ["The municipality commenced construction.", "The city started to build."])
    assert rare[0] > rare[1]
    assert "ranks:wordfreq-" in str(
        parse_metric("lexical-complexity").signature(ReferenceSet(["a"], [], language=ENGLISH))
    )


def test_weights_of_sari() -> None:
    data = ReferenceSet([SOURCE] * 3, [["The city started building the bridge."] * 3], language=ENGLISH)
    equal, paper = parse_metric("sari-weighted"), parse_metric("sari-paper")
    assert equal.score(OUTPUTS, data).value == pytest.approx(paper.score(OUTPUTS, data).value)
    metric = parse_metric("sari-weighted[add=2,keep=1,delete=1]")
    parts = paper.segment_parts(paper.statistics(OUTPUTS, data))
    expected = (2 * parts["add"] + parts["keep"] + parts["delete"]) / 4
    np.testing.assert_allclose(metric.segment_scores(metric.statistics(OUTPUTS, data)), expected)
    assert str(metric.signature(data)).startswith("sari-weighted|weights:0.5/0.25/0.25|counts:types|")
    with pytest.raises(ConfigError, match="weights are at least 0"):
        parse_metric("sari-weighted[add=-1]")


def test_weights_are_found_again() -> None:
    parts = np.random.default_rng(1).random((50, len(OPERATIONS)))
    weights = fitted_weights(parts, 3 + parts @ [0.2, 1.0, 0.8])
    np.testing.assert_allclose(weights, [0.1, 0.5, 0.4], atol=1e-12)
    # Who goes down with the ratings gets nothing.
    assert fitted_weights(parts, parts @ [-1.0, 1.0, 0.0])[0] == 0
    with pytest.raises(InputError, match="no operation of SARI goes up"):
        fitted_weights(parts, -parts.sum(axis=1))
