"""Conversion of the core's search results, which hold numbers, to derivations and forests with names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from simplifier.core import (
    AppliedRule,
    DecodedDerivation,
    DecodedForest,
    DecodedSentence,
    DecoderModel,
    DecodeStatistics,
    RuleTable,
)
from simplifier.decoder.derivation import Derivation, InputSentence, Objection, RuleApplication
from simplifier.decoder.forest import Forest, ForestEdge, ForestNode

__all__ = ["ChangeGroups", "GrammarPart", "ResultReader", "SearchResult", "change_groups"]

#: The grammar numbers of the core for rules that are in no table.
_UNKNOWN, _MARKUP, _GLUE = -1, -2, -3
_OWNERS: Final = {_UNKNOWN: "unknown", _MARKUP: "markup", _GLUE: "glue"}


class GrammarPart(NamedTuple):
    """A rule table as one grammar of the decoder.

    A rule covers at most ``span_limit`` source tokens. With `NO_LIMIT` a rule covers any span, with `ANCHORED` any
    span that begins at the start of the sentence.
    """

    table: RuleTable
    owner: str
    span_limit: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of the search for one sentence.

    Attributes:
        derivations: the derivations, best first; empty if there is none, as may happen with constraints or a goal
            label (`ParseOptions.goal_label`).
        timed_out: True if time ran out, so that the search was narrower than asked for.
        statistics: counts of nodes, rule applications, hypotheses and combinations.
        forest: the forest; None unless it was asked for.
    """

    derivations: list[Derivation]
    timed_out: bool
    statistics: DecodeStatistics
    forest: Forest | None = None


class _Rule(NamedTuple):
    owner: str
    rule_id: int
    source: str
    target: str
    provenance: tuple[str, ...] = ()
    alignment: tuple[tuple[int, int], ...] = ()


class ResultReader:
    """Gives names to the numbers in the results of one decoder.

    Args:
        model: the native model of the decoder.
        grammars: the grammars of the decoder.
        feature_names: feature names, those of the core first and in its order.
        unknown_suffix: suffix of unknown words on the target side.
    """

    def __init__(
        self,
        model: DecoderModel,
        grammars: Sequence[GrammarPart],
        feature_names: Sequence[str],
        unknown_suffix: str,
    ) -> None:
        self._model = model
        self._grammars = tuple(grammars)
        self._names = tuple(feature_names)
        self._suffix = unknown_suffix

    def derivations(self, decoded: DecodedSentence, given: InputSentence) -> list[Derivation]:
        """Return the derivations of the sentence ``given``."""
        rules = _SentenceRules(self, decoded, given)
        return [
            Derivation.reading(_Reading(self, one, rules, number), score=one.score)
            for number, one in enumerate(decoded.derivations)
        ]

    def features(self, decoded: DecodedDerivation) -> dict[str, float]:
        """Return the values of the core's features of a derivation by name, without zeros."""
        values = decoded.features.tolist()
        # Not strict: the names of derivation features follow, which the core does not compute.
        return {name: value for name, value in zip(self._names, values, strict=False) if value}

    def feature_text(self, decoded: DecodedDerivation) -> str:
        """Return the same features as ``name=value`` with six significant digits, separated by spaces."""
        return self._model.feature_text(decoded)

    def forest(self, decoded: DecodedForest, given: InputSentence) -> Forest:
        """Return the forest of the sentence ``given``."""
        nodes = [ForestNode(one.start, one.end, one.label, one.score) for one in decoded.hypotheses]
        edges = []
        for one in decoded.edges:
            applied = one.rule
            rule = self._in_forest(applied, given)
            edges.append(
                ForestEdge(
                    one.head,
                    tuple(one.tails),
                    rule.owner,
                    rule.rule_id,
                    applied.label,
                    rule.source,
                    rule.target,
                    one.score,
                    self.own_features(applied),
                )
            )
        return Forest(given.tokens, tuple(nodes), tuple(edges))

    def _in_forest(self, applied: AppliedRule, given: InputSentence) -> _Rule:
        owner = _OWNERS.get(applied.grammar, "")
        if applied.grammar == _GLUE:
            return _Rule(owner, -1, "", "")
        if applied.grammar == _UNKNOWN:
            # Parallel arcs of a lattice have one span, so there the number of the rule is that of the token.
            word = given.tokens[applied.start if not given.lattice else applied.rule]
            return _Rule(owner, -1, word, word + self._suffix)
        if applied.grammar == _MARKUP:
            words = next(words for start, _, words in given.replacements if start == applied.start)
            return _Rule(owner, -1, " ".join(given.tokens[applied.start : applied.end]), " ".join(words))
        return self.of_table(applied)

    def owner(self, grammar: int) -> str:
        """Return the owner of a grammar."""
        return self._grammars[grammar].owner if grammar >= 0 else _OWNERS[grammar]

    def of_table(self, applied: AppliedRule) -> _Rule:
        """Return a rule as its table has it."""
        part = self._grammars[applied.grammar]
        _, source, target, alignment, bits = part.table.rule(applied.rule)
        provenance = tuple(name for i, name in enumerate(part.table.provenance) if bits >> i & 1)
        links = tuple(_link(text) for text in alignment.split())
        # A copy without an alignment in its table aligns every word with itself.
        if not links and not applied.changed:
            links = tuple((i, i) for i in range(len(source.split())))
        return _Rule(part.owner, applied.rule, source, target, provenance, links)

    def unknown_word(self, target: str) -> dict[str, object]:
        """Return the fields of an unknown word's rule that follow from its target side."""
        return {"source": target.removesuffix(self._suffix), "provenance": (), "alignment": ((0, 0),)}

    def objections(self, applied: AppliedRule) -> tuple[Objection, ...]:
        """Return what speaks against a rule application."""
        return tuple(Objection(self._names[one.feature], one.price, one.kind, one.reason) for one in applied.objections)

    def own_features(self, applied: AppliedRule) -> dict[str, float]:
        """Return the feature values of a rule application by name."""
        return {self._names[i]: value for i, value in applied.features}


