"""Prune a packed table to the rules that can win under given weights.

A rule competes with copying its source side word by word. Its score under the weights, without context and
without the language models of the decoder, is compared with the score of those copies; a rule far below them
is taken to lose. Of the rest, only the best rules of every source side stay, and only if the source side is
frequent enough in a text to be worth its room.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError, nearest
from simplifier.base.temporary import scratch_folder
from simplifier.core import RuleTable, TableBuilder
from simplifier.rules.resources.exclusions import Exclusions

__all__ = ["Thresholds", "prune_table"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Least and greatest values, by feature name, for rules that change something."""

    minimum: Mapping[str, float] = field(default_factory=dict)
    maximum: Mapping[str, float] = field(default_factory=dict)

    def passing(self, table: RuleTable) -> NDArray[np.bool_]:
        """Mark the rules of a table that lie within the thresholds.

        Raises:
            ConfigError: a feature the table does not have.
        """
        marks = np.ones(len(table), dtype=np.bool_)
        for names, sign in ((self.minimum, 1.0), (self.maximum, -1.0)):
            for name, bound in names.items():
                # As float32, like the values: 0.1 means the 0.1 of the table.
                limit = np.float32(sign * bound)
                marks &= table.scores(_vector(table, {name: sign})) >= limit
        return marks


def prune_table(
    table: RuleTable,
    path: Path,
    weights: Mapping[str, float],
    top: int,
    margin: float,
    without: Collection[str] = (),
    counts: NDArray[np.integer[Any]] | None = None,
    least_count: int = 0,
    thresholds: Thresholds | None = None,
    exclusions: Exclusions | None = None,
    always: Collection[str] = (),
) -> int:
    """Write the rules of ``table`` that are worth keeping as a new table and return their number.

    A copying rule stays when its word is in the source side of a rule that stays; any other rule stays when
    it is among the ``top`` of its source side and its score is at least that of copying minus ``margin``.

    Args:
        table: the table to prune.
        path: the new table.
        weights: the weights, by feature name; table features left out weigh 0.
        top: most rules kept for a source side, besides the copying ones.
        margin: how far below copying a rule may score, in units of the weighted score.
        without: features that the new table does not store.
        counts: how often each source side stands in a text (`RuleTable.count_sources`).
        least_count: rules whose source side is rarer are dropped.
        thresholds: rules outside them are dropped.
        exclusions: pairs that are dropped before the best rules are chosen.
        always: names of flags; a rule with one of them stays, whatever its score, rank and count, unless a threshold
            or an exclusion drops it.

    Raises:
        ConfigError: a weight for a feature the table does not have, or a flag that it does not have.
    """
    scores = table.scores(_vector(table, weights))
    sources = table.source_numbers()
    copies = table.copies()
    gain = scores - _copy_scores(table, scores, sources, copies)[sources]
    # NaN keeps a rule from being among the best and from ``always``: what is dropped, and copies, which follow their
    # words below.
    gain[copies] = np.nan
    if thresholds is not None:
        gain[~thresholds.passing(table)] = np.nan
    if exclusions is not None:
        gain[exclusions.rules_in(table)] = np.nan
    kept = _best(sources, np.nan_to_num(gain, nan=-np.inf), top) & (gain >= -margin)
    if counts is not None:
        kept &= counts[sources] >= least_count
    for name in always:
        kept |= (table.scores(_vector(table, {name: 1.0})) > 0.5) & ~np.isnan(gain)
    words = {word for rule in _firsts(sources, kept) for word in table.rule(int(rule))[1].split(" ")}
    kept[[rule for rule in np.flatnonzero(copies) if table.rule(int(rule))[1] in words]] = True
    settings: dict[str, object] = {"top": top, "least_count": least_count}
    if np.isfinite(margin):
        settings["margin"] = margin
    if always:
        settings["always"] = sorted(always)
    if thresholds is not None:
        settings |= {"minimum": dict(thresholds.minimum), "maximum": dict(thresholds.maximum)}
    return _write(table, np.flatnonzero(kept).astype(np.uint32), path, settings, without)


def _vector(table: RuleTable, weights: Mapping[str, float]) -> NDArray[np.float64]:
    names = table.feature_names
    for name in weights:
        if name not in names:
            raise ConfigError(f"{table.path}: no feature {name!r}{nearest(name, names)}")
    return np.array([weights.get(name, 0.0) for name in names])


def _copy_scores(
    table: RuleTable, scores: NDArray[np.float32], sources: NDArray[np.uint32], copies: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return the score of copying each source side word by word; words without a copying rule count 0."""
    best: dict[str, float] = {}
    for rule in np.flatnonzero(copies):
        word = table.rule(int(rule))[1]
        best[word] = max(best.get(word, -np.inf), float(scores[rule]))
    totals = np.zeros(table.source_count)
    for rule in _firsts(sources, np.ones(len(sources), dtype=np.bool_)):
        text = table.rule(int(rule))[1]
        totals[sources[rule]] = sum(best.get(word, 0.0) for word in text.split(" "))
    return totals


def _firsts(sources: NDArray[np.uint32], chosen: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return one chosen rule of every source side that has any."""
    rules = np.flatnonzero(chosen)
    _, first = np.unique(sources[rules], return_index=True)
    return rules[first]


def _best(sources: NDArray[np.uint32], gain: NDArray[np.float64], top: int) -> NDArray[np.bool_]:
    """Mark the ``top`` rules of every source side; ties go to the lower number."""
    order = np.lexsort((np.arange(len(gain)), -gain, sources))
    ranked = sources[order]
    starts = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]]) if len(ranked) else ranked
    ranks = np.arange(len(ranked)) - np.repeat(starts, np.diff(np.r_[starts, len(ranked)]))
    marks = np.zeros(len(gain), dtype=np.bool_)
    marks[order[ranks < top]] = True
    return marks


def _write(
    table: RuleTable,
    rules: NDArray[np.uint32],
    path: Path,
    settings: Mapping[str, object],
    without: Collection[str],
) -> int:
    metadata = json.loads(table.metadata or "{}") | {"pruned": dict(settings)}
    names = [name for name in table.feature_names if name not in without]
    with scratch_folder(path) as scratch:
        builder = TableBuilder(
            str(path),
            names,
            [0.0] * len(names),
            table.provenance,
            json.dumps(metadata, sort_keys=True),
            str(scratch),
            exact=table.exact,
        )
        builder.copy(table, rules)
        return builder.finish()
