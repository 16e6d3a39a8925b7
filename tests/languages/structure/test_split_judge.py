"""Doubts, what a split shows of itself, and trees that judge it, over a tree and a grammar made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from simplifier.core import BoostedTrees, write_boosted_trees
from simplifier.languages.analysis.tree import Tree
from simplifier.languages.structure.evidence import evidence
from simplifier.languages.structure.parsed import Grammar, Parsed
from simplifier.languages.structure.plans import Plan, Structure
from simplifier.languages.structure.rules import RuleFile
from simplifier.languages.structure.split_judge import STANDS, SplitJudge

WORDS = "the council met in may , and the mayor left town .".split()
TAGS = "DT NN VBD IN NNP , CC DT NN VBD NN .".split()
PARSED = Parsed(
    WORDS,
    TAGS,
    Tree(
        (1, 2, -1, 2, 3, 2, 2, 8, 9, 2, 9, 2),
        ("det nsubj ROOT prep pobj punct cc det nsubj conj dobj punct").split(),
    ),
)
GRAMMAR = Grammar(
    {
        "short": lambda parsed, place: len(parsed) < 5,
        "late": lambda parsed, place: place > 3,
    },
    {},
    {},
    lambda parsed, place: parsed.words[place],
    lambda parsed, sentence: len(sentence) > 2,
    frozenset({"."}),
)
FIND = "V: root\nV -conj-> W\nV -cc-> C\n? late(W)\n? no short(V)\n"
GIVE = "all - C - W*\nW*"


def rule(name: str, find: str, risk: float = 0.1) -> dict[str, object]:
    return {
        "name": name,
        "kind": "split",
        "example": ["a", "b"],
        "find": find,
        "give": GIVE,
        "risk": risk,
        "judged": 4,
    }


def structure(*rules: dict[str, object]) -> Structure:
    from simplifier.languages.structure.rules import read_rules

    return Structure(read_rules(RuleFile.model_validate({"rules": list(rules)}), GRAMMAR, Path("rules.toml")), GRAMMAR)


class Letters:
    """A language model: a word is as improbable as it is long; the end costs 1."""

    def score_words(self, words: Sequence[str], begins_sentence: bool = False) -> float:
        return -float(sum(map(len, words)))

    def score_sentences(self, sentences: list[Sequence[str]]) -> list[float]:
        return [self.score_words(one, True) - 1 for one in sentences]


def test_doubtful_conditions_need_not_hold() -> None:
    both = structure(rule("sure", FIND), rule("doubtful", FIND + "? short(C)\n? no late(C)\n", 0.05))
    names = {"sure", "doubtful"}
    (plan,) = both.plans(PARSED, names)
    assert plan.proposals[-1].rule.entry.name == "sure" and plan.alike == ()
    (plan,) = both.plans(PARSED, names, doubtful=True)
    assert plan.proposals[-1].rule.entry.name == "sure" and plan.proposals[-1].doubts == frozenset()
    (other,) = plan.alike
    assert other.doubts == {"short", "late"}
    assert other.rule.pattern.doubtful == ("late", "short", "short", "late")
    assert not [*both.plans(PARSED, {"doubtful"})]
    (alone,) = both.plans(PARSED, {"doubtful"}, doubtful=True)
    assert alone.stands == pytest.approx(0.95)


def plan_of(find: str) -> Plan:
    (plan,) = structure(rule("one", find)).plans(PARSED, {"one"}, doubtful=True)
    return plan


def test_what_a_split_shows() -> None:
    found = evidence(PARSED, plan_of(FIND + "? short(C)\n"), {"letters": Letters()})
    assert {name: value for name, value in found.items() if not name.startswith(("first", "second", "letters"))} == {
        "rule one": 1,
        "doubt short": 1,
        "alike": 1,
        "doubts": 1,
        "conditions": 3,
        "root in first": 1,
        "left out": 2,
        "left out and": 1,
        "left out ,": 1,
        "tokens": 12,
        "shortest": 4,
        "share": pytest.approx(5 / 9),
    }
    assert {name: value for name, value in found.items() if name.startswith("second")} == {
        "second words": 4,
        "second has DT": 1,
        "second has NN": 2,
        "second has VBD": 1,
        "second begins DT": 1,
        "second begins with the": 1,
        "second then NN": 1,
        "second ends NN": 1,
        "second tops": 1,
        "second top conj": 1,
        "second hangs on VBD": 1,
        "second below ROOT": 1,
        "second crossed": 1,
    }
    # "the council met in may .", "the mayor left town ." and the whole, which has ", and" more.
    assert found["letters gains"] == -(18 + 1) - (17 + 1) + (38 + 1)
    assert found["letters first begins"] == -13 and found["letters second begins with"] == -3
    assert found["letters first ends"] == -2 and found["letters second a word"] == pytest.approx(-18 / 6)


def trees(path: Path) -> BoostedTrees:
    """Write one tree: 0 where "doubts" is at most a half, else -3; through the logistic function."""
    write_boosted_trees(
        str(path), ["doubts"], [STANDS], np.array([1], np.uint8), 1, np.array([0, 1], np.uint32),
        np.array([0, 1], np.uint32), np.array([0, 2], np.uint32), np.array([0], np.uint16),
        np.array([0], np.uint8), np.array([0.5], np.float32), np.array([-1], np.int16),
        np.array([-2], np.int16), np.array([0.0, -3.0], np.float32),
    )  # fmt: skip
    return BoostedTrees(str(path))


def test_trees_judge_splits_one_by_one(tmp_path: Path) -> None:
    standing = SplitJudge(trees(tmp_path / "standing.trees"), {})
    (sure,) = standing.judged(PARSED, [plan_of(FIND)])
    (doubtful,) = standing.judged(PARSED, [plan_of(FIND + "? short(C)\n")])
    assert (sure.judged, doubtful.judged) == (pytest.approx(0.5), pytest.approx(1 / (1 + np.exp(3))))
    assert sure.risks == [pytest.approx(0.5)] and sure.stands == pytest.approx(0.5)
    assert standing.judged(PARSED, []) == []
