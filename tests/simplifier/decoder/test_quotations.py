"""Which tokens stand between quotation marks, double or single."""

from __future__ import annotations

import pytest

from simplifier.decoder.context import TOKEN_FEATURES
from simplifier.languages import language_named

ENGLISH = language_named("en")


@pytest.mark.parametrize(
    ("sentence", "quoted"),
    [
        ('He said "go home" and left.', "go home"),
        ("Select 'Initiate transfer' from the menu.", "Initiate transfer"),
        ("‘Retain settings’ saves the tenants’ choices.", "Retain settings"),
        ("The boys' books and the dog's 'big bone'.", "big bone"),
        ("The tenants' rights and the landlords' duties", ""),
        ('An open " mark', ""),
        ("An open 'mark", ""),
    ],
)
def test_quoted_tokens(sentence: str, quoted: str) -> None:
    tokens = ENGLISH.tokenise(sentence)
    inside = TOKEN_FEATURES["ChangedQuoted"](ENGLISH, tokens, [])
    assert " ".join(token.surface for token, one in zip(tokens, inside, strict=True) if one) == quoted
