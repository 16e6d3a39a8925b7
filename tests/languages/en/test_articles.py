from __future__ import annotations

import pytest

from simplifier.languages.en.words.articles import article_for


@pytest.mark.parametrize(
    ("article", "words"),
    [
        (
            "an",
            "apple hour honest heirloom MRI FBI X-ray e-mail F-16 8 80s 11th 18 1800 11,000 émigré",
        ),
        ("an", "M.D. LED unidentified unimportant onion oral uncle usher"),
        (
            "a",
            "dog university European one-time US UN NASA NATO UNESCO U.S. 1,100 180",
        ),
        ("a", "10 useful union unit Mr. yard ukulele"),
    ],
)
def test_article_follows_the_first_sound(article: str, words: str) -> None:
    assert {word: article_for(word) for word in words.split()} == dict.fromkeys(words.split(), article)
