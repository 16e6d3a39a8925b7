"""What a ranking report says: sources with their candidates, and what the decoder chose where they occur."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from simplifier.pipeline import Simplifier
from simplifier.policy.vetoes import decision_words
from simplifier.report.occurrences import Occurrence, named_tables, occurrences
from simplifier.rules.inspection.feature_groups import feature_groups
from simplifier.rules.inspection.ranking import Candidate, NamedTable, Ranking, rank, table_weights

__all__ = ["RankedSource", "RankingReport", "decision_reason", "rank_text", "rank_words"]


@dataclass(frozen=True, slots=True)
class RankedSource:
    """A source side with its candidates and the places of the text where it stands."""

    ranking: Ranking
    occurrences: tuple[Occurrence, ...] = ()

    def shown(self, top: int) -> Iterator[Candidate]:
        """Yield the best ``top`` candidates (all for 0), copying, and behind them as many that are vetoed."""
        yield from self.ranking.top(top)
        yield from self.ranking.vetoed[: top or None]

    def chosen(self, candidate: Candidate) -> int:
        """Return how many times the decoder chose a candidate."""
        return sum(one.choice == candidate.target for one in self.occurrences)


@dataclass(frozen=True, slots=True)
class RankingReport:
    """Rankings under one model.

    Attributes:
        model: its name.
        weights: the weights of the features that the tables store.
        groups: group of the register by feature, in its order.
        sources: in the order they were asked for or occur.
        top: candidates to show of each source besides copying; 0 shows all.
        with_text: whether a text was read.
        owners: the grammars; reports name them where there are several.
    """

    model: str
    weights: Mapping[str, float]
    groups: Mapping[str, str]
    sources: tuple[RankedSource, ...]
    top: int
    with_text: bool
    owners: tuple[str, ...]

    def provenance(self, candidate: Candidate) -> str:
        """Return where a candidate comes from, as one word."""
        names = "+".join(candidate.provenance)
        return names if len(self.owners) < 2 else f"{candidate.owner}:{names}"


def decision_reason(decided: Mapping[str, float]) -> str:
    """Return in words what vetoes or orders there were; empty without any."""
    words = decision_words()
    return ", ".join(dict.fromkeys(words.get(name, f"{name} decides") for name in decided))


def rank_words(
    tables: Sequence[NamedTable],
    weights: Mapping[str, float],
    sources: Iterable[str],
    top: int = 0,
    model: str = "",
    guards: Collection[str] = (),
) -> RankingReport:
    """Rank the candidates of words and phrases.

    Args:
        tables: the grammars.
        weights: the weights, by feature name.
        sources: lowercased; white space is evened out.
        top: candidates to show.
        model: its name, for people.
        guards: features whose weights were set by hand, and may be vetoes.
    """
    deciding = _deciding(guards)
    found = tuple(RankedSource(rank(tables, " ".join(one.split()), weights, deciding)) for one in sources)
    return _report(tables, weights, found, top, model, with_text=False)


def rank_text(
    simplifier: Simplifier,
    lines: Iterable[str],
    sources: Iterable[str] = (),
    top: int = 0,
    k: int = 100,
) -> RankingReport:
    """Rank the candidates of every source side that occurs in a text, and tell what the decoder chose.

    Args:
        simplifier: the model.
        lines: the text.
        sources: show these only.
        top: candidates to show.
        k: derivations searched for runners-up.
    """
    wanted: dict[str, list[Occurrence]] = {" ".join(one.split()): [] for one in sources}
    places = dict(wanted)
    deciding = _deciding(simplifier.config.guards)
    for one in occurrences(simplifier, lines, k, deciding):
        if not wanted or one.source in wanted:
            places.setdefault(one.source, []).append(one)
    tables, given = named_tables(simplifier), simplifier.config.all_weights()
    weights = {name: w for name, w in simplifier.decoder.weights.items() if w or name in given}
    found = tuple(RankedSource(rank(tables, name, weights, deciding), tuple(own)) for name, own in places.items())
    return _report(tables, weights, found, top, simplifier.config.model.name, with_text=True)


def _deciding(guards: Collection[str]) -> frozenset[str]:
    return frozenset(decision_words()).union(guards)


def _report(
    tables: Sequence[NamedTable],
    weights: Mapping[str, float],
    sources: tuple[RankedSource, ...],
    top: int,
    model: str,
    with_text: bool,
) -> RankingReport:
    own = table_weights(tables, weights)
    return RankingReport(model, own, feature_groups(own), sources, top, with_text, tuple(one.owner for one in tables))
