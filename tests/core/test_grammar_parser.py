from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier.core import CoreInputError, GrammarBlock, GrammarParser

LABELLED = GrammarParser((4, 5))


def row(block: GrammarBlock, at: int) -> dict[str, float]:
    values = {name: float(block.feature(name)[at]) for name in block.feature_names}
    return {name: value for name, value in values.items() if not math.isnan(value)}


def test_a_block_is_told_by_the_column() -> None:
    text = (
        "[NN] ||| big  house ||| home ||| p(e|f)=0.5 Count=3 ||| 0-0 1-0\n"
        "\n"
        "[VP\\NP]|||[NP,1] , [A,B,2]|||[A,B,2]\t[NP,1]|||Count=NA p(e|f)=1e-3|||\r\n"
        "[X] ||| [ ||| [] ||| "
    )
    block = LABELLED.parse(text.encode())
    assert (len(block), block.lines, block.problems, block.is_utf8) == (3, 4, [], True)
    assert block.lhs == ["NN", "VP\\NP", "X"]
    assert block.sources == ["big house", "[NP,1] , [A,B,2]", "["]
    assert block.targets == ["home", "[A,B,2] [NP,1]", "[]"]
    assert block.alignments == ["0-0 1-0", "", ""]
    assert block.feature_names == ["p(e|f)", "Count"]
    assert [row(block, at) for at in range(3)] == [
        {"p(e|f)": 0.5, "Count": 3},
        {"p(e|f)": pytest.approx(1e-3)},
        {},
    ]
    assert block.complete_features == []
    assert sorted(block.source_words()) == [",", "[", "big", "house"]
    with pytest.raises(KeyError, match="Nothing"):
        block.feature("Nothing")


def test_lines_that_name_other_features_than_the_first() -> None:
    lines = ["a=1 b=2 c=3", "b=2 c=3", "a=1 c=3 b=2", "a=1 new=9 b=2 c=3", "a=b=5 a=1", "c=3", "a=1 b=2 c=3"]
    text = "".join(f"[X] ||| s ||| t ||| {features}\n" for features in lines)
    block = LABELLED.parse(text.encode())
    expected = [
        {name: float(value) for name, _, value in (item.rpartition("=") for item in features.split())}
        for features in lines
    ]
    assert [row(block, at) for at in range(len(lines))] == expected
    assert block.feature_names == ["a", "b", "c", "new", "a=b"]


def test_many_features_widen_the_rows_already_read() -> None:
    lines = [" ".join(f"f{i}={i + at}" for i in range(at)) for at in range(1, 60)]
    block = LABELLED.parse("".join(f"[X] ||| s ||| t ||| {text}\n" for text in lines).encode())
    for at in range(59):
        assert row(block, at) == {f"f{i}": i + at + 1 for i in range(at + 1)}
    assert block.complete_features == ["f0"]


def test_broken_lines_leave_nothing_behind() -> None:
    text = (
        "[X] ||| s ||| t ||| only=1 broken=x\n"
        "[X] ||| a ||| b ||| p=1\n"
        "[X] ||| s ||| t ||| p=2 other=3 p=4\n"
        "[X] ||| s ||| t ||| p=2 ||| 0-1\n"
        "[X] ||| c ||| d ||| p=5 ||| 0-0\n"
    )
    block = LABELLED.parse(text.encode())
    assert [problem[:3] for problem in block.problems] == [
        (0, "broken feature value", "expected a number or NA in 'broken=x'"),
        (2, "feature given twice", "expected every feature once, 'p' stands twice"),
        (3, "broken alignment", "expected alignment points inside the rule, not 0-1"),
    ]
    assert [problem[3] for problem in block.problems] == [
        "only=1 broken=x",
        "p=2 other=3 p=4",
        "[X] ||| s ||| t ||| p=2 ||| 0-1",
    ]
    assert (block.sources, block.targets, block.alignments) == (["a", "c"], ["b", "d"], ["", "0-0"])
    assert block.feature_names == ["p"] == block.complete_features
    assert block.feature("p").tolist() == [1, 5]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("[X] ||| a ||| b", "wrong number of fields"),
        ("[X] ||| a ||| b ||| ||| ||| ", "wrong number of fields"),
        *((f"{lhs} ||| a ||| b ||| ", "no left-hand side") for lhs in ("X", "[]", "[X,1]", "[a b]", "[[X]", "")),
        *(
            (f"[X] ||| {side} ||| {side} ||| ", "broken nonterminal")
            for side in ("[X]", "[X,]", "[X,a]", "[X,0]", "[a[b,1]", "[,1]")
        ),
        ("[X] |||  ||| b ||| ", "empty side"),
        ("[X] ||| a ||| \u00a0 ||| ", "empty side"),
        ("[X] ||| [X,2] ||| [X,2] ||| ", "nonterminals out of order"),
        ("[X] ||| [X,99999999999999999999] ||| a ||| ", "nonterminals out of order"),
        ("[X] ||| [X,1] ||| [Y,1] ||| ", "nonterminals that differ"),
        ("[X] ||| [X,1] ||| [X,1] [X,1] ||| ", "nonterminals that differ"),
        *(
            (f"[X] ||| a ||| b ||| ||| {points}", "broken alignment")
            for points in ("0", "0-", "-0", "a-0", "0-0 1-0", "0-99999999999999999999", "0-0-0")
        ),
        *((f"[X] ||| a ||| b ||| {item}", "broken feature") for item in ("p", "=1", "5")),
        *(
            (f"[X] ||| a ||| b ||| p={value}", "broken feature value")
            for value in (
                "",
                "x",
                "1x",
                "inf",
                "nan",
                "-",
                ".",
                "1e",
                "0x1",
                "1e39",
                "-1e400",
                "1_0",
                "--1",
                "+-1",
            )
        ),
    ],
)
def test_what_is_no_rule(line: str, kind: str) -> None:
    block = LABELLED.parse(f"[X] ||| a ||| b ||| p=1\n{line}\n".encode())
    assert [(problem[0], problem[1]) for problem in block.problems] == [(1, kind)]
    assert len(block) == 1


