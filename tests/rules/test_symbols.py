import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.rules.grammar.rule import Rule, parse_alignment
from simplifier.rules.grammar.symbols import (
    Nonterminal,
    format_label,
    format_symbols,
    parse_label,
    parse_symbol,
    parse_symbols,
)

LABELS = st.text(st.characters(exclude_characters="[]", exclude_categories=["Z", "C"]), min_size=1, max_size=8)
WORDS = st.text(st.characters(exclude_characters="[]", exclude_categories=["Z", "C"]), min_size=1, max_size=8)


@pytest.mark.parametrize("label", ["NN", "NP/NN", "VP\\NP", "DT+NN", "-RRB-", ",", "NP,NP"])
def test_labels_hold_anything_but_space_and_brackets(label: str) -> None:
    assert parse_label(format_label(label)) == label
    assert parse_symbol(f"[{label},2]") == Nonterminal(label, 2)


@pytest.mark.parametrize("text", ["NN", "[]", "[NN", "[N N]", "[NN,1]", ""])
def test_wrong_labels_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="left-hand side"):
        parse_label(text)


def test_brackets_alone_are_words() -> None:
    assert parse_symbols("[ a ]") == ("[", "a", "]")


@pytest.mark.parametrize("text", ["[NP]", "[NP,x]", "[NP,0]"])
def test_half_nonterminals_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="nonterminal"):
        parse_symbol(text)


@given(st.lists(st.one_of(WORDS, st.builds(Nonterminal, LABELS, st.integers(1, 9))), min_size=1))
def test_sides_survive_their_text_form(symbols: list[str | Nonterminal]) -> None:
    assert parse_symbols(format_symbols(symbols)) == tuple(symbols)


def test_rule_knows_its_arity_and_prints_a_grammar_line() -> None:
    rule = Rule.from_text("S", "[NP,1] of [NN,2]", "[NN,2] 's [NP,1]", "0-2 2-0")
    rule.features["p(e|f)"] = 0.5
    assert rule.arity == 2
    assert not rule.is_identity
    assert str(rule) == "[S] ||| [NP,1] of [NN,2] ||| [NN,2] 's [NP,1] ||| p(e|f)=0.5 ||| 0-2 2-0"


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("[X,1] a", "a", "same nonterminals"),
        ("[X,1] a", "[Y,1] a", "same nonterminals"),
        ("[X,1] a", "[X,1] [X,1]", "same nonterminals"),
        ("a", "[X,1]", "same nonterminals|indexes"),
        ("[X,2] a", "[X,2]", "indexes 1 to 1"),
        ("[X,2] [X,1]", "[X,2] [X,1]", "in this order"),
        ("", "a", "at least one symbol"),
        ("a", "  ", "at least one symbol"),
    ],
)
def test_sides_that_make_no_rule_are_refused(source: str, target: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        Rule.from_text("X", source, target)


def test_alignment_points_stay_inside_the_rule() -> None:
    assert parse_alignment("0-0 1-12") == [(0, 0), (1, 12)]
    with pytest.raises(ValueError, match="alignment points"):
        parse_alignment("0:0")
    with pytest.raises(ValueError, match="outside the rule"):
        Rule.from_text("X", "a", "b", "0-1")
