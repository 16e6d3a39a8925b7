"""A file of structural rules: read, checked, ready to match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from simplifier.base.errors import ConfigError
from simplifier.base.settings import Finite, Section
from simplifier.languages.parts.clause import BREAK, Clause, Item
from simplifier.languages.structure.parsed import Grammar, Parsed
from simplifier.languages.structure.pattern import Binding, Pattern, parse_pattern
from simplifier.languages.structure.template import Template, parse_template

__all__ = ["Kind", "Proposal", "RuleEntry", "RuleFile", "StructuralRule", "read_rules"]

Kind = Literal["split", "reword", "shorten", "reorder", "list"]


class RuleEntry(Section):
    """A rule as the file has it.

    Attributes:
        name: for people.
        kind: ``split`` makes two sentences of one; ``reorder`` one in another order; ``reword`` and
            ``shorten`` replace and leave out tokens where they stand; ``list`` gives an introduction, and
            items with a `BREAK` before each.
        example: sentence and what the rule makes of it.
        find: the pattern (`simplifier.languages.structure.pattern`).
        give: the new sentences (`simplifier.languages.structure.template`).
        risk: probability that a strict reader calls what it makes clumsy or wrong, as judged.
        judged: sentences that this was fitted on.
        default: it is in force unless asked otherwise.
        trees: that it is matched on: the ``whole`` sentence's, or those of its halves
            (`simplifier.languages.structure.parts`); the second only of what splits or reorders.
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
        lists: words by name, between spaces.
        tables: what the language looks up, by the name of the table.
        rules: in the order of the file.
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
        """Whether it changes words where they stand, so that it goes together with others."""
        return self.entry.kind in ("reword", "shorten")

    @property
    def lists(self) -> bool:
        """Whether it puts several things one below the other."""
        return self.entry.kind == "list"

    def proposals(self, parsed: Parsed) -> Iterator[Proposal]:
        """Yield what the rule makes of a sentence, once for each way it matches."""
        for binding in self.pattern.matches(parsed):
            if self.in_place:
                changes = self.template.changes(parsed, binding)
                if changes:
                    yield Proposal(self, binding, (tuple(range(parsed.stop)),), changes)
            else:
                sentences = self.template.items(parsed, binding)
                if sentences is not None:
                    doubts = self.pattern.doubts(parsed, binding)
                    yield Proposal(self, binding, _lines(sentences) if self.lists else sentences, {}, doubts)


def _lines(sentences: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Return an introduction and the items behind it, each by itself."""
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
        rule: it.
        binding: the tokens of its pattern.
        sentences: the words of the new ones, their marks not tidied yet; of one in place, the old sentence;
            of a list, its introduction and its items.
        changes: of one in place, what stands for the tokens that it does not leave alone.
        doubts: conditions of its pattern that need not hold and do not.
    """

    rule: StructuralRule
    binding: Binding
    sentences: tuple[Clause, ...]
    changes: Mapping[int, Clause]
    doubts: frozenset[str] = frozenset()


def read_rules(file: RuleFile, grammar: Grammar, path: Path) -> list[StructuralRule]:
    """Return the rules of a file, ready to match.

    Raises:
        ConfigError: a rule that cannot be read, or a name that two have; names file and rule.
    """
    rules: dict[str, StructuralRule] = {}
    for entry in file.rules:
        try:
            if entry.name in rules:
                raise ValueError("another rule has this name")
            pattern = parse_pattern(entry.find, grammar)
            rule = StructuralRule(entry, pattern, parse_template(entry.give, pattern.names, grammar))
            fits = len(rule.template.sentences) == 1 + (entry.kind in ("split", "list"))
            if not (rule.template.in_place if rule.in_place else fits):
                raise ValueError(f"what is given does not go with kind {entry.kind!r}")
        except ValueError as error:
            raise ConfigError(f"{path}: rule {entry.name!r}: {error}") from None
        rules[entry.name] = rule
    return list(rules.values())
