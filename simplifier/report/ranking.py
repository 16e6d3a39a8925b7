"""Content of a ranking report: source sides with their candidates, and the decoder's choices in a text."""

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
        """Yield the best ``top`` candidates (all for 0) with the copy, and then up to ``top`` vetoed candidates."""
        yield from self.ranking.top(top)
        yield from self.ranking.vetoed[: top or None]

    def chosen(self, candidate: Candidate) -> int:
        """Return how often the decoder chose a candidate."""
        return sum(one.choice == candidate.target for one in self.occurrences)


@dataclass(frozen=True, slots=True)
class RankingReport:
    """Rankings under one model.

    Attributes:
        model: the name of the model.
        weights: the weights of the features that the tables store.
        groups: for each feature its group in the feature register, in the register's order.
        sources: the source sides, in the order in which they were asked for or occur.
        top: how many candidates of each source side to show, besides the copy; 0 for all.
        with_text: True if a text was read.
        owners: the owners of the grammars; reports name them if there are several.
    """

    model: str
    weights: Mapping[str, float]
    groups: Mapping[str, str]
    sources: tuple[RankedSource, ...]
    top: int
    with_text: bool
    owners: tuple[str, ...]

    def provenance(self, candidate: Candidate) -> str:
        """Return the sources of a candidate as one word, with the owner of its grammar if there are several."""
        names = "+".join(candidate.provenance)
        return names if len(self.owners) < 2 else f"{candidate.owner}:{names}"


def decision_reason(decided: Mapping[str, float]) -> str:
    """Return the vetoes or orders that decided, in words; empty if there are none."""
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
        sources: the words and phrases, lowercased; the kind of white space does not matter.
        top: how many candidates to show; 0 for all.
        model: the name of the model, to show in the report.
        guards: features whose weights were set by hand, so that they may be vetoes.
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
    """Rank the candidates of every source side that occurs in a text, with the decoder's choices.

    Args:
        simplifier: the model.
        lines: the lines of the text.
        sources: the source sides to show; empty for all.
        top: how many candidates to show; 0 for all.
        k: the number of derivations among which runners-up are looked for.
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
