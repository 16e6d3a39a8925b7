from __future__ import annotations

import math

import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError
from simplifier.config import Config, load_config
from simplifier.estimation.estimator import Estimator, open_features
from simplifier.estimation.gate import EstimateGate

SOURCE = "The committee commenced deliberations on 3 May, although two members were absent."
GOOD = "The committee started talks on 3 May, although two members were absent."
BAD = "The the commenced of deliberations although."


@pytest.fixture(scope="module")
def estimator() -> Estimator:
    return Estimator.open(load_config())


def test_every_feature_is_a_number() -> None:
    reader, features = open_features(load_config())
    for pair in [(SOURCE, GOOD), (SOURCE, ""), ("", SOURCE), ("", ""), ("?", "...")]:
        assert all(map(math.isfinite, features.of(reader.read([pair])[0]).values())), pair


def test_exact_features_of_a_pair() -> None:
    reader, features = open_features(load_config())
    found = features.of(reader.read([(SOURCE, GOOD)])[0])
    assert found["exchanged"] == 2
    assert found["wer"] == pytest.approx(2 / 14)
    assert found["precision_1"] == found["recall_1"] == pytest.approx(12 / 14)
    assert found["recall_2"] == pytest.approx(10 / 13)
    assert found["kept_names"] == found["kept_numbers"] == 1
    assert found["seams"] == 3
    assert found["same_words"] == found["deleted"] == found["findings"] == 0


def test_a_good_rewriting_has_higher_marks_than_a_bad_one(estimator: Estimator) -> None:
    good, bad = estimator.estimate([(SOURCE, GOOD), (SOURCE, BAD)])
    assert good.marks["grammaticality"] > bad.marks["grammaticality"] + 20
    assert good.marks["meaning"] > bad.marks["meaning"] + 20
    assert good.labels["meaning"] == "good"
    assert bad.labels["overall"] == "bad"


def test_marks_do_not_depend_on_the_company(estimator: Estimator) -> None:
    (alone,) = estimator.estimate([(SOURCE, GOOD)])
    *_, last = estimator.estimate([(SOURCE, BAD), (GOOD, SOURCE), (SOURCE, GOOD)])
    assert last.marks == pytest.approx(alone.marks)


def test_a_configuration_without_a_model_is_said() -> None:
    with pytest.raises(ConfigError, match="names no model of estimates"):
        Estimator.open(Config())
    assert EstimateGate.of(Config()) is None


def test_a_sentence_below_the_gate_stays_with_its_reason() -> None:
    text = "Approximately 40 percent of the inhabitants reside in rural areas."
    assert Simplifier.load().simplify(text).text != text
    gated = Simplifier.load(overrides={"estimate.meaning": 100}).simplify(text)
    assert gated.text == text
    (sentence,) = gated.sentences
    assert sentence.check is not None
    assert sentence.check.failed[0].startswith("estimate: meaning ")
    assert sentence.check.failed[0].endswith(", at least 100")


def test_a_gate_that_asks_little_lets_everything_through() -> None:
    text = "Approximately 40 percent of the inhabitants reside in rural areas."
    gated = Simplifier.load(overrides={"estimate.meaning": 5, "estimate.overall": 1})
    assert gated.simplify(text).text == Simplifier.load().simplify(text).text
