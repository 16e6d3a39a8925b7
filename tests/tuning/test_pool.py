from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.tuning.candidates.parameters import Constraints, Parameters, feature_scales
from simplifier.tuning.candidates.pool import CandidatePool, distinct_keys
from simplifier.tuning.normalisation import Normalisation


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
    before = [np.array(x) for x in (pool.features[:5], pool.summands[:5], pool.scores[:5], pool.sentences[:5])]
    pool.append(columns([2, 2], [41, 42]))
    again = CandidatePool(tmp_path, 3, 2, pool.blocks[:2])
    after = (again.features, again.summands, again.scores, again.sentences)
    for one, other in zip(before, after, strict=True):
        np.testing.assert_array_equal(one, other)
    again.append(columns([1], [31]))
    again.end_iteration()
    assert again.iterations == [3, 5, 6]
    np.testing.assert_array_equal(again.features[5], columns([1], [31])["features"][0].astype(np.float32))


def test_a_pool_shorter_than_its_checkpoint_is_refused(tmp_path: Path) -> None:
    blocks = filled(tmp_path).blocks
    longer = [*blocks[:2], dataclasses.replace(blocks[2], rows=2)]
    damaged = r"features\.bin: is damaged among the candidates of iteration 2; start the run anew"
    with pytest.raises(FormatError, match=damaged):
        CandidatePool(tmp_path, 3, 2, longer)
    (tmp_path / "scores.bin").unlink()
    with pytest.raises(FormatError, match=r"scores\.bin: is missing; start the run anew \(--overwrite\)"):
        CandidatePool(tmp_path, 3, 2, blocks)


@pytest.mark.parametrize("name", ["features", "summands", "scores", "sentences", "keys"])
def test_flipped_bytes_are_found_with_their_iteration(name: str, tmp_path: Path) -> None:
    pool = filled(tmp_path)
    data = bytearray((tmp_path / f"{name}.bin").read_bytes())
    place = len(data) * 4 // 6  # in the fourth or fifth of six rows: iteration 1
    data[place] ^= 0x40
    (tmp_path / f"{name}.bin").write_bytes(data)
    with pytest.raises(FormatError, match=rf"{name}\.bin: is damaged among the candidates of iteration 1"):
        CandidatePool(tmp_path, 3, 2, pool.blocks)
    assert len(CandidatePool(tmp_path, 3, 2, pool.blocks[:1])) == 3  # what was damaged is cut off


def test_a_full_disk_names_the_file(tmp_path: Path) -> None:
    pool = CandidatePool(tmp_path, 3, 2)
    (tmp_path / "summands.bin").unlink()
    (tmp_path / "summands.bin").symlink_to("/dev/full")
    full = r"summands\.bin: cannot be written \(No space left on device\); make room, then go on with --resume"
    with pytest.raises(InputError, match=full):
        pool.append(columns([0], [11]))


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
    constraints = Constraints("abcde", frozen=["b"], groups={"g": ["c", "e"]}, bounds={"a": [0, 1], "g": [-1, 2]})
    weights = constraints.apply(np.array([3.0, 5.0, 1.0, -1.0, 2.0]))
    np.testing.assert_array_equal(weights, [1.0, 5.0, 1.5, -1.0, 1.5])
    parameters = Parameters(constraints, np.array([2.0, 4.0, 0.0]), weights)  # d never differs
    assert parameters.labels == ["g", "a"]
    np.testing.assert_array_equal(parameters.start, [3.0, 4.0])
    np.testing.assert_array_equal(parameters.weights(np.array([2.0, 1.0])), [0.25, 5.0, 1.0, -1.0, 1.0])
    np.testing.assert_array_equal(parameters.clip(np.array([9.0, 9.0])), [4.0, 4.0])
    features = np.array([1.0, 9.0, 2.0, 9.0, 4.0])
    change = parameters.weights(np.array([4.0, 5.0])) - weights
    assert change @ features == pytest.approx((np.array([4.0, 5.0]) - parameters.start) @ parameters.reduce(features))


def scaled(weights: list[float], how: str, scale: float | None = None, free: tuple[int, ...] = (0, 1)) -> list[float]:
    """The weights 3, -4 and 100 at the start, of which the first two may change."""
    start = np.array([3.0, -4.0, 100.0])
    return Normalisation("abc", free, how, scale, start).apply(np.array(weights)).tolist()


def test_free_weights_keep_the_scale_of_the_start_and_frozen_ones_their_value() -> None:
    assert scaled([6.0, -8.0, 100.0], "l2") == pytest.approx([3.0, -4.0, 100.0])
    assert scaled([6.0, -8.0, 100.0], "l1") == pytest.approx([3.0, -4.0, 100.0])
    assert scaled([6.0, 6.0, 100.0], "b") == pytest.approx([4.0, 4.0, 100.0])
    assert scaled([6.0, -8.0, 100.0], "") == [6.0, -8.0, 100.0]


def test_a_scale_may_be_named() -> None:
    assert scaled([3.0, -4.0, 100.0], "l2", 1.0) == pytest.approx([0.6, -0.8, 100.0])
    assert scaled([3.0, -4.0, 100.0], "l1", 1.0) == pytest.approx([3 / 7, -4 / 7, 100.0])
    assert scaled([3.0, -4.0, 100.0], "b", 1.0) == pytest.approx([0.75, -1.0, 100.0])
    with pytest.raises(ConfigError, match=r"weights\.scale is the size of what weights\.normalise names"):
        scaled([3.0, -4.0, 100.0], "", 1.0)


def test_what_cannot_be_scaled() -> None:
    with pytest.raises(ConfigError, match="'a' is 0, which cannot be scaled; give another in weights.initial"):
        scaled([0.0, 1.0, 100.0], "a")
    with pytest.raises(ConfigError, match="all weights that tuning may change are 0"):
        scaled([0.0, 0.0, 100.0], "l2")
    with pytest.raises(ConfigError, match="'c' is frozen, so the others cannot be scaled by it"):
        scaled([3.0, -4.0, 100.0], "c")
