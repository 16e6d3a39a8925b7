from __future__ import annotations

import numpy as np
import pytest

from tests.tuning.toy import toy_dev_set
from tuning.objective import Objective, metric_of_tokens, reference_set

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