def test_unlabelled_columns_are_costs_of_their_owner() -> None:
    parser = GrammarParser((4, 5), owner="pt")
    block = parser.parse(b"[X] ||| a ||| b ||| 0 1.5 Name=2 NA -3\n[X] ||| a ||| b ||| two\n")
    assert row(block, 0) == {"tm_pt_0": 0, "tm_pt_1": -1.5, "Name": 2, "tm_pt_3": 3}
    assert math.copysign(1, block.feature("tm_pt_0")[0]) == 1
    assert block.problems[0][2] == "expected a number or Name=value, not 'two'"


def test_relations_become_flags_and_names_are_translated() -> None:
    parser = GrammarParser((6, 6), renamed={"old": "new"}, relations=["Same", "Other"])
    block = parser.parse(b"[X] ||| a ||| b ||| old=2 |||  ||| Other\n[X] ||| a ||| b ||| ||| ||| None\n")
    assert row(block, 0) == {"new": 2, "IsSame": 0, "IsOther": 1}
    assert block.problems[0][2] == "expected an entailment relation (Same, Other) as sixth field"
    with pytest.raises(CoreInputError, match="6 fields or more"):
        GrammarParser((4, 5), relations=["Same"])


@pytest.mark.parametrize(
    "data",
    [
        b"\xff",
        b"caf\xe9 ",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xe2\x82",
        b"a" * 8 + b"\xf0",
    ],
)
def test_bytes_that_are_no_text(data: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        data.decode()
    block = LABELLED.parse(b"[X] ||| a ||| b ||| \n" + data)
    assert not block.is_utf8 and len(block) == 0


@settings(deadline=None)
@given(st.text(max_size=30))
def test_white_space_is_that_of_python(text: str) -> None:
    line = text.replace("|", "").replace("[", "").replace("\n", " ")
    block = LABELLED.parse(f"[X] ||| a {line} ||| {line} a ||| \n".encode())
    assert block.sources == [" ".join(["a", *line.split()])]
    assert block.targets == [" ".join([*line.split(), "a"])]


NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False, width=32).map(repr),
    st.floats(-1e30, 1e30).map(lambda value: f"{value:.5f}"),
    st.integers(-(10**18), 10**18).map(str),
    st.from_regex(r"\A[-+]?[0-9]{1,20}(\.[0-9]{0,25})?([eE]-?[0-9]{1,3})?\Z"),
)


@settings(max_examples=500, deadline=None)
@given(NUMBERS)
def test_numbers_are_those_of_python(text: str) -> None:
    with np.errstate(over="ignore"):
        expected = np.float64(text).astype(np.float32)
    block = LABELLED.parse(f"[X] ||| a ||| b ||| p=1\n[X] ||| a ||| b ||| p={text}\n".encode())
    if np.isfinite(expected):
        assert block.feature("p")[1] == expected
    else:
        assert block.problems


def test_a_target_side_may_be_empty_where_a_format_says_so() -> None:
    block = GrammarParser((4, 5), may_leave_out=True).parse(b"[X] ||| a |||  ||| p=1\n[X] |||  ||| b ||| p=1\n")
    assert (block.sources, block.targets, block.feature("p").tolist()) == (["a"], [""], [1.0])
    assert [(line, kind) for line, kind, _, _ in block.problems] == [(1, "empty side")]
