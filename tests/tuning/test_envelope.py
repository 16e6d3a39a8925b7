from __future__ import annotations

import numpy as np
import pytest

from simplifier.core import CoreInputError, upper_envelopes


def test_envelopes_are_where_brute_force_finds_them() -> None:
    random = np.random.default_rng(1)
    sizes = random.integers(1, 12, 50)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    count = int(starts[-1])
    # Few distinct values, so that parallel and equal lines and triple crossings occur.
    intercepts = random.integers(-4, 5, count).astype(np.float64)
    slopes = random.integers(-3, 4, count).astype(np.float64)
    order = random.permutation(count).astype(np.int64)
    rows, begins = upper_envelopes(intercepts, slopes, order, starts)
    firsts = np.append(np.flatnonzero(np.isneginf(begins)), len(rows))
    assert len(firsts) == len(sizes) + 1
    for sentence in range(len(sizes)):
        own = order[starts[sentence] : starts[sentence + 1]]
        hull, edges = (x[firsts[sentence] : firsts[sentence + 1]] for x in (rows, begins))
        assert (np.diff(edges) > 0).all()
        borders = np.concatenate([[-20.0], edges[1:], [20.0]])
        for middle, row in zip((borders[:-1] + borders[1:]) / 2, hull, strict=True):
            values = intercepts[own] + middle * slopes[own]
            assert values.max() == pytest.approx(intercepts[row] + middle * slopes[row])
        for step in np.linspace(-9, 9, 37):
            best = (intercepts[own] + step * slopes[own]).max()
            at = hull[np.searchsorted(edges, step, side="right") - 1]
            assert best == pytest.approx(intercepts[at] + step * slopes[at])


def test_of_equal_lines_the_first_in_order_counts() -> None:
    rows, begins = upper_envelopes(
        np.ones(3), np.ones(3), np.array([2, 0, 1], dtype=np.int64), np.array([0, 3], dtype=np.int64)
    )
    assert rows.tolist() == [2]
    assert np.isneginf(begins).all()


def test_arrays_of_different_lengths_are_refused() -> None:
    with pytest.raises(CoreInputError, match="one length"):
        upper_envelopes(np.ones(2), np.ones(3), np.arange(3), np.array([0, 3]))


@pytest.mark.parametrize(("order", "starts"), [([0, 2], [0, 2]), ([0, -1], [0, 2]), ([0, 1], [0, 3]), ([0, 1], [2, 0])])
def test_numbers_outside_the_arrays_are_refused(order: list[int], starts: list[int]) -> None:
    with pytest.raises(CoreInputError, match="order must hold rows"):
        upper_envelopes(np.ones(2), np.ones(2), np.array(order), np.array(starts))
