from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.languages.en.tokenizer import tokenise, tokenise_forms
from simplifier.text import normalise, pretokenised, words


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Don't stop; it's Jane's.", "do n't stop ; it 's jane 's ."),
        ("I can’t, won't and ain't.", "i ca n't , wo n't and ai n't ."),
        ("She'd've gone. He cannot.", "she 'd 've gone . he can not ."),
        ("O'Connor's dogs' rock'n'roll", "o'connor 's dogs ' rock'n'roll"),
        ("the '90s and 1960's", "the '90s and 1960 's"),
        ('He said "no" (twice).', 'he said " no " ( twice ) .'),
        ("“One”—‘two’ – three--four", "\" one \" -- ' two ' -- three -- four"),
        ("Wait... what…", "wait ... what ..."),
        ("$5,000.50 is 10% of 1,000,000", "$ 5,000.50 is 10 % of 1,000,000"),
        ("at 10:30 a.m. in 1998-99, -5 or .5", "at 10:30 a.m. in 1998-99 , -5 or .5"),
        (
            "See https://a.org/b?c=d, www.x.com. Mail a.b@c.org!",
            "see https://a.org/b?c=d , www.x.com . mail a.b@c.org !",
        ),
        ("state-of-the-art, pre- and post-war", "state-of-the-art , pre- and post-war"),
        ("Mr. Smith of Acme Inc. in the U.S. met J. Doe", "mr. smith of acme inc. in the u.s. met j. doe"),
        ("He works at Acme Inc.", "he works at acme inc ."),
        ("No. 5 and no. He said.", "no. 5 and no . he said ."),
        ("AT&T, R&D and km/h", "at&t , r&d and km / h"),
        ("observed.although wikipedia.org.", "observed . although wikipedia.org ."),
        ("naïve e\u0301te\u0301 sim\u00adple", "naïve été simple"),
        ("a\u00a0b\tc\u200bd", "a b c d"),
        ("-LRB- x -RRB- `` y ''", '( x ) " y "'),
        ("", ""),
        (" \t ", ""),
    ],
)
def test_tokenises_like_the_treebank(text: str, forms: str) -> None:
    assert " ".join(tokenise_forms(text)) == forms


@given(st.text() | st.text(alphabet="ab.'-,\"(1 ’–\u00ad"))
def test_offsets_are_exact_and_both_ways_agree(text: str) -> None:
    tokens = tokenise(text)
    assert [token.form for token in tokens] == tokenise_forms(text)
    end = 0
    for token in tokens:
        assert token.start >= end
        assert text[token.start : token.end] == token.surface
        assert token.form and not any(character.isspace() for character in token.form)
        end = token.end
    covered = {place for token in tokens for place in range(token.start, token.end)}
    left = "".join(character for place, character in enumerate(text) if place not in covered)
    assert all(character.isspace() or ord(character) < 0xA0 or character in "\u200b\ufeff" for character in left)


@pytest.mark.parametrize(
    ("surface", "form"),
    [
        ("-LRB-", "("),
        ("``", '"'),
        ("’", "'"),
        ("—", "--"),
        ("…", "..."),
        ("It’s", "it's"),
        ("ﬁnd", "find"),
        ("[X,1]", "(x,1)"),
        ("<s>", "&lt;s&gt;"),
        ("\ud800", "?"),
    ],
)
def test_normalises_tokens(surface: str, form: str) -> None:
    assert normalise(surface) == form


def test_pretokenised_lines_split_on_spaces_only() -> None:
    tokens = pretokenised("It 's  -LRB- don't -RRB- .")
    assert [token.form for token in tokens] == ["it", "'s", "(", "don't", ")", "."]
    assert (tokens[2].start, tokens[2].end) == (7, 12)


def test_tokenised_text_passes_through(shared_data: Path) -> None:
    """Running the tokeniser over Treebank text changes next to nothing."""
    lines = (shared_data / "turkcorpus" / "tune.truecase.src").read_text(encoding="utf-8").splitlines()
    same = sum(tokenise_forms(line) == words(line) for line in lines)
    assert len(lines) == 2000
    assert same >= 1980


def test_running_and_tokenised_text_meet(shared_data: Path) -> None:
    """The same 2,000 sentences, cased running text and lowercased Treebank text, give the same forms.

    The rest differ at the source: ASSET's detokenisation left spaces in "u. s." and "1904 - 1961".
    """
    running = (shared_data / "asset" / "valid.src").read_text(encoding="utf-8").splitlines()
    tokenised = (shared_data / "turkcorpus" / "tune.src").read_text(encoding="utf-8").splitlines()
    same = sum(tokenise_forms(one) == words(two) for one, two in zip(running, tokenised, strict=True))
    assert same >= 1910
