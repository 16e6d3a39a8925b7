"""The learners and the swarm behind the rebuilt systems; all systems on a small task."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="the systems of 2016 need scikit-learn (extra: estimate)")

from simplifier.config import load_config
from simplifier.estimation.estimator import open_features
from simplifier.evaluation.qats.features.corpus import PairCorpus
from simplifier.evaluation.qats.features.registry import FeatureTable, Resources
from simplifier.evaluation.qats.systems.learners import LEARNERS, cfs_subset, fit_labels
from simplifier.evaluation.qats.systems.participants import SYSTEMS, Task
from simplifier.evaluation.qats.systems.swarm import correlation_weights, swarm_minimum
from simplifier.evaluation.qats.task import LabelledPairs

RANDOM = np.random.default_rng(1)
VALUES = RANDOM.normal(size=(120, 5))
LABELS = np.digitize(VALUES[:, 0], [-0.5, 0.5])


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_learns(name: str) -> None:
    found = fit_labels(LEARNERS[name](), VALUES[:80], LABELS[:80], VALUES[80:])
    assert (found == LABELS[80:]).mean() > 0.5


def test_the_subset_holds_what_tells_and_not_its_copy() -> None:
    copied = np.column_stack([VALUES, VALUES[:, 0]])
    chosen = cfs_subset(copied, LABELS)
    assert len({0, 5} & set(chosen)) == 1


def test_the_swarm_finds_the_minimum() -> None:
    found = swarm_minimum(lambda places: ((places - [0.2, 0.7]) ** 2).sum(axis=1), 2, particles=40, rounds=60)
    assert found == pytest.approx([0.2, 0.7], abs=1e-3)


def test_weights_go_to_the_scorer_that_knows() -> None:
    weights = correlation_weights(VALUES, VALUES[:, 2])
    assert weights.argmax() == 2
    assert weights[2] > 10 * np.delete(weights, 2).max()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_every_system_answers_every_aspect_that_it_names() -> None:
    reader, features = open_features(load_config())
    words = "house dog river mountain garden letter".split()
    good = [
        (f"The old {one} commenced near the {two}.", f"The old {one} started near the {two}.")
        for one in words
        for two in words
    ]
    bad = [(source, source.split()[2] + " near near the of.") for source, _ in good]
    ok = [(source, output.replace("old ", "")) for source, output in good]
    pairs = [*bad, *ok, *good]
    labels = np.repeat([[0] * 4, [1] * 4, [2] * 4], len(good), axis=0)
    sides = [(source.lower().split(), output.lower().split()) for source, output in good]
    use = Resources(reader.language, features, PairCorpus.of(sides, 3))
    read = reader.read(pairs)
    train = LabelledPairs(pairs, labels)
    task = Task(train, FeatureTable(read, use), FeatureTable(read[::5], use))
    for system in SYSTEMS:
        for aspect in system.aspects:
            answer = system.run(task, aspect)
            assert answer.labels is not None or answer.marks is not None
            if answer.labels is not None:
                assert answer.labels.shape == (len(read[::5]),), system.name
                assert set(answer.labels.tolist()) <= {0, 1, 2}
            if answer.marks is not None:
                assert np.isfinite(answer.marks).all(), system.name