class _AppliedRule:
    """A rule on its source span, wherever its target side stands; costly fields are read on first access."""

    def __init__(self, reader: ResultReader, applied: AppliedRule, given: InputSentence) -> None:
        self._reader = reader
        self._applied = applied
        grammar = applied.grammar
        self.known: dict[str, object] = {
            "start": applied.start,
            "end": applied.end,
            "grammar": reader.owner(grammar),
            "rule_id": applied.rule if grammar >= 0 else -1,
            "lhs": applied.label,
            "changed": applied.changed,
        }
        if grammar == _MARKUP:
            source = " ".join(given.tokens[applied.start : applied.end])
            self.known |= {"source": source, "provenance": (), "alignment": ()}

    @cached_property
    def _rule(self) -> _Rule:
        return self._reader.of_table(self._applied)

    def source(self) -> str:
        return self._rule.source

    def target(self) -> str:
        return self._rule.target

    def provenance(self) -> tuple[str, ...]:
        return self._rule.provenance

    def alignment(self) -> tuple[tuple[int, int], ...]:
        return self._rule.alignment

    @cached_property
    def _features(self) -> dict[str, float]:
        return self._reader.own_features(self._applied)

    def features(self) -> dict[str, float]:
        return self._features

    @cached_property
    def _objections(self) -> tuple[Objection, ...]:
        return self._reader.objections(self._applied)

    def objections(self) -> tuple[Objection, ...]:
        return self._objections


class _SentenceRules:
    """The rules of all derivations of a sentence.

    K-best derivations share most of their rules, so each rule, and each place of a rule, becomes one object.
    """

    def __init__(self, reader: ResultReader, decoded: DecodedSentence, given: InputSentence) -> None:
        self._reader = reader
        self.decoded = decoded
        self._given = given
        self._rules: dict[int, _AppliedRule] = {}
        self._placed: dict[tuple[int, int, int], RuleApplication] = {}

    def _rule(self, number: int) -> _AppliedRule:
        found = self._rules.get(number)
        if found is None:
            found = self._rules[number] = _AppliedRule(self._reader, self.decoded.rule(number), self._given)
        return found

    def reading(self, number: int) -> _Reading:
        """Return the source of a derivation's fields, by the derivation's place in the list."""
        return _Reading(self._reader, self.decoded.derivations[number], self, number)

    def placed(self, place: tuple[int, int, int], tokens: Sequence[str]) -> RuleApplication:
        """Return a rule application.

        Args:
            place: number of the rule, and the half-open span of its target side.
            tokens: the target words of a derivation with this application.
        """
        found = self._placed.get(place)
        if found is None:
            number, start, end = place
            rule = self._rule(number)
            known = rule.known | {"target_start": start, "target_end": end}
            if rule.known["rule_id"] == -1:  # a rule of no table, so that only the output knows its target side
                target = known["target"] = " ".join(tokens[start:end])
                if "source" not in known:
                    known |= self._reader.unknown_word(target)
            found = self._placed[place] = RuleApplication.reading(rule, **known)
        return found


