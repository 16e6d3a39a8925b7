from __future__ import annotations

import math
from pathlib import Path

import pytest

from simplifier.base.errors import FormatError
from simplifier.rules.grammar.rule import Rule
from simplifier.rules.readers import BadLines, read_rules

TABLE = """utilize ||| use ||| 0.5 0.25 0.125 1 ||| 0-0 ||| 8 4 2 ||| |||
the dog &apos;s ||| a &#124; b &amp;lt; ||| 0.5 0.5 0.5 0.5 2.718 ||| 0-0 2-2 ||| 3 3 1
plain ||| words ||| 1 1 1 1
"""


def read(path: Path, text: str, owner: str = "pt", bad: BadLines | None = None) -> list[Rule]:
    path = path / "phrases"
    path.write_text(text, encoding="utf-8")
    return [rule for batch in read_rules(path, "moses", owner, bad_lines=bad) for rule in batch.rules()]


def test_scores_become_costs_by_name(tmp_path: Path) -> None:
    first, second, third = read(tmp_path, TABLE)
    assert (first.lhs, first.source, first.target) == ("X", ("utilize",), ("use",))
    assert first.features == pytest.approx(
        {
            "p(f|e)": math.log(2),
            "Lex(f|e)": math.log(4),
            "p(e|f)": math.log(8),
            "Lex(e|f)": 0,
            "LogCount": math.log(2),
        }
    )
    assert first.alignment == ((0, 0),)
    assert (second.source, second.target) == (("the", "dog", "'s"), ("a", "|", "b", "&lt;"))
    assert second.features["tm_pt_4"] == pytest.approx(math.log(2.718))
    assert "LogCount" not in third.features and third.alignment == ()


def test_another_number_of_scores_makes_columns_of_the_owner(tmp_path: Path) -> None:
    (rule,) = read(tmp_path, "a ||| b ||| 0.5 1\n", owner="phrase")
    assert rule.features == pytest.approx({"tm_phrase_0": math.log(0.5), "tm_phrase_1": 0})


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a ||| b", "3 to 7 fields"),
        ("a ||| b ||| 0 1 1 1", "scores above 0"),
        ("a ||| b ||| x", "scores above 0"),
        ("a ||| b ||| nan", "scores above 0"),
        ("a ||| b ||| ", "scores in the third field"),
        ("a |||  ||| 1", "at least one symbol"),
        ("[X,1] a ||| b [X,1] ||| 1", "words only"),
        ("a ||| b ||| 1 1 1 1 ||| 0-1", "inside the rule"),
        ("a ||| b ||| 1 1 1 1 ||| 0", "alignment points"),
        ("a ||| b ||| 1 1 1 1 ||| 0-0 ||| many", "counts in the fifth"),
        ("a ||| b ||| 1 1 1 1 ||| 0-0 ||| 1 1 -1", "counts of at least 0"),
    ],
)
def test_broken_lines(tmp_path: Path, line: str, expected: str) -> None:
    with pytest.raises(FormatError, match=expected) as caught:
        read(tmp_path, TABLE + line + "\n")
    assert caught.value.line == 4
    bad = BadLines(skip=True)
    assert len(read(tmp_path, TABLE + line + "\n", bad=bad)) == 3
    assert bad.counts.total() == 1
