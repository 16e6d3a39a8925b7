from __future__ import annotations

import random

import pytest

from simplifier.rules.extraction.phrase_pairs import PhrasePair, kept_share, kept_targets, phrase_pairs

# he carried out the plan - he did the plan quickly
SOURCE = "he carried out the plan".split()
TARGET = "he did the plan quickly".split()
LINKS = [(0, 0), (1, 1), (2, 1), (3, 2), (4, 3)]


def found(longest: int = 5) -> dict[tuple[str, str], PhrasePair]:
    kept = kept_targets(SOURCE, TARGET, LINKS)
    result = {}
    for pair in phrase_pairs(len(SOURCE), len(TARGET), LINKS, kept, longest):
        source = SOURCE[pair.source_start : pair.source_start + pair.source_length]
        target = TARGET[pair.target_start : pair.target_start + pair.target_length]
        result[" ".join(source), " ".join(target)] = pair
    return result


def test_kept_words_are_those_linked_to_their_equal_alone() -> None:
    assert kept_targets(SOURCE, TARGET, LINKS) == [0, -1, -1, 2, 3]
    assert kept_targets(["a", "b"], ["a", "b"], [(0, 0), (0, 1), (1, 1)]) == [-1, -1]
    assert kept_share(SOURCE, TARGET, LINKS) == pytest.approx(3 / 5)


def test_pairs_of_two_words_or_less() -> None:
    assert set(found(2)) == {("carried out", "did")}  # what is kept is no pair


def test_all_pairs_and_their_frames() -> None:
    pairs = found()
    assert {pair: (fact.minimal, fact.flanks) for pair, fact in pairs.items()} == {
        ("he carried out", "he did"): (True, 2),
        ("he carried out the", "he did the"): (True, 2),
        ("he carried out the plan", "he did the plan"): (True, 1),
        ("he carried out the plan", "he did the plan quickly"): (False, 2),
        ("carried out", "did"): (True, 2),
        ("carried out the", "did the"): (True, 2),
        ("carried out the plan", "did the plan"): (True, 1),
        ("carried out the plan", "did the plan quickly"): (False, 2),
    }


def test_every_pair_is_consistent_and_none_is_missing() -> None:
    draw = random.Random(3)
    for _ in range(200):
        width, height = draw.randint(1, 6), draw.randint(1, 6)
        links = sorted({(draw.randrange(width), draw.randrange(height)) for _ in range(draw.randint(0, 6))})
        got = {
            (pair.source_start, pair.source_length, pair.target_start, pair.target_length)
            for pair in phrase_pairs(width, height, links, [-1] * width, 6)
        }
        # Up to two free words on either side of the smallest target span, as the definition of Koehn has it.
        wanted = set()
        for start in range(width):
            for end in range(start + 1, width + 1):
                for first in range(height):
                    for last in range(first, height):
                        inside = [
                            (start <= i < end, first <= j <= last)
                            for i, j in links
                            if start <= i < end or first <= j <= last
                        ]
                        if not inside or not all(both == (True, True) for both in inside):
                            continue
                        columns = [j for i, j in links if start <= i < end]
                        if min(columns) - first <= 2 and last - max(columns) <= 2:
                            wanted.add((start, end - start, first, last - first + 1))
        assert got == wanted