class _Reading:
    """The source from which `Derivation` reads its deferred fields."""

    __slots__ = ("_changes", "_decoded", "_reader", "_tokens", "number", "sentence")

    def __init__(self, reader: ResultReader, decoded: DecodedDerivation, sentence: _SentenceRules, number: int) -> None:
        self._reader = reader
        self._decoded = decoded
        self.sentence = sentence
        self.number = number
        self._tokens: tuple[str, ...] | None = None
        self._changes: tuple[RuleApplication, ...] | None = None

    def tokens(self) -> tuple[str, ...]:
        if self._tokens is None:
            self._tokens = tuple(self._decoded.tokens)
        return self._tokens

    def features(self) -> dict[str, float]:
        return self._reader.features(self._decoded)

    def feature_text(self) -> str:
        return self._reader.feature_text(self._decoded)

    def applications(self) -> tuple[RuleApplication, ...]:
        return self.placed(self._decoded.rules())

    def changes(self) -> tuple[RuleApplication, ...]:
        if self._changes is None:
            self._changes = self.placed(self._decoded.rules(changed_only=True))
        return self._changes

    def placed(self, places: Sequence[tuple[int, int, int]]) -> tuple[RuleApplication, ...]:
        if not places:
            return ()
        tokens, placed = self.tokens(), self.sentence.placed
        return tuple([placed(place, tokens) for place in places])

    def nested(self) -> bool:
        return self._decoded.nested


class ChangeGroups(NamedTuple):
    """Groups of neighbouring changes in the derivations of a sentence.

    Attributes:
        groups: every group once: its changes, and the target words of a derivation that has the group. Both are empty
            for a group that none of the given derivations has.
        of: for each derivation, the numbers of its groups in source order; empty if nothing is changed, or if a
            rule has others in its gaps.
    """

    groups: list[tuple[tuple[RuleApplication, ...], tuple[str, ...]]]
    of: list[list[int]]


def change_groups(
    derivations: Sequence[Derivation], following: Sequence[int], before: Sequence[int]
) -> ChangeGroups | None:
    """Return the groups of neighbouring changes of derivations; None if they are not all from one search.

    Two neighbouring changes belong to different groups if a separating word stands between them, that is, if
    ``following`` at the end of the first change is below ``before`` at the start of the second.

    Args:
        derivations: the derivations of one sentence.
        following: for every place of the source and its end, the place of the first separating word from there on.
        before: for every place of the source and its end, the place just after the last word that separates a change
            there from an earlier one; -1 if there is no such word.
    """
    readings = [one.read_from for one in derivations]
    sentence = readings[0].sentence if readings and isinstance(readings[0], _Reading) else None
    if sentence is None or not all(isinstance(one, _Reading) and one.sentence is sentence for one in readings):
        return None
    groups, of = sentence.decoded.change_groups(following, before)
    known = {one.number: one for one in readings}
    numbers = [one.number for one in readings]
    wanted = {group for number in numbers for group in of[number]}
    found: list[tuple[tuple[RuleApplication, ...], tuple[str, ...]]] = []
    for group, (number, places) in enumerate(groups):
        reading = known.get(number) or (sentence.reading(number) if group in wanted else None)
        found.append(((), ()) if reading is None else (reading.placed(places), reading.tokens()))
    return ChangeGroups(found, [of[number] for number in numbers])


def _link(text: str) -> tuple[int, int]:
    source, _, target = text.partition("-")
    return int(source), int(target)
