"""The words of a derivation with their origin: copied from a source token, or made by a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from simplifier.decoder import Derivation, RuleApplication
from simplifier.text import OutputWord

__all__ = ["GIVEN", "AppliedChange", "Trace", "copied_words", "trace"]


#: Owners of the edits that the user asked for; no test applies to them, and they are written as the user wrote them.
GIVEN: Final = ("user", "markup")


@dataclass(frozen=True, slots=True)
class AppliedChange:
    """A rule that changed something, with the source tokens and the output words of its own terminals, in order."""

    application: RuleApplication
    sources: tuple[int, ...]
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """The words of a derivation with their origin; `OutputWord.change` is a place in ``changes``."""

    output: tuple[OutputWord, ...]
    changes: tuple[AppliedChange, ...]


def trace(derivation: Derivation, forms: Sequence[str]) -> Trace:
    """Return the origin of every target word.

    Words that stand on both sides of a changed rule are copies too, matched in order, so that they keep the casing
    of the source.

    Args:
        derivation: the derivation of the sentence ``forms``.
        forms: the decoder forms of the source.
    """
    words: list[OutputWord | None] = [None] * len(derivation.tokens)
    changes: list[AppliedChange] = []
    for application, sources, targets in _own_words(derivation.applications):
        if not application.changed and len(sources) == len(targets):
            for source, target in zip(sources, targets, strict=True):
                words[target] = OutputWord(derivation.tokens[target], source)
            continue
        number = len(changes)
        changes.append(AppliedChange(application, tuple(sources), tuple(targets)))
        new = [derivation.tokens[at] for at in targets]
        for target, word in zip(targets, copied_words(forms, new, sources, number), strict=True):
            words[target] = word
    known = [word for word in words if word is not None]
    assert len(known) == len(words), "every target word belongs to a rule"
    return Trace(tuple(known), tuple(changes))


def copied_words(forms: Sequence[str], new: Sequence[str], sources: Sequence[int], change: int) -> list[OutputWord]:
    """Return the words of a change; words that stand on both sides are copies, matched in order.

    Args:
        forms: the decoder forms of the source.
        new: the words of the target side.
        sources: the source tokens that they replace.
        change: number of the change.
    """
    words = [OutputWord(form, None, change) for form in new]
    before = [forms[source] for source in sources]
    if not set(before).isdisjoint(new):
        for block in SequenceMatcher(None, before, new, autojunk=False).get_matching_blocks():
            for step in range(block.size):
                target = block.b + step
                words[target] = OutputWord(new[target], sources[block.a + step], change)
    return words


def _own_words(
    applications: Sequence[RuleApplication],
) -> list[tuple[RuleApplication, list[int], list[int]]]:
    """Return every rule with the source and target positions of its own terminals.

    Outer rules come before inner ones, so that a stack of open rules finds the parent of each rule in linear time.
    """
    children: list[list[RuleApplication]] = [[] for _ in applications]
    open_rules: list[int] = []
    for number, rule in enumerate(applications):
        while open_rules and not _covers(applications[open_rules[-1]], rule):
            open_rules.pop()
        if open_rules:
            children[open_rules[-1]].append(rule)
        open_rules.append(number)
    return [
        (
            rule,
            _without(range(rule.start, rule.end), [(child.start, child.end) for child in inner]),
            _without(
                range(rule.target_start, rule.target_end),
                [(child.target_start, child.target_end) for child in inner],
            ),
        )
        for rule, inner in zip(applications, children, strict=True)
    ]


def _covers(outer: RuleApplication, inner: RuleApplication) -> bool:
    return (
        outer.start <= inner.start
        and inner.end <= outer.end
        and outer.target_start <= inner.target_start
        and inner.target_end <= outer.target_end
    )


def _without(places: range, spans: Sequence[tuple[int, int]]) -> list[int]:
    if not spans:
        return list(places)
    return [place for place in places if not any(start <= place < end for start, end in spans)]
