from collections import Counter

import numpy as np
import pytest

from simplifier.languages import language_named
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.tables.filters import RuleFilter, is_damaged

ENGLISH = language_named("en")


def batch(*pairs: tuple[str, str], **features: list[float]) -> RuleBatch:
    columns = {name: np.array(values, dtype=np.float32) for name, values in features.items()}
    return RuleBatch([source for source, _ in pairs], [target for _, target in pairs], None, columns)


def kept(rule_filter: RuleFilter, rules: RuleBatch) -> tuple[list[str], dict[str, int]]:
    dropped: Counter[str] = Counter()
    return rule_filter.select(rules, dropped, ENGLISH).targets, dict(dropped)


def test_thresholds_let_missing_values_pass() -> None:
    rules = batch(("a", "x"), ("a", "y"), ("a", "z"), MeteorLogProb=[-1, -3, np.nan])
    assert kept(RuleFilter(minimum={"MeteorLogProb": -2}), rules) == (
        ["x", "z"],
        {"MeteorLogProb below -2": 1},
    )
    assert kept(RuleFilter(maximum={"MeteorLogProb": -2}), rules) == (
        ["y", "z"],
        {"MeteorLogProb above -2": 1},
    )
    assert kept(RuleFilter(maximum={"Antonym": 0}), rules) == (["x", "y", "z"], {})  # not computed yet


def test_lengths_count_symbols() -> None:
    rules = batch(("a b", "x"), ("a", "x y z"), ("a", "x y"))
    assert kept(RuleFilter(maximum_source_words=1), rules) == (["x y z", "x y"], {"source too long": 1})
    assert kept(RuleFilter(maximum_target_words=2), rules) == (["x", "x y"], {"target too long": 1})


def test_top_targets_are_those_of_each_source() -> None:
    rules = batch(("a", "v"), ("a", "w"), ("a", "x"), ("b", "y"), MeteorLogProb=[-3, -1, -2, -9])
    assert kept(RuleFilter(top_targets=2), rules) == (["w", "x", "y"], {"not among the top targets": 1})
    assert kept(RuleFilter(top_targets=2), batch(("a", "v"))) == (["v"], {})


def test_numbers_and_punctuation() -> None:
    rules = batch(("in 1990", "in 1991"), ("5 and 6", "6 and 5"), ("year 5", "fifth year"), ("a", "b"))
    assert kept(RuleFilter(drop_number_changes=True), rules)[0] == ["6 and 5", "b"]
    rules = batch(("co-operate", "cooperate"), ("do n't", "don't"), ("u.s.", "us army"), ("a b", "a b"))
    assert kept(RuleFilter(drop_punctuation_changes=True), rules)[0] == ["us army", "a b"]


def test_spelling() -> None:
    rules = batch(
        ("authorised", "authorized"),
        ("the center of [NP,1]", "the centre of [NP,1]"),
        ("per cent", "percent"),
        ("authorised", "allowed"),
        ("the authorised body", "an authorized body"),
        ("whilst", "while"),
        ("centre", "centre"),
    )
    kept_targets = ["allowed", "an authorized body", "while", "centre"]
    assert kept(RuleFilter(drop_spelling_changes=True), rules) == (kept_targets, {"only spelling changed": 3})


@pytest.mark.parametrize(
    ("text", "damaged"),
    [
        ("caf? au lait", True), ("fianc?e", True), ("why ?", False), ("café", False), ("£ 5 – 6", False),
        ("\u200ethe", True), ("\ufffd", True), ("москва", True), ("a\x91b", True), ("plain - words .", False),
    ],
)  # fmt: skip
def test_damage(text: str, damaged: bool) -> None:
    assert is_damaged(text, ENGLISH.script) is damaged
    assert kept(RuleFilter(drop_damaged=True), batch((text, "x")))[0] == ([] if damaged else ["x"])
