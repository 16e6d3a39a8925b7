from __future__ import annotations

from simplifier.decoder import Derivation, RuleApplication
from simplifier.record.trace import trace


def rule(span: tuple[int, int], target: tuple[int, int], source: str, to: str) -> RuleApplication:
    return RuleApplication(*span, *target, "g", 0, "X", source, to, source != to, (), {})


def test_nested_rules_own_what_their_children_do_not() -> None:
    """'b X1 c X2' -> 'X2 c e X1' over X1 = 'x y' (copied) and X2 = 'z' -> 'w'."""
    forms = "b x y c z".split()
    applications = (
        rule((0, 5), (0, 5), "b [X,1] c [X,2]", "[X,2] c e [X,1]"),
        rule((4, 5), (0, 1), "z", "w"),
        rule((1, 3), (3, 5), "x y", "x y"),
    )
    traced = trace(Derivation(0.0, tuple("w c e x y".split()), {}, applications), forms)
    assert [(word.form, word.source, word.change) for word in traced.output] == [
        ("w", None, 1),
        ("c", 3, 0),
        ("e", None, 0),
        ("x", 1, None),
        ("y", 2, None),
    ]
    assert [change.sources for change in traced.changes] == [(0, 3), (4,)]
    assert [change.targets for change in traced.changes] == [(1, 2), (0,)]


def test_deletions_own_no_target() -> None:
    applications = (
        rule((0, 1), (0, 1), "a", "a"),
        rule((1, 3), (1, 1), "b c", ""),
        rule((3, 4), (1, 2), "d", "d"),
    )
    traced = trace(Derivation(0.0, ("a", "d"), {}, applications), "a b c d".split())
    assert [word.source for word in traced.output] == [0, 3]
    assert traced.changes[0].sources == (1, 2)
    assert traced.changes[0].targets == ()


def test_one_rule_around_another_of_the_same_span() -> None:
    applications = (rule((0, 1), (0, 2), "[X,1]", "very [X,1]"), rule((0, 1), (1, 2), "a", "a"))
    traced = trace(Derivation(0.0, ("very", "a"), {}, applications), ["a"])
    assert [(word.source, word.change) for word in traced.output] == [(None, 0), (0, None)]
    assert traced.changes[0].sources == ()
