"""Files of structural rules, read and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from simplifier.base.errors import ConfigError
from simplifier.base.settings import Finite, Section
from simplifier.languages.analysis.new_sentence import BREAK, Clause, Item
from simplifier.languages.structure.parsed import Grammar, Parsed
from simplifier.languages.structure.pattern import Binding, Pattern, parse_pattern
from simplifier.languages.structure.template import Template, parse_template

__all__ = ["Kind", "Proposal", "RuleEntry", "RuleFile", "StructuralRule", "read_rules"]

Kind = Literal["split", "reword", "shorten", "reorder", "list"]


class RuleEntry(Section):
    """A rule as it stands in the file.

    Attributes:
        name: the name of the rule.
        kind: ``split`` makes two sentences of one; ``reorder`` changes the order; ``reword`` replaces tokens where they
            stand, and ``shorten`` leaves some out; ``list`` gives an introduction, and items after a `BREAK` each.
        example: a sentence, and what the rule makes of it.
        find: the pattern (`simplifier.languages.structure.pattern`).
        give: the new sentences (`simplifier.languages.structure.template`).
        risk: probability that a strict reader finds the result clumsy or wrong, estimated from judgements.
        judged: number of judged sentences behind ``risk``.
        default: true if the rule is in force unless switched off.
        trees: the trees to match on: ``whole``, that of the sentence, or ``parts``, those of its halves
            (`simplifier.languages.structure.halves`); ``parts`` is for rules that split or reorder.
    """

    name: str
    kind: Kind
    example: Annotated[list[str], Field(min_length=2, max_length=2)]
    find: str
    give: str
    risk: Annotated[Finite, Field(ge=0, le=1)] = 0.5
    judged: Annotated[int, Field(ge=0)] = 0
    default: bool = False
    trees: Literal["whole", "parts"] = "whole"


class RuleFile(Section):
    """A whole file.

    Attributes:
        lists: lists of words by name, words between spaces.
        tables: tables that the language looks words up in, by name.
        rules: the rules, in order.
    """

    lists: dict[str, str] = {}
    tables: dict[str, dict[str, str]] = {}
    rules: list[RuleEntry]


@dataclass(frozen=True, slots=True)
class StructuralRule:
    """A rule that can be applied."""

    entry: RuleEntry
    pattern: Pattern
    template: Template

    @property
    def in_place(self) -> bool:
        """True if the rule changes words where they stand, so that it goes together with other rules."""
        return self.entry.kind in ("reword", "shorten")

    @property
    def lists(self) -> bool:
        """True if the rule puts several things one below the other."""
        return self.entry.kind == "list"

    def proposals(self, parsed: Parsed) -> Iterator[Proposal]:
        """Yield what the rule makes of a sentence, once for each match."""
        for binding in self.pattern.matches(parsed):
            if self.in_place:
                changes = self.template.changes(parsed, binding)
                if changes:
                    yield Proposal(self, binding, (tuple(range(parsed.stop)),), changes)
            else:
                sentences = self.template.items(parsed, binding)
                if sentences is not None:
                    # Only here: of a rule in place, a condition that may fail would count for nothing.
                    doubts = self.pattern.doubts(parsed, binding)
                    yield Proposal(self, binding, _lines(sentences) if self.lists else sentences, {}, doubts)


def _lines(sentences: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Return the introduction of a list, then each item. The items come as one clause with a `BREAK` before each."""
    introduction, items = sentences
    lines: list[list[Item]] = []
    for item in items:
        if item == BREAK:
            lines.append([])
        else:
            lines[-1].append(item)
    return (introduction, *map(tuple, lines))


@dataclass(frozen=True, slots=True)
class Proposal:
    """One rule applied to one sentence.

    Attributes:
        rule: the rule.
        binding: the places of the tokens that its pattern bound.
        sentences: the words of the new sentences, with marks not tidied yet. A proposal in place has the old
            sentence here, and a list its introduction and items.
        changes: the new words for each token that changes, if the proposal is in place.
        doubts: conditions of the pattern that may fail, and did.
    """

    rule: StructuralRule
    binding: Binding
    sentences: tuple[Clause, ...]
    changes: Mapping[int, Clause]
    doubts: frozenset[str] = frozenset()


def read_rules(file: RuleFile, grammar: Grammar, path: Path) -> list[StructuralRule]:
    """Return the rules of a file, ready to match.

    Raises:
        ConfigError: a rule cannot be read, or two rules share a name; the message names file and rule.
    """
    rules: dict[str, StructuralRule] = {}
    for entry in file.rules:
        try:
            if entry.name in rules:
                raise ValueError("another rule has this name")
            pattern = parse_pattern(entry.find, grammar)
            rule = StructuralRule(entry, pattern, parse_template(entry.give, pattern.names, grammar))
            # A split gives two sentences, a list its introduction and its items, any other rule one sentence.
            fits = len(rule.template.sentences) == 1 + (entry.kind in ("split", "list"))
            if not (rule.template.in_place if rule.in_place else fits):
                raise ValueError(f"what is given does not go with kind {entry.kind!r}")
        except ValueError as error:
            raise ConfigError(f"{path}: rule {entry.name!r}: {error}") from None
        rules[entry.name] = rule
    return list(rules.values())
