"""Structural plans of sentences: which are worth decoding, and which one stands when all are decoded."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from base.errors import ConfigError, nearest
from languages import Language
from languages.parts.tokens import tagger_words
from languages.parts.tree import Parser, Tree
from languages.structure.parsed import Parsed
from languages.structure.plans import Plan, Structure
from languages.structure.rules import Proposal
from simplifier.annotation import Annotator, MarkedSentence
from simplifier.config import Config, StructureSettings
from simplifier.records.requests import SearchRequest
from simplifier.records.result import SentenceResult
from simplifier.text.markup import SentenceMarks
from simplifier.text.restructuring import restructured

__all__ = ["PlannedSentence", "Planner", "allowed_rules"]


class PlannedSentence(NamedTuple):
    """One way to say a sentence.

    Attributes:
        parts: the sentences to decode.
        value: what the plan scores beside them.
    """

    parts: list[MarkedSentence]
    value: float = 0.0


def allowed_rules(structure: Structure, settings: StructureSettings, risk: float) -> list[str]:
    """Return the names of the rules that settings and risk allow.

    Raises:
        ConfigError: a name that no rule and no kind of rules has.
    """
    entries = [rule.entry for rule in structure.rules]
    known = {name for entry in entries for name in (entry.name, entry.kind)}
    for name in (*settings.also, *settings.without):
        if name not in known:
            raise ConfigError(
                f"structure: no rule {name!r}{nearest(name, known)}; simplifier rules structure"
            )

    def wanted(name: str, kind: str, default: bool) -> bool:
        if {name, kind} & set(settings.without):
            return False
        return bool({name, kind} & set(settings.also)) or (
            default and (settings.shorten if kind == "shorten" else settings.split == "auto")
        )

    return [
        entry.name
        for entry in entries
        if wanted(entry.name, entry.kind, entry.default)
        and (entry.risk <= risk or entry.name in settings.also)
    ]


class Planner:
    """Finds plans of sentences and chooses among them. Safe to share between threads.

    Args:
        config: of the model.
        language: of the sentences.
        annotator: of sentences.
        parser: of their trees.

    Raises:
        ConfigError: a language without structural rules, or a rule that does not exist.
    """

    def __init__(self, config: Config, language: Language, annotator: Annotator, parser: Parser) -> None:
        if language.structure is None:
            raise ConfigError(f"structure: there are no structural rules for {language.name}")
        self._structure = language.structure
        self._settings = config.structure
        self._language = language
        self._annotator = annotator
        self._parser = parser
        self._names = frozenset(allowed_rules(self._structure, config.structure, config.selection.risk))

    def planned(
        self, marked: Sequence[MarkedSentence], request: SearchRequest
    ) -> list[list[PlannedSentence]]:
        """Return the ways to say each sentence, the first as it is; sentences with markup have no other."""
        tags = self._annotator.tags([one.sentence for one in marked])
        own = [one._replace(tags=tag) for one, tag in zip(marked, tags, strict=True)]
        found = [[PlannedSentence([one])] for one in own]
        open_to = [place for place, one in enumerate(own) if self._is_open(one)]
        words = [tagger_words(own[place].sentence.tokens) for place in open_to]
        trees = self._parser.parse(words, [tags[place] for place in open_to])
        for place, tree in zip(open_to, trees, strict=True):
            found[place] += self._plans(own[place], tree, request)
        return found

    def chosen(self, plans: Sequence[tuple[float, Sequence[SentenceResult]]]) -> int:
        """Return which plan scores most, the sentence as it is (the first) where none scores more."""
        scores = [value + sum(one.score for one in results) for value, results in plans]
        return scores.index(max(scores))

    def _is_open(self, one: MarkedSentence) -> bool:
        return (
            one.marks == SentenceMarks()
            and not one.sentence.part
            and len(one.sentence.tokens) > self._settings.least_tokens
        )

    def _plans(self, one: MarkedSentence, tree: Tree, request: SearchRequest) -> Iterator[PlannedSentence]:
        """Yield the most promising plans of a sentence."""
        sentence, tags = one.sentence, one.tags or ()
        forms = [token.form for token in sentence.tokens]
        terms = self._annotator.terms(forms, request)
        defined = one.document.mark(sentence.tokens) if one.document else ()
        parsed = Parsed(
            forms,
            tags,
            tree,
            frozenset(place for marks in (terms, defined) for place, mark in enumerate(marks) if mark),
            bool(tags)
            and (tags[0] in self._language.roles.names or forms[0] in self._language.writing.capitals),
        )
        found = [(self._value(plan, len(forms)), plan) for plan in self._structure.plans(parsed, self._names)]
        found.sort(key=lambda pair: -pair[0])
        for value, plan in found[: self._settings.plans]:
            parts = [
                one._replace(sentence=part, tags=None)
                for part in restructured(sentence, plan, self._language)
            ]
            yield PlannedSentence(parts, value)

    def _value(self, plan: Plan, tokens: int) -> float:
        weights = self._settings.weights
        added = sum(not isinstance(item, int) for one in plan.sentences for item in one[:-1])
        return (
            weights.sentence * (len(plan.sentences) - 1)
            + weights.shorter * (tokens - max(map(len, plan.sentences)))
            + weights.added * added
            + weights.dropped * sum(map(_dropped, plan.proposals))
            + weights.doubt * math.log(max(plan.stands, 1e-9))
        )


def _dropped(proposal: Proposal) -> int:
    """Return how many tokens a shortening leaves out."""
    if proposal.rule.entry.kind != "shorten":
        return 0
    return sum(not items for items in proposal.changes.values())
