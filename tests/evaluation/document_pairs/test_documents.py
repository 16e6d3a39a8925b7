"""Sentences of documents, their alignment, the six operations, odds ratios, and what is told of a corpus."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from simplifier.base.errors import InputError
from simplifier.evaluation.document_pairs.alignment import Group, align, similarities, word_weights
from simplifier.evaluation.document_pairs.corpus import corpus_statistics
from simplifier.evaluation.document_pairs.odds import odds_ratio, odds_table
from simplifier.evaluation.document_pairs.operations import OPERATIONS, operations
from simplifier.evaluation.document_pairs.page import corpus_lines, corpus_page, corpus_tsv
from simplifier.evaluation.document_pairs.sentences import DocumentPair, document_pairs, sentences_of
from simplifier.languages import language_named
from tests.cli.test_simplify import Ended, invoke, model

__all__ = ["invoke", "model"]

ENGLISH = language_named("en")


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        ("it is old . he lives there .", ["it is old .", "he lives there ."]),
        (
            "the highlands.between 1975 and 1996 it was .",
            ["the highlands .", "between 1975 and 1996 it was ."],
        ),
        ("it ended ( 2011 ) .his voice is low .", ["it ended ( 2011 ) .", "his voice is low ."]),
        ("in the u.s. he won 2.5 points !", ["in the u.s. he won 2.5 points !"]),
        ("he said `` no . '' she left", ["he said `` no . ''", "she left"]),
        (" . ", []),
    ],
)
def test_sentences_of_a_line(line: str, sentences: list[str]) -> None:
    assert sentences_of(line) == sentences


def test_pairs_want_the_same_number_of_lines(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("a .\nb .\n", encoding="utf-8")
    other.write_text("a .\n", encoding="utf-8")
    with pytest.raises(InputError, match="has 2 lines and .* 1"):
        [*document_pairs(one, other)]


def words(*sentences: str) -> list[list[str]]:
    return [one.split() for one in sentences]


def found(sources: list[list[str]], targets: list[list[str]]) -> dict[str, int]:
    groups = align(similarities(sources, targets, lambda word: float(len(word) > 3)))
    counts = operations(sources, targets, groups, ENGLISH.words.pronouns, ENGLISH.words.function)
    return {name: count for name, count in counts.items() if count}


SENTENCES = words(
    "moray lies north beside highland country",
    "between wars grampian district governed people",
    "wolfgang schreyer wrote fiction adventures",
    "cosmic particle detected october utah",
)


def test_copying_is_no_operation() -> None:
    assert found(SENTENCES, SENTENCES) == {}


def test_each_operation_by_itself() -> None:
    one, two, three, four = SENTENCES
    assert found(SENTENCES, [one, three, four]) == {"deletion": 1}
    assert found(SENTENCES, [*SENTENCES, words("entirely different matter")[0]]) == {"addition": 1}
    assert found(SENTENCES, [one, two, four, three]) == {"reordering": 1}
    assert found(SENTENCES, [four, one, two, three]) == {"reordering": 1}
    assert found(SENTENCES, [[*one, "and", *two], three, four]) == {"joining": 1}
    assert found(SENTENCES, [one[:3], one[3:], two, three, four]) == {"splitting": 1}
    named = words("schreyer wrote fiction", "he lived beside cosmic particle")
    resolved = words("schreyer wrote fiction", "schreyer lived beside cosmic particle")
    assert found(named, resolved) == {"anaphora": 1}
    assert found(resolved, named) == {}


def test_every_sentence_is_in_one_group() -> None:
    random = np.random.default_rng(5)
    for _ in range(200):
        shape = tuple(random.integers(0, 6, 2))
        groups = align(random.random(shape), 0.6)
        assert sorted(number for one in groups for number in one.sources) == [*range(shape[0])]
        assert sorted(number for one in groups for number in one.targets) == [*range(shape[1])]
    assert align(np.zeros((0, 2))) == [Group((), (0,)), Group((), (1,))]


def test_containment_by_hand() -> None:
    weights = word_weights([{"the", "cat"}, {"the", "dog"}])
    assert weights == {"the": 0.0, "cat": np.log(2), "dog": np.log(2)}
    values = similarities(words("the cat", "the"), words("the cat dog", "the dog"), weights.__getitem__)
    assert values.tolist() == [[1.0, 0.0], [0.0, 0.0]]


def test_odds_by_hand_and_beside_scipy() -> None:
    one = odds_ratio("so", 10, 1000, 40, 2000)
    assert one.ratio == pytest.approx((40 / 1960) / (10 / 990))
    expected = chi2_contingency([[40, 1960], [10, 990]], correction=False)
    assert (one.chi_square, one.p) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))
    assert odds_ratio("so", 0, 100, 5, 100).ratio == pytest.approx(5.5 * 100.5 / (95.5 * 0.5))
    with pytest.raises(ValueError, match="counted 11 of 10"):
        odds_ratio("so", 11, 10, 0, 10)


def test_a_table_of_odds_has_what_differs() -> None:
    source, target = Counter(so=10, the=500, thus=60), Counter(so=60, the=500, thus=10)
    assert [one.name for one in odds_table(source, target)] == ["so", "thus"]
    assert odds_table(source, target, least=71) == []


PAIRS = [
    DocumentPair(
        ("moray lies north beside highland country .", "grampian district governed people ."),
        ("moray lies north .", "<b>something</b> else entirely ."),
    )
] * 30


def test_what_is_told_of_a_corpus() -> None:
    statistics = corpus_statistics(PAIRS, ENGLISH)
    assert statistics.documents == 30 and statistics.sentences == (60, 60)
    lines = [*corpus_lines(statistics, 2)]
    assert lines[:3] == ["documents: 30", "sentences: 60 -> 60", "words: 360 -> 240"]
    page = corpus_page(statistics, "Corpus", 5)
    assert "<svg" in page and "<script" not in page and "<b>something" not in page
    assert next(corpus_tsv(statistics)).split("\t")[:3] == ["what", "name", "source"]
    assert set(statistics.to_json()["operations"]) == set(OPERATIONS)


def test_the_command(invoke: Callable[..., Ended], model: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "a.src", tmp_path / "a.tgt"
    source.write_text("moray lies north . he wrote fiction .\ncosmic rays came .\n", encoding="utf-8")
    target.write_text("moray lies north .\ncosmic rays came .\n", encoding="utf-8")
    ended = invoke("corpus-stats", source, target, "--config", model, "--format", "json")
    record = json.loads(ended.out)
    assert (ended.code, record["sentences"]) == (0, [3, 2])
    assert record["operations"]["deletion"] == {"count": 1, "documents": 1}
    target.write_text("moray .\n", encoding="utf-8")
    ended = invoke("corpus-stats", source, target, "--config", model)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
