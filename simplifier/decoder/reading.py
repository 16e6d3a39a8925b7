"""From what the core returns to derivations and forests with names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from native import AppliedRule, DecodedDerivation, DecodedForest, DecodeStatistics, RuleTable
from simplifier.decoder.derivation import Derivation, InputSentence, RuleApplication
from simplifier.decoder.forest import Forest, ForestEdge, ForestNode

__all__ = ["GrammarPart", "ResultReader", "SearchResult"]

#: What the core gives for the grammar of a rule that is in no table.
_UNKNOWN, _MARKUP, _GLUE = -1, -2, -3
_OWNERS: Final = {_UNKNOWN: "unknown", _MARKUP: "markup", _GLUE: "glue"}


class GrammarPart(NamedTuple):
    """A rule table as one grammar of the decoder.

    Its rules cover at most ``span_limit`` source tokens; with `NO_LIMIT` any number, with `ANCHORED` any
    number from the start of the sentence.
    """

    table: RuleTable
    owner: str
    span_limit: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes:
        derivations: best first; empty when there is none (constraints, a goal of the grammars' own).
        timed_out: time ran out, so that the search was narrower than asked for.
        statistics: counts of nodes, rule applications, hypotheses, combinations.
        forest: where it was asked for.
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
    """Puts names to numbers.

    Args:
        grammars: of the decoder.
        feature_names: of the core's features, in its order.
        unknown_suffix: what unknown words have on the target side.
    """

    def __init__(
        self, grammars: Sequence[GrammarPart], feature_names: Sequence[str], unknown_suffix: str
    ) -> None:
        self._grammars = tuple(grammars)
        self._names = tuple(feature_names)
        self._suffix = unknown_suffix

    def derivation(self, decoded: DecodedDerivation, given: InputSentence) -> Derivation:
        """Return a derivation of the sentence ``given``."""
        known: dict[str, object] = {"score": decoded.score}
        if not given.replacements:  # whose rules change something too
            known["changes"] = decoded.edits
        return Derivation.reading(_Reading(self, decoded, given), **known)

    def features(self, decoded: DecodedDerivation) -> dict[str, float]:
        """Return the feature values of a derivation by name, zeros left out."""
        values = decoded.features
        places = np.flatnonzero(values)
        return {
            self._names[i]: value for i, value in zip(places.tolist(), values[places].tolist(), strict=True)
        }

    def applications(self, decoded: DecodedDerivation, given: InputSentence) -> tuple[RuleApplication, ...]:
        """Return the rules of a derivation of the sentence ``given``."""
        tokens = decoded.tokens
        return tuple(self._application(one, tokens, given) for one in decoded.applications)

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
            word = given.tokens[applied.start if not given.lattice else applied.rule]
            return _Rule(owner, -1, word, word + self._suffix)
        if applied.grammar == _MARKUP:
            words = next(words for start, _, words in given.replacements if start == applied.start)
            return _Rule(owner, -1, " ".join(given.tokens[applied.start : applied.end]), " ".join(words))
        return self.of_table(applied)

    def _application(
        self, applied: AppliedRule, tokens: Sequence[str], given: InputSentence
    ) -> RuleApplication:
        grammar = applied.grammar
        known = {
            "start": applied.start,
            "end": applied.end,
            "target_start": applied.target_start,
            "target_end": applied.target_end,
            "lhs": applied.label,
            "changed": applied.changed or grammar == _MARKUP,
        }
        if grammar >= 0:
            known |= {"grammar": self._grammars[grammar].owner, "rule_id": applied.rule}
            return RuleApplication.reading(_OfTable(self, applied), **known)
        target = " ".join(tokens[applied.target_start : applied.target_end])
        known |= {"grammar": _OWNERS[grammar], "rule_id": -1, "target": target, "provenance": ()}
        if grammar == _MARKUP:
            known |= {"source": " ".join(given.tokens[applied.start : applied.end]), "alignment": ()}
        else:
            known |= {"source": target.removesuffix(self._suffix), "alignment": ((0, 0),)}
        return RuleApplication.reading(_OfTable(self, applied), **known)

    def of_table(self, applied: AppliedRule) -> _Rule:
        """Return what a table says of a rule."""
        part = self._grammars[applied.grammar]
        _, source, target, alignment, bits = part.table.rule(applied.rule)
        provenance = tuple(name for i, name in enumerate(part.table.provenance) if bits >> i & 1)
        links = tuple(_link(text) for text in alignment.split())
        if not links and not applied.changed:
            links = tuple((i, i) for i in range(len(source.split())))
        return _Rule(part.owner, applied.rule, source, target, provenance, links)

    def own_features(self, applied: AppliedRule) -> dict[str, float]:
        """Return the feature values of a rule where it stands."""
        return {self._names[i]: value for i, value in applied.features}


class _OfTable:
    """What an application is read off, when it is read."""

    __slots__ = ("_applied", "_reader", "_rule")

    def __init__(self, reader: ResultReader, applied: AppliedRule) -> None:
        self._reader = reader
        self._applied = applied
        self._rule: _Rule | None = None

    def _read(self) -> _Rule:
        if self._rule is None:
            self._rule = self._reader.of_table(self._applied)
        return self._rule

    def source(self) -> str:
        return self._read().source

    def target(self) -> str:
        return self._read().target

    def provenance(self) -> tuple[str, ...]:
        return self._read().provenance

    def alignment(self) -> tuple[tuple[int, int], ...]:
        return self._read().alignment

    def features(self) -> dict[str, float]:
        return self._reader.own_features(self._applied)


class _Reading(NamedTuple):
    """What a derivation is read off."""

    reader: ResultReader
    decoded: DecodedDerivation
    given: InputSentence

    def tokens(self) -> tuple[str, ...]:
        return tuple(self.decoded.tokens)

    def features(self) -> dict[str, float]:
        return self.reader.features(self.decoded)

    def applications(self) -> tuple[RuleApplication, ...]:
        return self.reader.applications(self.decoded, self.given)


def _link(text: str) -> tuple[int, int]:
    source, _, target = text.partition("-")
    return int(source), int(target)
