from __future__ import annotations

import pytest

from simplifier.languages.en.words.inflection import INFLECTIONS, inflected

FORMS = """
utilize utilizes utilized utilized utilizing
use uses used used using
carry carries carried carried carrying
play plays played played playing
watch watches watched watched watching
stop stops stopped stopped stopping
permit permits permitted permitted permitting
visit visits visited visited visiting
open opens opened opened opening
agree agrees agreed agreed agreeing
fix fixes fixed fixed fixing
show shows showed shown showing
begin begins began begun beginning
die dies died died dying
put puts put put putting
go goes went gone going
have has had had having
look looks looked looked looking
"""


@pytest.mark.parametrize("line", [line for line in FORMS.split("\n") if line])
def test_verbs(line: str) -> None:
    basic, *forms = line.split()
    assert [inflected(basic, tag) for tag in INFLECTIONS["VB"]] == forms
    assert inflected(basic, "VB") == basic


@pytest.mark.parametrize(
    ("basic", "tag", "form"),
    [
        ("house", "NNS", "houses"),
        ("city", "NNS", "cities"),
        ("day", "NNS", "days"),
        ("child", "NNS", "children"),
        ("analysis", "NNS", "analyses"),
        ("big", "JJR", "bigger"),
        ("large", "JJS", "largest"),
        ("easy", "JJR", "easier"),
        ("good", "JJS", "best"),
        ("difficult", "JJR", "more difficult"),
        ("new", "JJR", "newer"),
    ],
)
def test_nouns_and_adjectives(basic: str, tag: str, form: str) -> None:
    assert inflected(basic, tag) == form
