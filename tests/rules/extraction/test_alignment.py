from __future__ import annotations

import pytest

from simplifier.languages import language_named
from simplifier.rules.extraction.alignment import Aligner
from simplifier.rules.extraction.anchors import match_equal_words
from simplifier.rules.extraction.sentence_pairs import SentencePair

ENGLISH = language_named("en")


def pair(source: str, target: str) -> SentencePair:
    """Make a pair from ``word/TAG`` tokens."""
    sides = [[token.rpartition("/")[::2] for token in side.split()] for side in (source, target)]
    (words, tags), (other_words, other_tags) = (zip(*side, strict=True) for side in sides)
    return SentencePair(words, other_words, tags, other_tags)


def linked(example: SentencePair, links: list[tuple[int, int]]) -> set[tuple[str, str]]:
    return {(example.source[i], example.target[j]) for i, j in links}


def test_equal_sentences_match_word_by_word() -> None:
    words = "the cat sat on the mat".split()
    assert match_equal_words(words, words, ENGLISH) == ([(i, i) for i in range(6)], [])


def test_a_repeated_word_goes_with_its_neighbour() -> None:
    source = "the plan of the old king".split()
    target = "the old king".split()
    assert match_equal_words(source, target, ENGLISH) == ([(3, 0), (4, 1), (5, 2)], [])


def test_a_block_that_moved_is_matched_and_a_lone_function_word_is_not() -> None:
    chain, moved = match_equal_words(
        "in 1990 he left the town of his birth".split(), "he left the town of birth in 1990".split(), ENGLISH
    )
    assert moved == [(0, 6), (1, 7)]
    assert chain == [(2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (8, 5)]
    assert match_equal_words("of a cat".split(), "cat of".split(), ENGLISH) == ([(2, 0)], [])


@pytest.mark.parametrize(("source", "target"), [("a b", "c d"), ("a", "b c d")])
def test_sentences_without_a_common_word(source: str, target: str) -> None:
    assert match_equal_words(source.split(), target.split(), ENGLISH) == ([], [])


CORPUS = [
    pair("he/PRP purchased/VBD a/DT house/NN", "he/PRP bought/VBD a/DT house/NN"),
    pair("she/PRP purchased/VBD the/DT boat/NN ./.", "she/PRP bought/VBD the/DT boat/NN ./."),
    pair("they/PRP purchased/VBD numerous/JJ cars/NNS", "they/PRP bought/VBD many/JJ cars/NNS"),
    pair("numerous/JJ birds/NNS sing/VBP", "many/JJ birds/NNS sing/VBP"),
    pair("he/PRP commenced/VBD work/NN there/RB", "there/RB he/PRP started/VBD work/NN"),
]


def test_words_in_the_place_of_others_are_linked() -> None:
    links = Aligner(ENGLISH).align(CORPUS)
    assert linked(CORPUS[2], links[2]) == {
        ("they", "they"), ("purchased", "bought"), ("numerous", "many"), ("cars", "cars"),
    }  # fmt: skip
    assert ("commenced", "started") in linked(CORPUS[4], links[4])
    assert ("there", "there") in linked(CORPUS[4], links[4])


def test_corpora_with_nothing_to_learn() -> None:
    same = pair("birds/NNS sing/VBP", "birds/NNS sing/VBP")
    assert Aligner(ENGLISH).align([same]) == [[(0, 0), (1, 1)]]
    assert Aligner(ENGLISH).align([]) == []
    shorter = pair("old/JJ birds/NNS sing/VBP", "birds/NNS sing/VBP")
    assert Aligner(ENGLISH).align([shorter]) == [[(1, 0), (2, 1)]]
