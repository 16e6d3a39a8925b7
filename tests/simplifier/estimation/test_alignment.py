from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simplifier.estimation.alignment import align, common_length

WORDS = st.lists(st.sampled_from("abc"), max_size=6)


def test_words_kept_exchanged_left_out_and_put_in() -> None:
    found = align("the old dog ran far away".split(), "a dog ran away fast today".split())
    assert found.kept == [(2, 1), (3, 2)]
    assert found.exchanged == [(1, 0), (4, 4), (5, 5)]
    assert found.deleted == [0]
    assert found.inserted == [3]
    assert found.edits == 5


@given(WORDS, WORDS)
def test_the_fewest_edits_and_every_word_once(source: list[str], output: list[str]) -> None:
    found = align(source, output)
    assert found.edits == fewest(tuple(source), tuple(output))
    pairs = found.kept + found.exchanged
    assert sorted([one for one, _ in pairs] + found.deleted) == list(range(len(source)))
    assert sorted([other for _, other in pairs] + found.inserted) == list(range(len(output)))
    assert all(source[one] == output[other] for one, other in found.kept)
    assert all(source[one] != output[other] for one, other in found.exchanged)


def fewest(source: tuple[str, ...], output: tuple[str, ...]) -> int:
    if not source or not output:
        return len(source) + len(output)
    exchanged = fewest(source[1:], output[1:]) + (source[0] != output[0])
    return min(exchanged, fewest(source[1:], output) + 1, fewest(source, output[1:]) + 1)


def test_the_longest_row_that_both_have() -> None:
    assert common_length("a b c d".split(), "b x d a".split()) == 2
    assert common_length([], ["a"]) == 0
