from __future__ import annotations

import math

import numpy as np
import pytest

from simplifier.languages import language_named
from simplifier.rules.extraction.lexical_weights import LexicalWeights, word_links
from simplifier.rules.extraction.ngrams import NgramIndex
from simplifier.rules.extraction.pair_thresholds import enough_evidence, is_divisible, is_sound, loses_content
from simplifier.rules.extraction.probabilities import discounts, negative_log_probabilities
from simplifier.rules.extraction.propensity import PhraseFates, phrase_evidence, relative_log_odds
from simplifier.rules.extraction.sentence_pairs import SentencePair

ENGLISH = language_named("en")


def test_ngrams_are_equal_where_their_words_are() -> None:
    index = NgramIndex(["a b a b".split(), "b a".split(), []], 3)
    assert len(index) == 2 + 2 + 2  # a, b; ab, ba; aba, bab
    ids = index.ids(np.array([0, 1, 2, 4], dtype=np.int32), np.array([2, 2, 2, 2], dtype=np.int32))
    assert ids[0] == ids[2] and ids[1] == ids[3] and ids[0] != ids[1]
    assert index.texts(ids) == ["a b", "b a", "a b", "b a"]
    assert index.lengths(np.arange(6)).tolist() == [1, 1, 2, 2, 3, 3]
    counts = index.counts(np.array([True, False, True]))
    texts = index.texts(np.arange(6))
    assert dict(zip(texts, counts.tolist(), strict=True)) == {
        "a": 2, "b": 2, "a b": 2, "b a": 1, "a b a": 1, "b a b": 1,
    }  # fmt: skip


def test_discounts_follow_the_counts_of_counts() -> None:
    # 4 ones, 2 twos, 1 three, 1 four: Y = 4 / (4 + 2 x 2) = 1/2.
    counts = np.array([1, 1, 1, 1, 2, 2, 3, 4])
    assert discounts(counts) == pytest.approx([1 - 2 * 0.5 * 2 / 4, 2 - 3 * 0.5 * 1 / 2, 3 - 4 * 0.5 * 1 / 1])
    assert discounts(np.array([7])) == pytest.approx([0.5, 1.0, 1.5])  # nothing to learn from


def test_probabilities_of_a_small_table() -> None:
    # f0: e0 3 times, e1 once; f1: e1 once.
    counts, sources, targets = np.array([3, 1, 1]), np.array([0, 0, 1]), np.array([0, 1, 1])
    one, _, three = discounts(counts)
    left_over = three + one
    shares = np.exp(-negative_log_probabilities(counts, sources, targets))
    assert shares[0] == pytest.approx((3 - three + left_over * 1 / 3) / 4)
    assert shares[1] == pytest.approx((1 - one + left_over * 2 / 3) / 4)
    assert shares[0] + shares[1] == pytest.approx(1.0)
    assert shares[2] == pytest.approx((1 - one) + one * 2 / 3)


def test_rows_of_one_joint_event_are_added_up() -> None:
    split = negative_log_probabilities(np.array([2, 1, 1]), np.array([5, 5, 5]), np.array([9, 9, 8]))
    whole = negative_log_probabilities(np.array([3, 1]), np.array([5, 5]), np.array([9, 8]))
    assert split == pytest.approx([whole[0], whole[0], whole[1]])


def test_log_odds_are_relative_and_drawn_to_zero() -> None:
    happened, otherwise = np.array([6, 0, 0]), np.array([2, 8, 0])
    lengths = np.ones(3, dtype=np.int64)
    values = relative_log_odds(happened, otherwise, lengths, np.full(3, 4.0))
    share = 6.5 / (6.5 + 10.5)
    assert values[2] == pytest.approx(0.0)  # never seen
    assert values[0] == pytest.approx(math.log((6 + 4 * share) / (2 + 4 * (1 - share))) - math.log(share / (1 - share)))
    assert values[1] < 0 < values[0]


def test_evidence_keeps_lengths_apart() -> None:
    zeros = np.zeros(2, dtype=np.int64)
    fates = PhraseFates(np.array([1, 9]), np.array([1, 9]), zeros, np.array([2, 18]), np.array([2, 18]))
    evidence = phrase_evidence(fates, np.array([1, 2]))
    assert evidence.change == pytest.approx([0.0, 0.0])
    assert evidence.simple == pytest.approx([0.0, 0.0])


def test_lexical_weights_average_over_links() -> None:
    pairs = [SentencePair(("a", "b"), ("x", "y"), ("NN", "NN"), ("NN", "NN"))] * 2
    weights = LexicalWeights(word_links(pairs, [[(0, 0), (1, 0)], [(0, 0)]]))
    # Links: a-x twice, b-x once, b-nothing once, nothing-y twice.
    forward, backward = weights.costs(["a", "b"], ["x", "y"], "0-0 1-0")
    assert forward == pytest.approx(-math.log((1 + 1 / 2) / 2) - math.log(1.0))
    assert backward == pytest.approx(-math.log(2 / 3) - math.log(1 / 3))


def test_evidence_asked_for_by_shape() -> None:
    counts = np.array([1, 1, 1, 5])
    totals = np.array([10, 10_000, 10, 100])
    framed = np.array([0.5, 1.0, 0.0, 0.0])
    one = np.ones(4, dtype=np.int64)
    assert enough_evidence(counts, totals, framed, one, one).tolist() == [True, False, False, True]
    longer = enough_evidence(counts, totals, framed, one, 2 * one)
    assert longer.tolist() == [False, False, False, False]


@pytest.mark.parametrize(
    ("source", "target", "tags", "count", "sound"),
    [
        ("big", "large", "JJ", 1, True),
        ("big", "1999", "CD", 9, False),
        ("sam", "bob", "NNP", 1, False),
        ("uk", "britain", "NNP", 2, True),
        ("town )", "town", "NN", 9, False),
        ('" big', "big", "JJ", 9, False),
        (",", "and", "CC", 9, False),
    ],
)
def test_sound_pairs(source: str, target: str, tags: str, count: int, sound: bool) -> None:
    assert is_sound(source.split(), target.split(), tags.split(), count, ENGLISH) is sound


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("very big", "big", True),
        ("a big town", "a town", True),
        ("the presence", "there", True),
        ("in order to", "to", True),
        ("a number of", "some", True),
        ("big town", "city", False),
        ("big", "large", False),
    ],
)
def test_loss_of_content(source: str, target: str, lost: bool) -> None:
    assert loses_content(source.split(), target.split(), ENGLISH) is lost


def test_divisible_pairs_share_an_edge() -> None:
    assert is_divisible("began in".split(), "started in".split())
    assert is_divisible("the big".split(), "the large one".split())
    assert not is_divisible("very big".split(), ["big"])
    assert not is_divisible("set up".split(), "made for".split())
