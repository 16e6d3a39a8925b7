"""Statistics that come with the rules (PPDB, ranked scores), and the ranks that are computed from them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

import numpy as np

from simplifier.rules.features.encoding import EncodedBatch, FloatArray, IntArray
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers import RANKED_SCORES
from simplifier.rules.readers.format_spec import RankedScore
from simplifier.rules.readers.grammar_text import RELATIONS

__all__ = [
    "CONDITIONALS",
    "SELF_RULE_VALUES",
    "StatisticsFeatures",
    "has_ranked_scores",
    "rank_targets",
    "rank_within_sources",
]

# PPDB gives -ln p; the default is that of a rare event, never the 0 that would mean certainty.
_RARE = 10.0

#: What the probabilities of a rule are conditioned on, by PPDB name.
CONDITIONALS = {
    "p(e|f)": "t given s",
    "p(f|e)": "s given t",
    "p(e|f,LHS)": "t given s and LHS",
    "p(f|e,LHS)": "s given t and LHS",
    "p(e|LHS)": "t given LHS",
    "p(f|LHS)": "s given LHS",
    "p(LHS|e)": "LHS given t",
    "p(LHS|f)": "LHS given s",
}


def _score_specs(one: RankedScore) -> Iterator[FeatureSpec]:
    """Yield the features of a ranked score: the score, the rank by it, and its distance from the best."""
    formula = f"ln p(t | s) of the {one.title} table; 0 for self-rules"
    yield FeatureSpec(one.score, formula, "nats", one.unseen, source=one.title)
    formula = "ln of the 1-based rank of t among the targets of s; 0 for self-rules"
    yield FeatureSpec(one.rank, formula, "nats", one.unseen_rank, merge="min", source=one.title)
    formula = f"{one.score} - its maximum over the targets of s"
    yield FeatureSpec(one.relative, formula, "nats", one.unseen, source=one.title)


class StatisticsFeatures(FeatureGroup):
    """Probabilities, counts, similarities and scores, by the names of PPDB 1.0 (f is s, e is t)."""

    name = "statistics"
    source = "PPDB 1.0"
    specs = (
        *(FeatureSpec(name, f"-ln p({what})", "nats", _RARE, merge="min") for name, what in CONDITIONALS.items()),
        FeatureSpec("Lex(e|f)", "-ln of the lexical weight of t given s", "nats", _RARE, merge="min"),
        FeatureSpec("Lex(f|e)", "-ln of the lexical weight of s given t", "nats", _RARE, merge="min"),
        FeatureSpec("LogCount", "ln of the count of the rule", "nats"),
        FeatureSpec("RarityPenalty", "exp(1 - count); from LogCount where a file gives only that", "0-1", merge="min"),
        FeatureSpec("AGigaSim", "cosine of context vectors, annotated Gigaword", "0-1"),
        FeatureSpec("GoogleNgramSim", "cosine of context vectors, Google n-grams", "0-1"),
        FeatureSpec("MVLSASim", "cosine of multiview LSA vectors", "-1-1", source="PPDB 2.0"),
        FeatureSpec(
            "PPDB1Score",
            "the PPDB 1.0 heuristic score (a sum of costs)",
            "score",
            merge="min",
            source="PPDB 2.0",
        ),
        FeatureSpec(
            "PPDB2Score",
            "the PPDB 2.0 score, learned from human judgements",
            "1-5 score",
            2.0,
            source="PPDB 2.0",
        ),
        FeatureSpec(
            "PPDBSize",
            "smallest PPDB size that holds the pair: s 0, m 1, l 2, xl 3, xxl 4, xxxl 5",
            "step",
            6.0,
            merge="min",
            source="ours",
        ),
        *(FeatureSpec(name, f"probability of the relation {name}", "0-1", source="PPDB 2.0") for name in RELATIONS),
        *(
            FeatureSpec(f"Is{name}", f"1 if the relation given is {name}", "flag", source="PPDB 2.0")
            for name in RELATIONS
        ),
        *(
            FeatureSpec(one.flag, f"1 if a {one.title} table holds the pair", "flag", source="ours")
            for one in RANKED_SCORES.values()
        ),
        FeatureSpec("InPPDB", "1 if a PPDB release holds the pair", "flag", source="ours"),
        *(spec for one in RANKED_SCORES.values() for spec in _score_specs(one)),
    )

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute what follows from the values that came with the rules."""
        columns: dict[str, np.ndarray] = {}
        if "LogCount" in batch.given:
            columns["RarityPenalty"] = np.exp(1.0 - np.exp(batch.given["LogCount"]))
        scores = [batch.given[name] for name in ("p(e|f)", "PPDB2Score", "PPDBSize") if name in batch.given]
        if scores:
            columns["InPPDB"] = np.logical_or.reduce([~np.isnan(values) for values in scores])
            if "ParallelLogProb" in batch.given:  # extracted rules have such probabilities too
                columns["InPPDB"] = columns["InPPDB"] & np.isnan(batch.given["ParallelLogProb"])
        for one in RANKED_SCORES.values():
            if one.score in batch.given:
                columns[one.flag] = ~np.isnan(batch.given[one.score]) & ~batch.identity
        return columns


# Copying is certain, so its costs and log-probabilities are 0. Its other features take their defaults, like those
# of any pair without evidence.
SELF_RULE_VALUES = {
    **dict.fromkeys((*CONDITIONALS, "Lex(e|f)", "Lex(f|e)"), 0.0),
    **{name: 0.0 for one in RANKED_SCORES.values() for name in (one.score, one.rank, one.relative)},
    "ParallelLogProb": 0.0,
}


def rank_targets(batch: RuleBatch) -> RuleBatch:
    """Add ranks and relative scores to rules that carry a ranked score without them; others stay as they are.

    The batch must hold all rules of each of its sources (`simplifier.rules.grammar.batch.whole_sources`), each once.
    """
    for one in RANKED_SCORES.values():
        if one.score not in batch.features or one.rank in batch.features:
            continue
        values = batch.features[one.score].astype(np.float64)
        rank, best = rank_within_sources(batch.sources, values)
        ranked = {
            one.rank: np.log(rank).astype(np.float32),
            one.relative: (values - best).astype(np.float32),
        }
        batch = replace(batch, features={**batch.features, **ranked})
    return batch


def has_ranked_scores(names: Collection[str]) -> bool:
    """Return whether rules with these features are ranked, which takes all rules of a source at once."""
    return any(one.score in names for one in RANKED_SCORES.values())


def rank_within_sources(sources: list[str], values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the 1-based rank of each value among those of its source, and the best value of the source.

    Equal consecutive sources belong together. The highest value ranks first; equal values keep their order.
    """
    runs = _runs(sources)
    order = np.lexsort((-values, runs))  # a stable sort, so that equal values keep their order
    starts = np.flatnonzero(np.diff(runs[order], prepend=-1))
    lengths = np.diff(np.append(starts, len(runs)))
    rank, best = np.empty(len(runs)), np.empty(len(runs))
    rank[order] = np.arange(len(runs)) - np.repeat(starts, lengths) + 1
    best[order] = np.repeat(values[order][starts], lengths)
    return rank, best


def _runs(sources: list[str]) -> IntArray:
    changes = (a != b for a, b in zip(sources, sources[1:], strict=False))
    steps = np.fromiter(changes, dtype=np.int64, count=max(len(sources) - 1, 0))
    return np.concatenate([np.zeros(min(len(sources), 1), dtype=np.int64), np.cumsum(steps)])
