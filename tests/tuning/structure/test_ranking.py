"""Learning to choose among ways: planted weights come back, losses are least, nothing is drawn."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from simplifier.base.errors import InputError
from simplifier.tuning.structure.ranking import ChoiceTable, Pull, fit_choices, fit_pairs, likelihood

PLANTED = {"doubt": 1.5, "score": 0.5, "sentence": -1.0}


def planted(sentences: int, seed: int) -> tuple[ChoiceTable, np.ndarray]:
    """Return two or three ways for each sentence, and which one people with the planted weights took."""
    rng = np.random.default_rng(seed)
    ways = []
    for number in range(sentences):
        others = [{"doubt": rng.normal(), "score": 2 * rng.normal(), "sentence": 1.0} for _ in range(1 + number % 2)]
        ways.append([{}, *others])
    table = ChoiceTable.of(ways)
    scores = table.features @ table.vector(PLANTED)
    wanted = np.zeros(len(scores), dtype=bool)
    for start, stop in itertools.pairwise(table.starts.tolist()):
        chances = np.exp(scores[start:stop])
        wanted[start + rng.choice(stop - start, p=chances / chances.sum())] = True
    return table, wanted


def test_planted_weights_come_back() -> None:
    table, wanted = planted(20_000, 3)
    found = fit_choices(table, wanted, Pull(strength=0.0))
    assert found == pytest.approx(PLANTED, abs=0.06)
    assert found == fit_choices(table, wanted, Pull(strength=0.0))  # the same, digit by digit


def test_no_grid_point_is_better() -> None:
    table, wanted = planted(300, 4)
    found = fit_choices(table, wanted, Pull(strength=0.0))
    best = likelihood(table, wanted, found)
    steps = np.linspace(-0.5, 0.5, 5)
    tried = [
        likelihood(table, wanted, {name: found[name] + move for name, move in zip(found, moves, strict=True)})
        for moves in itertools.product(steps, repeat=3)
    ]
    assert best >= max(tried) and best > sorted(tried)[-2]


def test_likelihood_by_hand() -> None:
    table = ChoiceTable.of([[{}, {"sentence": 1.0}], [{}, {"sentence": 2.0}, {}]])
    wanted = np.array([False, True, True, False, True])
    weights = {"sentence": np.log(3.0)}
    # 3 of 1 + 3, and 1 + 1 of 1 + 9 + 1.
    assert likelihood(table, wanted, weights) == pytest.approx((np.log(3 / 4) + np.log(2 / 11)) / 2)


def test_a_pull_and_what_is_fixed() -> None:
    table, wanted = planted(500, 5)
    home = {"doubt": 0.2, "score": 1.0, "old rule": 4.0}
    held = fit_choices(table, wanted, Pull(home, strength=1e6))
    assert held == pytest.approx({**home, "sentence": 0.0}, abs=1e-3)
    fixed = fit_choices(table, wanted, Pull(home, fixed=["score"]))
    assert fixed["score"] == 1.0 and fixed["doubt"] > 1.0 and fixed["old rule"] == 4.0
    turned = ChoiceTable(table.names, -table.features, table.starts)
    assert fit_choices(turned, wanted, Pull(strength=0.0))["score"] < -0.3
    assert fit_choices(turned, wanted, Pull(strength=0.0, positive=["score"]))["score"] == 0.0


def test_pairs_order_as_the_metric_does() -> None:
    table, _ = planted(400, 6)
    gains = table.features @ table.vector(PLANTED)
    found = fit_pairs(table, gains, Pull(strength=1e-6))
    weights = table.vector(found)
    chosen, best = table.chosen(weights), np.flatnonzero(table.best(gains))
    assert (chosen == best).mean() > 0.98
    assert found["doubt"] / found["score"] == pytest.approx(3.0, rel=0.1)
    assert found == fit_pairs(table, gains, Pull(strength=1e-6))


def test_pairs_against_every_weight_of_a_grid() -> None:
    """What is chosen under learnt weights is worth as much as under the best weights of a fine grid."""
    table = ChoiceTable.of(
        [
            [{}, {"sentence": 1.0, "added": 1.0}],
            [{}, {"sentence": 1.0, "added": 4.0}],
            [{}, {"sentence": 1.0, "added": 2.0}, {"sentence": 1.0, "added": 5.0}],
        ]
    )
    gains = np.array([0.0, 3.0, 0.0, -2.0, 0.0, 1.0, -1.0])
    found = fit_pairs(table, gains, Pull(strength=1e-4))
    worth = gains[table.chosen(table.vector(found))].sum()
    grid = [
        gains[table.chosen(table.vector({"sentence": one, "added": other}))].sum()
        for one, other in itertools.product(np.linspace(-4, 4, 33), repeat=2)
    ]
    assert worth == max(grid) == 4.0


def test_what_cannot_be_learnt_from() -> None:
    with pytest.raises(InputError, match="every sentence needs a way"):
        ChoiceTable.of([])
    with pytest.raises(InputError, match="no two ways"):
        fit_pairs(ChoiceTable.of([[{}, {"sentence": 1.0}]]), np.array([1.0, 1.0]))
