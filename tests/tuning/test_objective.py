from __future__ import annotations

import numpy as np
import pytest

from simplifier.base.errors import InputError
from simplifier.evaluation.metrics import metric_of_tokens
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import JoinedObjective, Objective, reference_set
from tests.tuning.toy import toy_dev_set

EXPRESSIONS = [
    "sari-paper",
    "sari-easse",
    "0.5*sari-paper + 0.5*sari-easse",
    "gm(sentence-bleu[level=corpus], fkbleu)",
    "sari-easse - 0.3*fk",
    "bleu",
    "ter",
]


def outputs(seed: int) -> list[str]:
    random = np.random.default_rng(seed)
    lines = []
    for words in toy_dev_set(12).sources:
        changed = [f"g{word[1:]}" if random.random() < 0.4 else word for word in words]
        lines.append(" ".join(word for word in changed if random.random() < 0.9))
    return lines


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_effects_are_what_exchanging_a_candidate_does(expression: str) -> None:
    data = reference_set(toy_dev_set(12))
    metric = metric_of_tokens(expression)
    objective = Objective(metric, data)
    numbers = np.arange(12, dtype=np.int32)
    now, then = outputs(1), outputs(2)
    current, _ = objective.evaluate(now, numbers)
    candidates, scores = objective.evaluate(then, numbers)
    sign = 1 if metric.higher_is_better else -1
    base = sign * metric.score(now, data).value
    assert objective.corpus(current.sum(axis=0, keepdims=True))[0] == pytest.approx(base)
    effects = objective.effects(candidates, numbers, current)
    for i in range(12):
        exchanged = [*now[:i], then[i], *now[i + 1 :]]
        gain = 12 * (sign * metric.score(exchanged, data).value - base)
        assert effects[i] == pytest.approx(gain, abs=1e-6)
    if metric.level == "sentence" and expression == "sari-paper":
        before = objective.evaluate(now, numbers)[1]
        np.testing.assert_allclose(effects, scores - before, atol=1e-9)


def test_a_joined_objective_is_the_weighted_sum_of_its_parts() -> None:
    data = toy_dev_set(12)
    other = DevSet(data.sentences, [data.sources, *data.references[:1]])
    numbers = np.arange(12, dtype=np.int32)
    now, then = outputs(1), outputs(2)
    parts = [
        (weight, Objective(metric_of_tokens(name), reference_set(own)))
        for weight, name, own in ((1.0, "0.5*sari-paper + 0.5*sari-easse", data), (0.3, "sari-easse", other))
    ]
    joined = JoinedObjective(parts)
    assert len(joined) == 12 and joined.width == sum(one.width for _, one in parts)
    effects = []
    for objective in (joined, *(one for _, one in parts)):
        current, _ = objective.evaluate(now, numbers)
        candidates, scores = objective.evaluate(then, numbers)
        effects.append((objective.effects(candidates, numbers, current), scores))
    for kind in (0, 1):
        wanted = effects[1][kind] + 0.3 * effects[2][kind]
        np.testing.assert_allclose(effects[0][kind], wanted, atol=1e-6)
    assert np.abs(effects[2][0]).max() > 1


def test_joined_objectives_need_the_same_sentences() -> None:
    metric = metric_of_tokens("sari-easse")
    parts = [(1.0, Objective(metric, reference_set(toy_dev_set(count)))) for count in (12, 11)]
    with pytest.raises(InputError, match="need the same sentences"):
        JoinedObjective(parts)
