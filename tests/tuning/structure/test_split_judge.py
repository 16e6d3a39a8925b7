"""Training trees that judge splits: what is planted comes back, unseen folds are judged, the file is read."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from simplifier.core import BoostedTrees
from simplifier.languages.structure.split_judge import SplitJudge
from simplifier.tuning.boosting.cross_fitting import BoostingSettings
from simplifier.tuning.structure.split_judge import JudgedSplit, train_standing

pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")

FEW = BoostingSettings(trees=60, leaves=4, learning_rate=0.1, least_rows=5, inputs=0.3)
OCCURRENCES = 5


def planted(number: int = 400) -> list[JudgedSplit]:
    """Return splits that stand in 9 of 10 cases without doubt, in 1 of 10 with one."""
    chance = random.Random(3)
    found = []
    for place in range(number):
        doubtful = place % 2 == 1
        stands = chance.random() < (0.1 if doubtful else 0.9)
        numbers = {"tokens": float(chance.randrange(10, 40)), f"seldom {place}": 1.0}
        found.append(JudgedSplit(numbers | ({"doubts": 1.0} if doubtful else {}), float(stands), 1 + place % 5))
    return found


def test_trees_find_what_was_planted(tmp_path: Path) -> None:
    splits = planted()
    names = train_standing(splits, tmp_path / "standing.trees", FEW, OCCURRENCES).inputs
    assert "doubts" in names and not any(name.startswith("seldom") for name in names)
    standing = SplitJudge(BoostedTrees(str(tmp_path / "standing.trees")), {})
    sure, doubtful = standing.probabilities([{"tokens": 20.0}, {"tokens": 20.0, "doubts": 1.0}])
    assert sure > 0.75 and doubtful < 0.25
    again = tmp_path / "again.trees"
    train_standing(splits, again, FEW, OCCURRENCES)
    assert again.read_bytes() == (tmp_path / "standing.trees").read_bytes()


def test_splits_are_judged_by_trees_that_have_not_seen_them(tmp_path: Path) -> None:
    splits = planted()
    found = train_standing(splits, tmp_path / "standing.trees", FEW, OCCURRENCES).cross_fitted
    doubtful = np.array(["doubts" in one.numbers for one in splits])
    assert found[~doubtful].mean() > 0.75 and found[doubtful].mean() < 0.25
    # With the answers of one fold turned round the others' trees judge that fold as before.
    turned = [one if one.fold > 1 else JudgedSplit(one.numbers, 1 - one.stands, 1) for one in splits]
    first = np.array([one.fold == 1 for one in splits])
    again = train_standing(turned, tmp_path / "turned.trees", FEW, OCCURRENCES).cross_fitted
    assert np.array_equal(again[first], found[first])
