from __future__ import annotations

import numpy as np
import pytest

from simplifier.decoder.context import TOKEN_FEATURES, token_features
from simplifier.languages import language_named
from simplifier.languages.en.tokenizer import tokenise

ENGLISH = language_named("en")


def test_token_features_of_a_sentence() -> None:
    tokens = tokenise('Ann ate "2 big" pies, "')
    tags = ["NNP", "VBD", "``", "CD", "JJ", "''", "NNS", ",", "``"]
    values = np.asarray(token_features(ENGLISH, list(TOKEN_FEATURES), tokens, tags))
    assert values.dtype == np.float32
    assert dict(zip(TOKEN_FEATURES, values.T.astype(int).tolist(), strict=True)) == {
        "ChangedProperNoun": [1, 0, 0, 0, 0, 0, 0, 0, 0],
        "ChangedNumber": [0, 0, 0, 1, 0, 0, 0, 0, 0],
        "ChangedQuoted": [0, 0, 0, 1, 1, 0, 0, 0, 0],
        "ChangedFirst": [1, 0, 0, 0, 0, 0, 0, 0, 0],
        "ChangedNumeral": [0, 0, 0, 0, 0, 0, 0, 0, 0],
        "ChangedTitle": [0, 0, 0, 0, 0, 0, 0, 0, 0],
    }
    parts = tokenise("Two men of one hundred and six")
    numerals = np.asarray(token_features(ENGLISH, ["ChangedNumeral"], parts, []))
    assert numerals.tolist() == [[1], [0], [0], [1], [1], [1], [1]]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Your Council Tax Reduction has ended.", "Council Tax Reduction"),
        ("Please write to the Scottish Ministers by Monday.", "Scottish Ministers"),
        ("Council Tax is due.", "Council Tax"),
        ("The Tenant must pay Rent.", ""),
        ("Should Council officers call, pay.", ""),
        ("Applying For A Licence", ""),
        ("HOW TO APPLY FOR A LICENCE", ""),
    ],
)
def test_names_of_several_words(text: str, named: str) -> None:
    tokens = tokenise(text)
    (marks,) = np.asarray(token_features(ENGLISH, ["ChangedTitle"], tokens, [])).T.astype(bool)
    assert " ".join(token.surface for token, mark in zip(tokens, marks, strict=True) if mark) == named


def test_without_names_or_tags() -> None:
    tokens = tokenise("a b")
    assert token_features(ENGLISH, [], tokens, []) is None
    assert np.asarray(token_features(ENGLISH, ["ChangedProperNoun"], tokens, [])).tolist() == [[0.0], [0.0]]
