"""Training of the split judge, the trees that predict the probability that a reader lets a split stand.

LightGBM trains the trees on splits that strict readers judged in their context. The core runs them without LightGBM
(`simplifier.languages.structure.split_judge`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from simplifier.evaluation.segments.metric import FloatArray
from simplifier.languages.structure.split_judge import STANDS, input_matrix
from simplifier.tuning.boosting.cross_fitting import BoostingSettings, train_cross_fitted
from simplifier.tuning.boosting.writing import write_trees

__all__ = ["JudgedSplit", "TrainedSplitJudge", "train_standing"]

_DEFAULTS: Final = BoostingSettings(trees=300, leaves=16, learning_rate=0.03, least_rows=12, inputs=0.3)


@dataclass(frozen=True, slots=True)
class JudgedSplit:
    """A split with its evidence and the judgement of its readers.

    Attributes:
        numbers: the numbers of `simplifier.languages.structure.evidence`, by name.
        stands: share (0 to 1) of its readers who let the split stand.
        fold: fold of the split in cross-fitting, from 1; all splits of a sentence are in one fold.
        rule: the rule that made the split; only tables show it.
    """

    numbers: Mapping[str, float]
    stands: float
    fold: int
    rule: str = ""


class TrainedSplitJudge(NamedTuple):
    """The result of training.

    Attributes:
        inputs: the names of the numbers that the trees read.
        cross_fitted: the probability that each split stands, [splits], by trees that learnt from the other folds alone.
    """

    inputs: list[str]
    cross_fitted: FloatArray


def train_standing(
    splits: Sequence[JudgedSplit],
    path: Path,
    settings: BoostingSettings = _DEFAULTS,
    occurrences: int = 12,
) -> TrainedSplitJudge:
    """Train trees on all splits and write them to a file.

    Args:
        splits: the splits to learn from.
        path: the file; it appears only when it is complete.
        settings: the settings of the trees.
        occurrences: numbers that fewer splits have are left out.

    Raises:
        ConfigError: LightGBM is not installed.
        InputError: too few splits, or the file cannot be written.
    """
    counts = Counter(name for one in splits for name in one.numbers)
    names = sorted(name for name, count in counts.items() if count >= occurrences)
    found = train_cross_fitted(
        input_matrix([one.numbers for one in splits], {name: place for place, name in enumerate(names)}),
        np.array([one.stands for one in splits], dtype=np.float32),
        np.array([one.fold for one in splits], dtype=np.int64),
        settings,
    )
    return TrainedSplitJudge(write_trees(path, {STANDS: found.boosters[:1]}, names), found.predictions)
