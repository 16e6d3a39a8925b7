from __future__ import annotations

import math

import numpy as np
import pytest

from simplifier.evaluation.agreement import agreement, intraclass_correlation, weighted_kappa


def test_kappa() -> None:
    # Alike 7 of 10; by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
    pairs = [("f", "f")] * 4 + [("f", "s")] + [("s", "f")] * 2 + [("s", "s")] * 3
    found = agreement(pairs)
    assert (found.number, found.alike) == (10, 7)
    assert found.kappa == pytest.approx(0.4)


def test_kappa_at_its_ends() -> None:
    assert agreement([("f", "f"), ("s", "s")]).kappa == 1
    assert agreement([("f", "s"), ("s", "f")]).kappa == -1
    assert math.isnan(agreement([("f", "f")]).kappa)
    assert math.isnan(agreement([]).kappa)


def test_weighted_kappa() -> None:
    # Squared distances: seen 1/3, by chance (0+4+4 + 1+1+1 + 4+0+0) / 9 = 5/3.
    assert weighted_kappa([(0, 0), (1, 2), (2, 2)]) == pytest.approx(0.8)
    assert weighted_kappa([(0, 0), (4, 4)]) == 1
    assert weighted_kappa([(0, 4), (4, 0)]) == -1
    assert math.isnan(weighted_kappa([(3, 3), (3, 3)]))
    assert math.isnan(weighted_kappa([]))


def test_intraclass_correlation() -> None:
    # Mean squares: things 3.5, readers 1.5, rest 0.5; (3.5 - 0.5) / (3.5 + (1.5 - 0.5) / 3).
    marks = np.array([[1.0, 2.0], [2.0, 2.0], [3.0, 5.0]])
    assert intraclass_correlation(marks) == pytest.approx(18 / 23)
    # The example of Shrout and Fleiss, who print .62.
    judges = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    assert intraclass_correlation(np.array(judges, dtype=np.float64)) == pytest.approx(0.62, abs=0.005)
    assert intraclass_correlation(np.array([[1.0, 1.0], [3.0, 3.0]])) == 1
    assert math.isnan(intraclass_correlation(np.full((3, 2), 4.0)))
    assert math.isnan(intraclass_correlation(np.array([[1.0], [2.0]])))
