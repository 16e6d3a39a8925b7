"""Weights for SARI's operations that correlate best with ratings, measured on held-out sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from simplifier.base.errors import InputError
from simplifier.evaluation.correlation.coefficients import coefficient
from simplifier.evaluation.correlation.ratings import RatedOutputs
from simplifier.evaluation.correlation.scoring import References, columns_by_set
from simplifier.evaluation.metrics import parse_metric
from simplifier.evaluation.metrics.weighted_sari import OPERATIONS, fitted_weights

__all__ = ["Fitted", "fit_sari"]

_FOLDS: Final = 5


class Fitted(NamedTuple):
    """The fit for one aspect and one set of references.

    Attributes:
        aspect: name of the aspect.
        references: name of the set.
        expression: the metric with its weights, fitted on all outputs.
        held_out: Pearson's coefficient of outputs scored with weights fitted on other sentences.
        equal: Pearson's coefficient of the same outputs with equal weights.
    """

    aspect: str
    references: str
    expression: str
    held_out: float
    equal: float


def fit_sari(
    ratings: RatedOutputs, sets: Mapping[str, References], aspects: Sequence[str], seed: int = 12345
) -> list[Fitted]:
    """Fit the weights of ``sari-weighted`` for each aspect and set of references.

    The sentences are divided into five folds, and each fold is scored with weights fitted on the other four.

    Args:
        ratings: ratings of texts.
        sets: sets of references by name.
        aspects: aspects to fit; empty for all.
        seed: seed of the folds.

    Raises:
        InputError: there are no references, fewer than five sentences, or no operation rises with the ratings.
    """
    metric = parse_metric("sari-weighted")
    codes = ratings.sentence_codes
    sentences = int(codes.max(initial=-1)) + 1
    if not sets or sentences < _FOLDS:
        raise InputError(f"fitting needs references and {_FOLDS} sentences or more; there are {sentences}")
    # Folds divide sentences, not outputs: outputs of one sentence share its references.
    folds = np.random.default_rng(seed).permutation(sentences)[codes] % _FOLDS
    found = []
    for name, columns in columns_by_set(ratings, [metric], sets).items():
        column = next(one for one in columns if one.metric is metric)
        assert column.statistics is not None
        by_name = metric.segment_parts(column.statistics)
        parts = np.column_stack([by_name[operation] for operation in OPERATIONS])
        for aspect in aspects or list(ratings.aspects):
            marks = ratings.aspect(aspect)
            there = ~np.isnan(marks)
            scores = np.empty(len(marks))
            for fold in range(_FOLDS):
                own = there & (folds != fold)
                scores[folds == fold] = parts[folds == fold] @ fitted_weights(parts[own], marks[own])
            weights = fitted_weights(parts[there], marks[there])
            options = ",".join(f"{key}={value:.3g}" for key, value in zip(OPERATIONS, weights, strict=True))
            found.append(
                Fitted(
                    aspect,
                    name,
                    f"sari-weighted[{options}]",
                    coefficient("pearson", scores[there], marks[there]),
                    coefficient("pearson", column.values[there], marks[there]),
                )
            )
    return found
