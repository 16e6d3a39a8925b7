"""Lists of pairs: METEOR tables, the tab-separated PPDB lists, and user lists (see their readers)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

from simplifier.base.errors import ConfigError
from simplifier.core import FeatureName
from simplifier.rules.grammar.batch import FloatColumn, RuleBatch
from simplifier.rules.grammar.symbols import DEFAULT_LABEL
from simplifier.rules.readers.grammar_text import RELATIONS
from simplifier.rules.readers.ppdb_pairs import LEXICAL_HEADER, SCORES_HEADER, SIZES
from simplifier.rules.writers.limits import word_pairs, words_only
from simplifier.rules.writers.numbers import probability_text, value_text

__all__ = ["lexical_lines", "meteor_lines", "score_lines", "user_lines"]


def meteor_lines(batches: Iterable[RuleBatch], left_out: Counter[str]) -> Iterator[str]:
    """Yield triples of lines; the probability comes from ``MeteorLogProb``, else from ``p(e|f)``.

    Raises:
        ConfigError: the rules have neither feature.
    """
    for batch in word_pairs(batches, left_out):
        if "MeteorLogProb" in batch.features:
            logs = batch.features["MeteorLogProb"]
        else:
            logs = -_needed(batch, "p(e|f)", "a METEOR table", "MeteorLogProb or p(e|f)")
        for source, target, value in zip(batch.sources, batch.targets, logs.tolist(), strict=True):
            if math.isnan(value):
                left_out["no probability"] += 1
                continue
            yield f"{probability_text(value)}\n{source}\n{target}\n"


def lexical_lines(batches: Iterable[RuleBatch], left_out: Counter[str]) -> Iterator[str]:
    """Yield the header and one line for each pair with a PPDB size and relations.

    Raises:
        ConfigError: the rules have no ``PPDBSize``.
    """
    yield "\t".join(LEXICAL_HEADER) + "\n"
    for batch in words_only(batches, left_out):
        sizes = _needed(batch, "PPDBSize", "a list of tagged pairs")
        flags = [batch.features.get(f"Is{name}", np.zeros(len(batch), np.float32)) for name in RELATIONS]
        for row, size in enumerate(sizes.tolist()):
            relations = [name for name, flag in zip(RELATIONS, flags, strict=True) if flag[row] > 0]
            if not 0 <= size < len(SIZES) or not relations:
                left_out["no PPDB size or no entailment relation"] += 1
                continue
            cells = [
                DEFAULT_LABEL if batch.lhs is None else batch.lhs[row],
                batch.sources[row],
                batch.targets[row],
                "listed",
                ",".join(relations),
                SIZES[int(size)],
            ]
            yield "\t".join(cells) + "\n"


def score_lines(batches: Iterable[RuleBatch], left_out: Counter[str]) -> Iterator[str]:
    """Yield the header and one line for each pair with its PPDB 2.0 score.

    Raises:
        ConfigError: the rules have no ``PPDB2Score``.
    """
    yield "\t".join(SCORES_HEADER) + "\n"
    for batch in word_pairs(batches, left_out):
        scores = _needed(batch, "PPDB2Score", "a list of scored pairs")
        for source, target, score in zip(batch.sources, batch.targets, scores.tolist(), strict=True):
            yield f"{source}\t{target}\t{value_text(score)}\n"


def user_lines(batches: Iterable[RuleBatch], left_out: Counter[str]) -> Iterator[str]:
    """Yield user entries, with the label as part of speech; a copying rule becomes an entry with ``never``.

    Copying rules that no user list asked for are left out.
    """
    for batch in words_only(batches, left_out):
        always, never = (
            batch.features.get(name, np.zeros(len(batch), np.float32)) > 0
            for name in (FeatureName.UserAlways, FeatureName.UserNever)
        )
        for row, (source, target) in enumerate(zip(batch.sources, batch.targets, strict=True)):
            label = DEFAULT_LABEL if batch.lhs is None else batch.lhs[row]
            part = [] if label == DEFAULT_LABEL else [label]
            if source == target:
                if not always[row]:
                    left_out["a copying rule"] += 1
                    continue
                cells = [source, "never", *part]
            else:
                verdict = ["never"] if never[row] else ["always"] if always[row] else []
                cells = [source, target, *part, *verdict]
                if target in ("", "never", "always"):
                    cells[1] = f'"{target}"'
            if cells[0].startswith("#"):
                cells[0] = f'"{cells[0]}"'
            yield "\t".join(cells) + "\n"


def _needed(batch: RuleBatch, name: str, what: str, names: str = "") -> FloatColumn:
    if name not in batch.features:
        raise ConfigError(f"{what} needs the feature {names or name}; the rules do not have it")
    return batch.features[name]
