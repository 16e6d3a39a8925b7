from __future__ import annotations

import numpy as np

from simplifier.evaluation.qats.training import choose, grouped_folds

GROUPS = np.repeat(np.arange(20), 3)


def test_folds_tear_no_group_apart_and_test_every_pair_once() -> None:
    tested = []
    for train, test in grouped_folds(GROUPS, 5, 1):
        assert set(GROUPS[train]).isdisjoint(GROUPS[test])
        assert len(train) + len(test) == len(GROUPS)
        tested += test.tolist()
    assert sorted(tested) == list(range(len(GROUPS)))


def test_settings_are_chosen_by_what_is_held_out() -> None:
    random = np.random.default_rng(1)
    values = random.normal(size=(60, 4))
    labels = np.stack([np.digitize(values[:, place], [-0.5, 0.5]) for place in range(4)], axis=1)
    chosen = choose("abcd", values, labels, GROUPS)
    assert min(chosen.pearson) > 0.5
    noise = choose("abcd", random.normal(size=(60, 4)), labels, GROUPS)
    assert max(noise.pearson) < 0.4
    assert chosen.value > noise.value
