from __future__ import annotations

import itertools

import numpy as np
import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.evaluation.metrics import Metric, ReferenceSet, parse_metric
from simplifier.evaluation.significance import approximate_randomisation, compare, confidence_interval


def rows(values: list[float]) -> np.ndarray:
    """Statistics of the metric `additions`, whose score is the mean of the second column."""
    statistics = np.zeros((len(values), 4))
    statistics[:, 1] = values
    return statistics


@pytest.fixture
def mean() -> Metric:
    return parse_metric("additions")


def test_interval_of_a_mean_is_the_normal_one(mean: Metric) -> None:
    values = np.random.default_rng(1).normal(5, 2, size=2000)
    interval = confidence_interval(mean, rows(values.tolist()), samples=4000)
    half = 1.96 * values.std() / np.sqrt(len(values))
    assert (interval.high - interval.low) / 2 == pytest.approx(half, rel=0.05)
    assert interval.low < values.mean() < interval.high


def test_randomisation_equals_all_swaps(mean: Metric) -> None:
    generator = np.random.default_rng(2)
    first, second = generator.normal(0.5, 1, size=10), generator.normal(0, 1, size=10)
    differences = first - second
    swapped = [abs(np.mean(differences * signs)) for signs in itertools.product((1, -1), repeat=10)]
    exact = np.mean(np.array(swapped) >= abs(differences.mean()) - 1e-12)
    found = approximate_randomisation(mean, rows(first.tolist()), rows(second.tolist()), trials=20000)
    assert found == pytest.approx(exact, abs=0.012)


def test_a_clear_and_no_difference(mean: Metric) -> None:
    values = np.random.default_rng(3).normal(5, 1, size=300)
    better = compare(mean, rows((values + 1).tolist()), rows(values.tolist()))
    assert better.difference == pytest.approx(1)
    assert better.interval.low == pytest.approx(1)
    assert better.p_bootstrap == better.p_randomisation == pytest.approx(1 / 1001)
    same = compare(mean, rows(values.tolist()), rows(values.tolist()))
    assert same.difference == 0
    assert same.p_bootstrap == same.p_randomisation == 1.0


def test_p_values_are_uniform_without_a_difference(mean: Metric) -> None:
    """Two samples of one distribution: p below 0.2 about one time in five."""
    generator = np.random.default_rng(4)
    below = [0, 0]
    for _ in range(200):
        first, second = generator.normal(size=(2, 60))
        found = compare(mean, rows(first.tolist()), rows(second.tolist()), samples=200)
        below[0] += found.p_bootstrap < 0.2
        below[1] += found.p_randomisation < 0.2
    assert below[0] / 200 == pytest.approx(0.2, abs=0.08)
    assert below[1] / 200 == pytest.approx(0.2, abs=0.08)


@pytest.mark.parametrize("name", ["sari-easse", "bleu", "gm(bleu, sari-paper)", "ter"])
def test_same_seed_same_numbers_and_corpus_metrics(name: str) -> None:
    sources = [f"the {word} cat sat on the mat ." for word in "big old red fat shy".split()] * 4
    references = [[source.replace("sat", "was") for source in sources]]
    data = ReferenceSet(sources, references)
    metric = parse_metric(name)
    one = metric.statistics(sources, data)
    other = metric.statistics([*references[0][:10], *sources[10:]], data)
    found = compare(metric, other, one, samples=100, seed=7)
    assert found == compare(metric, other, one, samples=100, seed=7)
    assert found != compare(metric, other, one, samples=100, seed=8)
    assert found.difference == pytest.approx(metric.corpus_score(other) - metric.corpus_score(one))
    assert found.p_randomisation < 0.05


def test_refusals(mean: Metric) -> None:
    with pytest.raises(InputError, match="2 segments with 1"):
        compare(mean, rows([1, 2]), rows([1]))
    with pytest.raises(InputError, match="no segments"):
        confidence_interval(mean, rows([]))
    with pytest.raises(ConfigError, match="at least 1 sample"):
        confidence_interval(mean, rows([1]), samples=0)
    with pytest.raises(ConfigError, match="between 0 and 1"):
        confidence_interval(mean, rows([1]), level=95)
