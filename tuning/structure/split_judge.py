"""Training the trees that tell how probable it is that a reader lets a split stand.

LightGBM trains them on splits that strict readers judged in their places; the core runs them without it
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
    """A split with what it shows and what readers say.

    Attributes:
        numbers: the numbers of `simplifier.languages.structure.evidence`.
        stands: share of its readers who let it stand.
        fold: part that it belongs to in cross-fitting, from 1; all splits of a sentence are in one.
        rule: the rule that made it; for tables.
    """

    numbers: Mapping[str, float]
    stands: float
    fold: int
    rule: str = ""


class TrainedSplitJudge(NamedTuple):
    """What training did.

    Attributes:
        inputs: names of the numbers that the trees ask for.
        cross_fitted: [splits]; the probability that trees give each which learnt from the other folds alone.
    """

    inputs: list[str]
    cross_fitted: FloatArray


def train_standing(
    splits: Sequence[JudgedSplit],
    path: Path,
    settings: BoostingSettings = _DEFAULTS,
    occurrences: int = 12,
) -> TrainedSplitJudge:
    """Train trees on all splits and write them.

    Args:
        splits: to learn from.
        path: the path of the file; it appears when it is whole.
        settings: the settings of the trees.
        occurrences: numbers that fewer splits show are left out.

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
