"""The lexicon: its format, its slips, and that a phrase has one home."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simplifier.base.errors import FormatError
from simplifier.base.settings import PACKAGE
from simplifier.languages.lexicon import HEADER, LexiconLine, constructions, is_lexicon, lexicon_lines
from simplifier.rules.resources.exclusions import read_exclusions
from simplifier.rules.resources.reviews import read_reviews

ENGLISH = PACKAGE / "languages" / "en" / "lexicon.tsv"
LINES = f"""{HEADER}
# for people
in lieu of\tinstead of\trewrite, prepositions\tphrase\tnot after: pay\tC\tIn lieu of a fee => Instead of a fee\twhy
hereby\t""\trewrite\tadverb
large\tgreat\tread\t\t\trisky
bright\tstupid\texcluded\t\t\tantonym
"""


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    path = tmp_path / "lexicon.tsv"
    path.write_text(LINES, encoding="utf-8")
    return path


def test_lines_are_read_by_use(lexicon: Path) -> None:
    first, second = lexicon_lines(lexicon, "rewrite")
    example = (("In lieu of a fee", "Instead of a fee"),)
    uses = ("rewrite", "prepositions")
    assert first == LexiconLine(3, "in lieu of", "instead of", uses, "phrase", "not after: pay", "C", example, "why")
    assert (second.expression, second.replacement, second.part) == ("hereby", "", "adverb")
    assert constructions(lexicon) == {"prepositions": {"in lieu of": "instead of"}}
    assert read_reviews([lexicon]) == {("large", "great"): "risky"}
    assert read_exclusions([lexicon]).pairs == {("bright", "stupid")}


def test_other_lists_are_no_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "list.tsv"
    path.write_text("large\tbig\n", encoding="utf-8")
    assert not is_lexicon(path) and read_exclusions([path]).pairs == {("large", "big")}


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("large\tbig", "expected expression, replacement and use with tabs between"),
        ("large\t\trewrite", "expected expression, replacement and use with tabs between"),
        ("large\tbig\trewrite\t\t\t\tIt is large.", "expected examples as 'before => after ; ...'"),
    ],
)
def test_slips_are_named_by_line(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text(f"{HEADER}\n{line}\n", encoding="utf-8")
    with pytest.raises(FormatError, match=re.escape(complaint)) as raised:
        list(lexicon_lines(path))
    assert f"{path}:2: " in str(raised.value)


def test_a_phrase_of_english_has_one_home() -> None:
    """Nothing else in the folder of English says what stands for a phrase of several words."""
    phrases = {line.expression for line in lexicon_lines(ENGLISH) if line.expression.count(" ") >= 2}
    assert "in lieu of" in phrases and len(phrases) > 3_000
    found = []
    for path in ENGLISH.parent.rglob("*"):
        if path == ENGLISH or path.suffix not in (".py", ".toml", ".tsv", ".txt"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for phrase in re.findall(r'"([a-z][a-z \'-]+)"(?: =|:) "', line):
                found += [f"{path.name}:{number}: {phrase}"] if phrase in phrases else []
    assert found == [], "write it into the lexicon"


def test_lines_of_english_stand_in_order() -> None:
    expressions = [line.expression.lower() for line in lexicon_lines(ENGLISH)]
    assert expressions == sorted(expressions)
