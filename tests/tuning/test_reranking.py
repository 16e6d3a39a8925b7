"""The trees that choose, as tuning sees them: whom they choose is whom the decoder with them chooses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier.base.stopwatch import Stopwatch
from simplifier.config import RerankerSettings
from simplifier.decoder import ChartDecoder
from simplifier.evaluation.metrics import metric_of_tokens
from simplifier.tuning.candidates.decoding import decode_best, decode_into_pool
from simplifier.tuning.candidates.objective import Objective, reference_set
from simplifier.tuning.candidates.pool import CandidatePool
from simplifier.tuning.reranking import Reranking, score_weights
from tests.tuning.toy import FEATURES, toy_decoder, toy_dev_set, toy_trees

DEPTH = 12


def reranking(folder: Path, name: str = "total:bad", edit_cost: float = 0.0) -> tuple[ChartDecoder, Reranking]:
    decoder = toy_decoder(folder / "toy.table")
    toy_trees(folder / "gain.trees", name)
    settings = RerankerSettings(path=folder / "gain.trees", depth=DEPTH, edit_cost=edit_cost)
    return decoder, Reranking(decoder, settings, fixed=False, guarded=False)


@pytest.mark.parametrize("edit_cost", [0.0, 1.5])
@pytest.mark.parametrize("name", ["total:bad", "edits", "candidates", "list-most:noise"])
def test_the_choice_is_the_decoder_s(name: str, edit_cost: float, tmp_path: Path) -> None:
    decoder, trees = reranking(tmp_path, name, edit_cost)
    sentences = toy_dev_set(30).sentences
    found = []
    for score_weight in (None, 0.05, 1.0, 20.0):
        trees.apply(score_weight)
        expected = [" ".join(best[0].tokens) for best in decoder.decode(sentences, 1)]
        assert decode_best(decoder, sentences, 2, trees) == expected
        found.append(expected)
    assert found[0] == found[3]  # a heavy score leaves the trees nothing to say
    if name == "total:bad":
        assert found[0] != found[1]


def test_the_gain_is_the_last_feature_of_the_pool(tmp_path: Path) -> None:
    decoder, trees = reranking(tmp_path)
    data = toy_dev_set(20)
    objective = Objective(metric_of_tokens("sari-paper"), reference_set(data))
    names = decoder.feature_names
    pool = CandidatePool(tmp_path / "pool", len(names) + 1, objective.width)
    trees.apply(0.5)
    found = decode_into_pool(decoder, data.sentences, 999, 1, objective, pool, Stopwatch(), trees)
    assert found.candidates == len(pool) == 20 * DEPTH
    bad = np.asarray(pool.features[:, names.index(FEATURES[1])])
    gains = np.select([bad < 0.5, bad < 1.5], [0.0, 5.0], 7.0)
    np.testing.assert_array_equal(pool.features[:, -1], gains.astype(np.float32))
    weights = np.append([decoder.weights[name] for name in names], trees.weight_of_gain)
    values = pool.features.astype(np.float64) @ weights
    best = [int(pool.order[start + np.argmax(values[pool.order[start : start + size]])])
            for start, size in zip(pool.starts, pool.sizes, strict=True)]  # fmt: skip
    outputs = [" ".join(one[0].tokens) for one in decoder.decode(data.sentences, 1)]
    assert found.outputs == outputs
    _, scores = objective.evaluate(outputs, np.arange(20, dtype=np.int32))
    np.testing.assert_allclose(pool.scores[best], scores)


def test_weighing_finds_the_best_of_the_weights_tried(tmp_path: Path) -> None:
    decoder, trees = reranking(tmp_path, "total:good")
    data = toy_dev_set(30)
    objective = Objective(metric_of_tokens("sari-paper"), reference_set(data))

    def scored(score_weight: float | None) -> float:
        trees.apply(score_weight)
        outputs = decode_best(decoder, data.sentences, 1, trees)
        summands, _ = objective.evaluate(outputs, np.arange(len(data), dtype=np.int32))
        return float(objective.corpus(summands.sum(axis=0, keepdims=True))[0])

    found = trees.weigh(data, objective, threads=1)
    tried = {weight: scored(weight) for weight in score_weights(0.2, guarded=False)}
    assert found.alone == pytest.approx(scored(None), abs=1e-4)  # summands are kept in single precision
    assert found.chosen == pytest.approx(max(tried.values()), abs=1e-4)
    best = max(tried, key=lambda weight: (round(tried[weight], 4), weight))
    assert found.score_weight == best


def test_weights_are_tried_half_an_octave_apart_and_guards_keep_half_their_strength() -> None:
    assert score_weights(0.2, guarded=True)[::2] == [0.2 * 2.0**power for power in range(10, -2, -1)]
    assert score_weights(0.2, guarded=False)[-1] == 0.2 / 64
