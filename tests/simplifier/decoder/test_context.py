from __future__ import annotations

import numpy as np

from languages import language_named
from languages.en.tokenizer import tokenise
from simplifier.decoder.context import TOKEN_FEATURES, token_features

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
    }
    parts = tokenise("Two men of one hundred and six")
    numerals = np.asarray(token_features(ENGLISH, ["ChangedNumeral"], parts, []))
    assert numerals.tolist() == [[1], [0], [0], [1], [1], [1], [1]]


def test_without_names_or_tags() -> None:
    tokens = tokenise("a b")
    assert token_features(ENGLISH, [], tokens, []) is None
    assert np.asarray(token_features(ENGLISH, ["ChangedProperNoun"], tokens, [])).tolist() == [[0.0], [0.0]]
