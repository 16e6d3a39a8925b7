from __future__ import annotations

import pytest

from simplifier.languages.en.words.possessives import is_possessive, possessive_behind


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ("'", "weeks days doctors houses buses"),
        ("'s", "week boss bus analysis people children gas lens news is s christmas"),
    ],
)
def test_the_ending_follows_the_word(ending: str, words: str) -> None:
    assert {word: possessive_behind(word) for word in words.split()} == dict.fromkeys(words.split(), ending)


def test_an_apostrophe_is_an_ending_behind_s_alone() -> None:
    assert is_possessive("'s", "week") and is_possessive("'", "weeks")
    assert not is_possessive("'", "week") and not is_possessive("'re", "weeks")
