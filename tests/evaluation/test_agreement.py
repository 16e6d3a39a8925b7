from __future__ import annotations

import math

import pytest

from evaluation.agreement import agreement


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
