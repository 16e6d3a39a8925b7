"""Rules from aligned sentence pairs, with all their statistics, as text lines and as typed columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simplifier.languages.language import Language
from simplifier.rules.extraction.lexical_weights import LexicalWeights, word_links
from simplifier.rules.extraction.occurrences import Corpus, Occurrences
from simplifier.rules.extraction.pair_thresholds import (
    enough_evidence,
    is_divisible,
    is_in_place,
    is_sound,
    loses_content,
)
from simplifier.rules.extraction.phrase_table import Phrases, PhraseTable, build_phrase_table
from simplifier.rules.extraction.propensity import PhraseEvidence
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.grammar.symbols import format_label

__all__ = ["extract_rules", "format_rules", "select_rules"]

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

_MOST_LABELS = 3  # of one pair
_LEAST_DIVISIBLE = 3  # occurrences; of a rarer pair, the smaller pair says the same
_LEAST_LABEL_SHARE = 0.1  # of the occurrences of the pair, for a label that is not its commonest


@dataclass(frozen=True, slots=True)
class _PairCounts:
    """Counts of the (source, target) pair of each row of a phrase table, whatever its label.

    Attributes:
        counts: occurrences of the pair.
        totals: occurrences of its source phrase.
        changed_totals: occurrences of its source phrase with another target phrase than itself.
        simplifying: occurrences of the pair in text that simplifies.
        framed: share of the neighbours of its occurrences that are linked to each other, 0 to 1.
    """

    counts: IntArray
    totals: IntArray
    changed_totals: IntArray
    simplifying: IntArray
    framed: FloatArray


def extract_rules(
    corpus: Corpus,
    changed: Occurrences,
    identities: Occurrences,
    evidence: PhraseEvidence,
    simplifying: BoolArray,
    least_other: int = 3,
) -> RuleBatch:
    """Return the rules of a corpus, sorted by source side.

    Args:
        corpus: aligned pairs.
        changed: `Corpus.changed`.
        identities: `Corpus.identities`.
        evidence: what happens to phrases in simplification.
        simplifying: marks the sentence pairs from normal to simple text; the others only split or shorten.
        least_other: occurrences that a phrase pair needs if none is in simplifying text.
    """
    table = build_phrase_table(corpus, changed, identities, simplifying)
    lexical = LexicalWeights(word_links(corpus.pairs, corpus.links))
    return select_rules(table, corpus.ngrams, corpus.labels, corpus.language, evidence, lexical, least_other)


def select_rules(
    table: PhraseTable,
    phrases: Phrases,
    labels: Sequence[str],
    language: Language,
    evidence: PhraseEvidence,
    lexical: LexicalWeights,
    least_other: int = 3,
) -> RuleBatch:
    """Return the rules of a phrase table, sorted by source side.

    Args:
        table: all phrase pairs.
        phrases: the phrases, by the numbers that the table has.
        labels: the names of labels, by the numbers that the table has, sorted.
        language: the language of both sides.
        evidence: what happens to phrases in simplification, by their numbers.
        lexical: word translation probabilities.
        least_other: as for `extract_rules`.
    """
    counts = _pair_counts(table)
    keep = table.sources != table.targets
    keep &= (counts.simplifying > 0) | (counts.counts >= least_other)
    keep &= enough_evidence(
        counts.counts,
        counts.totals,
        counts.framed,
        phrases.lengths(table.sources),
        phrases.lengths(table.targets),
    )
    keep &= _main_labels(table, counts.counts)
    # Texts and tags are made only for the rows that passed the tests on arrays.
    rows = np.flatnonzero(keep)
    sources, targets = phrases.texts(table.sources[rows]), phrases.texts(table.targets[rows])
    tags = table.examples.target_tags(rows)
    sound = [
        _is_rule(source.split(), target.split(), own, count, share, language)
        for source, target, own, count, share in zip(
            sources, targets, tags, counts.counts[rows].tolist(), counts.framed[rows].tolist(), strict=True
        )
    ]
    names = [labels[label] for label in table.labels[rows].tolist()]
    order = sorted(
        (place for place, good in enumerate(sound) if good),
        key=lambda at: (sources[at], targets[at], names[at]),
    )
    rows = rows[order]
    sources = [sources[place] for place in order]
    targets = [targets[place] for place in order]
    alignments = table.examples.alignments(rows)
    features = _features(table, counts, rows)
    features.update(_lexical(lexical, sources, targets, alignments))
    features.update(_evidence(evidence, table.sources[rows], table.targets[rows]))
    return RuleBatch(
        sources,
        targets,
        [names[place] for place in order],
        {name: values.astype(np.float32) for name, values in features.items()},
        alignments,
    )


def format_rules(rules: RuleBatch) -> Iterator[str]:
    """Yield a labelled grammar line (PPDB 1.0) for each rule, without a line end.

    Raises:
        ValueError: rules without labels or without alignments.
    """
    if rules.lhs is None or rules.alignments is None:
        raise ValueError("expected rules with labels and alignments")
    names = list(rules.features)
    columns = [rules.features[name].tolist() for name in names]
    for row, (label, source, target) in enumerate(zip(rules.lhs, rules.sources, rules.targets, strict=True)):
        values = " ".join(f"{name}={round(column[row], 4):g}" for name, column in zip(names, columns, strict=True))
        yield f"{format_label(label)} ||| {source} ||| {target} ||| {values} ||| {rules.alignments[row]}"


def _is_rule(
    source: list[str],
    target: list[str],
    target_tags: tuple[str, ...],
    count: int,
    framed: float,
    language: Language,
) -> bool:
    return (
        is_sound(source, target, target_tags, count, language)
        and (count >= _LEAST_DIVISIBLE or not is_divisible(source, target))
        and (is_in_place(count, framed) or not loses_content(source, target, language))
    )


def _pair_counts(table: PhraseTable) -> _PairCounts:
    _, pairs = np.unique(table.sources * (int(table.targets.max(initial=0)) + 1) + table.targets, return_inverse=True)
    differs = table.sources != table.targets
    pair_totals = np.bincount(pairs, table.counts)
    return _PairCounts(
        pair_totals.astype(np.int64)[pairs],
        np.bincount(table.sources, table.counts).astype(np.int64)[table.sources],
        np.bincount(table.sources, np.where(differs, table.counts, 0)).astype(np.int64)[table.sources],
        np.bincount(pairs, table.simplifying).astype(np.int64)[pairs],
        (np.bincount(pairs, table.flanks) / (2 * pair_totals))[pairs],
    )


def _main_labels(table: PhraseTable, pair_counts: IntArray) -> BoolArray:
    """Return which rows have a main label of their pair: the commonest, and up to two that are common enough."""
    # The rows of a pair are neighbours in this order, its commonest label first, so the distance from the first row
    # of the pair is the rank of a label.
    order = np.lexsort((table.labels, -table.counts, table.targets, table.sources))
    ordered = table.sources[order], table.targets[order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (np.diff(ordered[0]) != 0) | (np.diff(ordered[1]) != 0)
    first = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order)) - first
    main: BoolArray = (rank == 0) | ((rank < _MOST_LABELS) & (table.counts >= _LEAST_LABEL_SHARE * pair_counts))
    return main


def _features(table: PhraseTable, counts: _PairCounts, rows: IntArray) -> dict[str, FloatArray]:
    features = {name: values[rows] for name, values in table.probabilities.items()}
    own = table.counts[rows].astype(np.float64)
    features["LogCount"] = np.log(own)
    features["RarityPenalty"] = np.exp(1.0 - own)
    features["LabelAgree"] = table.agreeing[rows] / own
    pair = counts.counts[rows].astype(np.float64)
    features["ParallelLogCount"] = np.log1p(pair)
    # Half a count is held back, so that a source phrase that was changed once has no probability of 1.
    features["ParallelLogProb"] = np.log((pair - 0.5) / counts.changed_totals[rows])
    features["FramedShare"] = counts.framed[rows]
    features["SimplifyingShare"] = counts.simplifying[rows] / pair
    return features


def _lexical(
    weights: LexicalWeights, sources: list[str], targets: list[str], alignments: list[str]
) -> dict[str, FloatArray]:
    costs = [
        weights.costs(source.split(), target.split(), alignment)
        for source, target, alignment in zip(sources, targets, alignments, strict=True)
    ]
    values = np.array(costs, dtype=np.float64).reshape(-1, 2)
    return {"Lex(e|f)": values[:, 0], "Lex(f|e)": values[:, 1]}


def _evidence(evidence: PhraseEvidence, sources: IntArray, targets: IntArray) -> dict[str, FloatArray]:
    return {
        "ChangePropensity": evidence.change[sources],
        "DropPropensity": evidence.drop[sources],
        "SourceSimpleLogOdds": evidence.simple[sources],
        "TargetSimpleLogOdds": evidence.simple[targets],
        "SimpleLogOddsDiff": evidence.simple[targets] - evidence.simple[sources],
    }
