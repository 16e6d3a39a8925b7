from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from base.errors import ConfigError, FormatError
from tuning.candidates.parameters import Constraints, Parameters, feature_scales
from tuning.candidates.pool import CandidatePool, distinct_keys
from tuning.normalisation import normalised


def columns(sentences: list[int], keys: list[int]) -> dict[str, Any]:
    count = len(sentences)
    random = np.random.default_rng(keys[0])
    return {
        "features": random.standard_normal((count, 3)),
        "summands": random.standard_normal((count, 2)),
        "scores": random.standard_normal(count),
        "sentences": np.array(sentences),
        "keys": np.array(keys, dtype=np.uint64),
    }


def filled(folder: Path, keep: int = 0) -> CandidatePool:
    pool = CandidatePool(folder, 3, 2, keep=keep)
    for sentences, keys in (([0, 0, 1], [11, 12, 13]), ([0, 2], [21, 22]), ([1], [31])):
        pool.append(columns(sentences, keys))
        pool.end_iteration()
    return pool


def test_rows_come_by_sentence_older_first(tmp_path: Path) -> None:
    pool = filled(tmp_path)
    assert pool.sorted_sentences.tolist() == [0, 0, 0, 1, 1, 2]
    assert np.asarray(pool.order).tolist() == [0, 1, 3, 2, 5, 4]
    assert (pool.present.tolist(), pool.starts.tolist(), pool.sizes.tolist()) == (
        [0, 1, 2],
        [0, 3, 5],
        [3, 2, 1],
    )
    assert pool.is_new(np.array([11, 14, 31, 99], dtype=np.uint64)).tolist() == [False, True, False, True]


def test_keeping_the_last_iterations_forgets_older_keys(tmp_path: Path) -> None:
    pool = filled(tmp_path, keep=2)
    assert pool.sentences.tolist() == [0, 2, 1]
    # 21 is in use but will not be after the next iteration, so it would be added again.
    assert pool.is_new(np.array([11, 21, 31], dtype=np.uint64)).tolist() == [True, True, False]
    np.testing.assert_allclose(pool.features[2], columns([1], [31])["features"][0], rtol=1e-6)


def test_what_was_written_after_the_checkpoint_is_cut_off(tmp_path: Path) -> None:
    pool = filled(tmp_path)
    before = [
        np.array(x) for x in (pool.features[:5], pool.summands[:5], pool.scores[:5], pool.sentences[:5])
    ]
    pool.append(columns([2, 2], [41, 42]))
    again = CandidatePool(tmp_path, 3, 2, iterations=[3, 5])
    after = (again.features, again.summands, again.scores, again.sentences)
    for one, other in zip(before, after, strict=True):
        np.testing.assert_array_equal(one, other)
    again.append(columns([1], [31]))
    again.end_iteration()
    assert again.iterations == [3, 5, 6]
    np.testing.assert_array_equal(again.features[5], columns([1], [31])["features"][0].astype(np.float32))


def test_a_pool_shorter_than_its_checkpoint_is_refused(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(FormatError, match=r"features\.bin: holds less than its checkpoint says"):
        CandidatePool(tmp_path, 3, 2, iterations=[3, 5, 7])


def test_row_bytes_are_those_on_disk(tmp_path: Path) -> None:
    filled(tmp_path)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) == 6 * CandidatePool.row_bytes(3, 2)


def test_equal_keys_of_different_sentences_differ() -> None:
    keys = np.full(5, 7, dtype=np.uint64)
    assert len(set(distinct_keys(keys, np.arange(5, dtype=np.int32)).tolist())) == 5


def test_scales_are_deviations_within_sentences(tmp_path: Path) -> None:
    pool = CandidatePool(tmp_path, 3, 2)
    random = np.random.default_rng(0)
    sentences = np.repeat(np.arange(6), 50)
    features = np.column_stack(
        [3 * random.standard_normal(300) + 100 * sentences, np.full(300, 5.0) * sentences, np.zeros(300)]
    ).astype(np.float32)
    features[7, 2] = 1.0  # a rare feature
    whole = columns(sentences.tolist(), list(range(1, 301))) | {"features": features}
    for rows in (slice(0, 120), slice(120, 300)):  # a sentence's rows come from two iterations
        pool.append({name: values[rows] for name, values in whole.items()})
        pool.end_iteration()
    scales = feature_scales(pool, Constraints("abc").members)
    within = features[:, 0].reshape(6, 50) - features[:, 0].reshape(6, 50).mean(axis=1, keepdims=True)
    assert scales[0] == pytest.approx(within.std(), rel=1e-5)
    assert scales[1] == 0.0
    assert scales[2] == pytest.approx(np.sqrt(0.98 / 300), rel=1e-4)
    tied = feature_scales(pool, Constraints("abc", groups={"g": ["a", "b"]}).members)
    assert tied[0] == pytest.approx(within.std(), rel=1e-5)


def test_parameters_and_weights_translate_both_ways() -> None:
    constraints = Constraints(
        "abcde", frozen=["b"], groups={"g": ["c", "e"]}, bounds={"a": [0, 1], "g": [-1, 2]}
    )
    weights = constraints.apply(np.array([3.0, 5.0, 1.0, -1.0, 2.0]))
    np.testing.assert_array_equal(weights, [1.0, 5.0, 1.5, -1.0, 1.5])
    parameters = Parameters(constraints, np.array([2.0, 4.0, 0.0]), weights)  # d never differs
    assert parameters.labels == ["g", "a"]
    np.testing.assert_array_equal(parameters.start, [3.0, 4.0])
    np.testing.assert_array_equal(parameters.weights(np.array([2.0, 1.0])), [0.25, 5.0, 1.0, -1.0, 1.0])
    np.testing.assert_array_equal(parameters.clip(np.array([9.0, 9.0])), [4.0, 4.0])
    features = np.array([1.0, 9.0, 2.0, 9.0, 4.0])
    change = parameters.weights(np.array([4.0, 5.0])) - weights
    assert change @ features == pytest.approx(
        (np.array([4.0, 5.0]) - parameters.start) @ parameters.reduce(features)
    )


def test_normalisation() -> None:
    weights = np.array([3.0, -4.0])
    np.testing.assert_allclose(normalised(weights, "ab", "l2"), [0.6, -0.8])
    np.testing.assert_allclose(normalised(weights, "ab", "l1"), [3 / 7, -4 / 7])
    np.testing.assert_allclose(normalised(weights, "ab", "b"), [0.75, -1.0])
    np.testing.assert_allclose(normalised(weights, "ab", ""), weights)
    with pytest.raises(ConfigError, match="the weight of 'a' is 0"):
        normalised(np.array([0.0, 1.0]), "ab", "a")
