"""The candidates of a source side, best first under the weights, with copying among them (Xu et al. 2016, table 3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from simplifier.core import RuleTable
from simplifier.rules.grammar.scoring import contributions
from simplifier.rules.tables.table import TableRule, rules_of

__all__ = ["Candidate", "NamedTable", "Ranking", "decisions", "rank", "table_weights"]

#: Absolute contribution from which a feature decides alone: no other feature makes up for it.
_DECISIVE: Final = 50.0


def decisions(contributions: Mapping[str, float], deciding: Collection[str]) -> dict[str, float]:
    """Return the contributions that forbid or demand a candidate, whatever else it scores.

    Args:
        contributions: weight x value by feature.
        deciding: features whose weights are set by hand to forbid or to demand.
    """
    return {name: value for name, value in contributions.items() if name in deciding and abs(value) >= _DECISIVE}


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A rule table with the name of the grammar that it holds."""

    owner: str
    table: RuleTable


@dataclass(frozen=True, slots=True)
class Candidate:
    """One target of a source side.

    Attributes:
        rank: the rank, from 1; equal scores rank in alphabetical order. A vetoed candidate has 0.
        target: target side as text; empty for a deletion.
        labels: left-hand sides of its rules, the best first.
        score: score of the best label under the weights, without language models and context, and without
            ``decided``.
        values: feature values of the best label.
        contributions: weight x value by feature, zeros and ``decided`` left out.
        owner: name of the grammar.
        provenance: names of the sources of its rules.
        is_copy: whether it copies the source.
        is_composed: whether it copies a phrase word by word, with no rule for the whole.
        decided: contributions that forbid or demand it, whatever the score; empty for copying.
    """

    rank: int
    target: str
    labels: tuple[str, ...]
    score: float
    values: Mapping[str, float]
    contributions: Mapping[str, float]
    owner: str
    provenance: tuple[str, ...]
    is_copy: bool
    is_composed: bool = False
    decided: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_vetoed(self) -> bool:
        """Whether it is forbidden."""
        return sum(self.decided.values()) < 0

    @property
    def is_demanded(self) -> bool:
        """Whether it is made whatever it scores."""
        return sum(self.decided.values()) > 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates of one source side, best first; vetoed ones are kept apart, in the same order."""

    source: str
    candidates: tuple[Candidate, ...]
    vetoed: tuple[Candidate, ...] = ()

    @property
    def copy(self) -> Candidate | None:
        """The candidate that copies the source, None where the tables cannot copy it."""
        return next((one for one in self.candidates if one.is_copy), None)

    def top(self, count: int) -> Iterator[Candidate]:
        """Yield the best ``count`` candidates (all for 0), and copying even where it comes later."""
        for one in self.candidates:
            if not count or one.rank <= count or one.is_copy:
                yield one


def table_weights(tables: Sequence[NamedTable], weights: Mapping[str, float]) -> dict[str, float]:
    """Return the weights of the features that the tables store, without those that arise in the decoder."""
    stored = {name for one in tables for name in one.table.feature_names}
    return {name: weight for name, weight in weights.items() if name in stored}


def rank(
    tables: Sequence[NamedTable],
    source: str,
    weights: Mapping[str, float],
    deciding: Collection[str] = (),
) -> Ranking:
    """Rank the candidates of a source side over all tables.

    A target with several labels is one candidate, with the values of its best label. A phrase that no rule
    copies is copied word by word, as the decoder does: this copy is one candidate, with the sums of the scores
    and values of its words.

    Args:
        tables: the grammars of a model.
        source: symbols with spaces between them, lowercased like the tables.
        weights: the weights, by feature name; a feature that no table stores counts 0.
        deciding: features whose weights forbid or demand (`decisions`).
    """
    found = [(one.owner, rule) for one in tables for rule in rules_of(one.table, source, table_weights([one], weights))]
    # The best rule of a target comes first: a candidate takes its values.
    by_target: dict[str, list[tuple[str, TableRule]]] = {}
    for owner, rule in sorted(found, key=lambda pair: (-pair[1].score, pair[1].target, pair[1].lhs)):
        by_target.setdefault(rule.target, []).append((owner, rule))
    candidates = [_candidate(rules, weights, deciding) for rules in by_target.values()]
    if candidates and not any(one.is_copy for one in candidates):
        candidates += _copied_word_by_word(tables, source.split(), weights)
    candidates.sort(key=lambda one: (not one.is_demanded, -one.score, one.target))
    allowed = (one for one in candidates if not one.is_vetoed)
    numbered = (replace(one, rank=number) for number, one in enumerate(allowed, 1))
    return Ranking(source, tuple(numbered), tuple(one for one in candidates if one.is_vetoed))


def _candidate(
    rules: Sequence[tuple[str, TableRule]], weights: Mapping[str, float], deciding: Collection[str]
) -> Candidate:
    owner, best = rules[0]
    parts = contributions(best.features, weights)
    decided = {} if best.is_self_rule else decisions(parts, deciding)
    return Candidate(
        0,
        best.target,
        tuple(dict.fromkeys(rule.lhs for _, rule in rules)),
        best.score - sum(decided.values()),
        best.features,
        {name: value for name, value in parts.items() if name not in decided},
        owner,
        tuple(dict.fromkeys(name for _, rule in rules for name in rule.provenance)),
        best.is_self_rule,
        decided=decided,
    )


def _copied_word_by_word(
    tables: Sequence[NamedTable], words: Sequence[str], weights: Mapping[str, float]
) -> list[Candidate]:
    """Return the candidate that copies word by word, in a list.

    The list is empty for a single symbol, and where a word or nonterminal has no copying rule.
    """
    if len(words) < 2:
        return []
    copies = [rank(tables, word, weights).copy for word in words]
    known = [one for one in copies if one is not None]
    if len(known) < len(words):
        return []
    values: dict[str, float] = {}
    for one in known:
        for name, value in one.values.items():
            values[name] = values.get(name, 0.0) + value
    return [
        Candidate(
            0,
            " ".join(words),
            (),
            sum(one.score for one in known),
            values,
            contributions(values, weights),
            known[0].owner,
            tuple(dict.fromkeys(name for one in known for name in one.provenance)),
            is_copy=True,
            is_composed=True,
        )
    ]
