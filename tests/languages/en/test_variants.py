from __future__ import annotations

import pytest

from simplifier.languages.en.words.variants import spelling_pair, spelling_variants


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("utilise", "utilize"),
        ("organisations", "organizations"),
        ("emphasising", "emphasizing"),
        ("analysed", "analyzed"),
        ("behaviours", "behaviors"),
        ("honourable", "honorable"),
        ("centre", "center"),
        ("kilometres", "kilometers"),
        ("travelled", "traveled"),
        ("labelling", "labeling"),
        ("fulfil", "fulfill"),
        ("enrolment", "enrollment"),
        ("licence", "license"),
    ],
)
def test_both_ways(british: str, american: str) -> None:
    assert spelling_variants(british) == (american,)
    assert spelling_variants(american) == (british,)


def test_one_way_where_the_other_is_another_word() -> None:
    assert spelling_variants("programme") == ("program",)
    assert spelling_variants("program") == ()
    assert spelling_variants("storey") == ("story",)
    assert spelling_variants("story") == ()
    assert spelling_variants("practise") == ("practice",)
    assert spelling_pair("storey") == spelling_pair("story") == ("storey", "story")


@pytest.mark.parametrize(
    "word",
    """advise exercise surprise promised raising comprised expertise size seized prize capsized supervise
    visit horizon citizen error minor water meter metre tire driver travel level fulfilled rigorous laborious
    tolled filled practice use uprising clockwise unpromising turquoise penises nanosized humorist""".split(),
)
def test_words_with_one_spelling(word: str) -> None:
    assert spelling_variants(word) == ()
