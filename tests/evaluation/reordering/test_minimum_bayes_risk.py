from __future__ import annotations

import math

import numpy as np
import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.decoder import Derivation, InputSentence
from simplifier.evaluation.metrics import CandidateScorer, parse_metric
from simplifier.evaluation.reordering.minimum_bayes_risk import MbrReordering, expected_gains, posteriors

SOURCE = "the committee commenced deliberations yesterday".split()
OUTPUTS = [
    ("the group started talks yesterday", 2.0),
    ("the committee began talks yesterday", 1.5),
    ("the group began talks yesterday", 1.4),
    ("the committee commenced deliberations yesterday", 1.0),
]


def derivations() -> list[Derivation]:
    return [Derivation(score, tuple(text.split()), {"a": 1.0}, ()) for text, score in OUTPUTS]


@pytest.mark.parametrize("metric", ["bleu", "sari-paper", "0.5*sari-paper + 0.5*ibleu"])
@pytest.mark.parametrize("scale", [0.0, 1.0, 5.0])
def test_gains_are_the_expected_metric(metric: str, scale: float) -> None:
    words = [text.split() for text, _ in OUTPUTS]
    weights = [math.exp(scale * score) for _, score in OUTPUTS]
    expected = []
    for candidate in words:
        gain = 0.0
        for reference, weight in zip(words, weights, strict=True):
            gain += weight / sum(weights) * CandidateScorer(metric, [SOURCE], [[reference]]).score(0, [candidate])[0]
        expected.append(gain)
    gains = expected_gains(parse_metric(metric), SOURCE, words, posteriors([score for _, score in OUTPUTS], scale))
    assert gains == pytest.approx(expected, abs=1e-12)
    chosen = MbrReordering(metric, scale)(InputSentence(tuple(SOURCE)), derivations())
    assert [one.features["ExpectedGain"] for one in chosen] == pytest.approx(sorted(expected, reverse=True))
    assert chosen[0].tokens == tuple(words[int(np.argmax(expected))])


def test_a_steep_posterior_trusts_the_model() -> None:
    chosen = MbrReordering("bleu", 1000.0)(InputSentence(tuple(SOURCE)), derivations())
    assert chosen[0].tokens == tuple(OUTPUTS[0][0].split())
    flat = MbrReordering("bleu", 0.0)(InputSentence(tuple(SOURCE)), derivations())
    assert flat[0].tokens != tuple(OUTPUTS[0][0].split())  # others are nearer to all
    assert MbrReordering("bleu")(InputSentence(()), []) == []


def test_bad_settings_are_refused() -> None:
    with pytest.raises(ConfigError, match="posterior scale of -1"):
        MbrReordering("bleu", -1.0)
    with pytest.raises(InputError):
        MbrReordering("no-such-metric")
