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
        values = decoded.features
        tokens = decoded.tokens
        features = {self._names[i]: float(values[i]) for i in np.flatnonzero(values)}
        applications = tuple(self._application(one, tokens, given) for one in decoded.applications)
        return Derivation(decoded.score, tuple(tokens), features, applications)

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
                    {self._names[i]: value for i, value in applied.features},
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
        return self._of_table(applied)

    def _of_table(self, applied: AppliedRule) -> _Rule:
        part = self._grammars[applied.grammar]
        _, source, target, alignment, bits = part.table.rule(applied.rule)
        provenance = tuple(name for i, name in enumerate(part.table.provenance) if bits >> i & 1)
        links = tuple(_link(text) for text in alignment.split())
        if not links and not applied.changed:
            links = tuple((i, i) for i in range(len(source.split())))
        return _Rule(part.owner, applied.rule, source, target, provenance, links)

    def _application(
        self, applied: AppliedRule, tokens: Sequence[str], given: InputSentence
    ) -> RuleApplication:
        if applied.grammar >= 0:
            rule = self._of_table(applied)
        else:
            target = " ".join(tokens[applied.target_start : applied.target_end])
            if applied.grammar == _MARKUP:
                source = " ".join(given.tokens[applied.start : applied.end])
                rule = _Rule("markup", -1, source, target)
            else:
                source = target.removesuffix(self._suffix)
                rule = _Rule("unknown", -1, source, target, alignment=((0, 0),))
        return RuleApplication(
            start=applied.start,
            end=applied.end,
            target_start=applied.target_start,
            target_end=applied.target_end,
            grammar=rule.owner,
            rule_id=rule.rule_id,
            lhs=applied.label,
            source=rule.source,
            target=rule.target,
            changed=applied.changed or applied.grammar == _MARKUP,
            provenance=rule.provenance,
            features={self._names[i]: value for i, value in applied.features},
            alignment=rule.alignment,
        )


def _link(text: str) -> tuple[int, int]:
    source, _, target = text.partition("-")
    return int(source), int(target)
