"""The reranker: what its trees read of a candidate, and whom they choose."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError
from simplifier.core import CandidateInputs, CoreInputError
from simplifier.decoder import ChartDecoder, Derivation, InputSentence
from simplifier.decoder.boosted_trees import load_trees
from simplifier.tuning.boosting.reranker import candidate_inputs
from simplifier.tuning.boosting.writing import write_trees
from tests.toy_model import build_toy_model

lightgbm = pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")

LINES = (
    "however , the committee commenced humorous deliberations approximately",
    "the very large residence",
    "the girl",
)
DEPTH = 12
NAMES = [
    "gap",
    "edits",
    "length",
    "candidates",
    "total:reward",
    "total:WordPenalty",
    "total:lm_plain",
    "total:GluePenalty",
    "share:reward",
    "least:reward",
    "most:reward",
    "mean:reward",
    "list-most:reward",
    "list-mean:reward",
    "ratio:reward/WordPenalty",
    "ratio:reward/ChangedNumber",
    "least:ChangedFirst",
]


@pytest.fixture
def decoder(tmp_path: Path) -> ChartDecoder:
    return Simplifier.load(build_toy_model(tmp_path)).decoder


def sentences() -> list[InputSentence]:
    return [InputSentence(tuple(line.split())) for line in LINES]


def expected(sentence: InputSentence, derivations: list[Derivation], name: str) -> list[float]:
    """One column, the slow way."""

    def of_edits(one: Derivation, feature: str) -> list[float]:
        return [rule.features.get(feature, 0.0) for rule in one.applications if rule.changed]

    def mean(values: list[float]) -> float:
        return sum(values) / len(values) if values else 0.0

    kind, _, feature = name.partition(":")
    top, _, bottom = feature.partition("/")
    length = len(sentence.tokens)
    whole = {
        "list-most": max(max(of_edits(one, feature), default=0.0) for one in derivations),
        "list-mean": mean([mean(of_edits(one, feature)) for one in derivations]),
        "length": length,
        "candidates": len(derivations),
    }
    column = []
    for one in derivations:
        total, other = one.features.get(top, 0.0), one.features.get(bottom, 0.0)
        edits = of_edits(one, feature)
        column.append(
            {
                "gap": one.score - max(each.score for each in derivations),
                "edits": len(edits),
                "total": total,
                "share": total / length,
                "ratio": total / other if other else 0.0,
                "least": min(edits, default=0.0),
                "most": max(edits, default=0.0),
                "mean": mean(edits),
                **whole,
            }[kind]
        )
    return column


def random_trees(path: Path, names: list[str], seed: int = 3) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(400, len(names)))
    gains = np.sin(3 * rows @ rng.normal(size=len(names)))
    settings = {"num_leaves": 8, "min_data_in_leaf": 5, "verbose": -1, "num_threads": 1, "seed": 1}
    write_trees(path, {"Gain": [lightgbm.train(settings, lightgbm.Dataset(rows, gains), 20)]}, names)


def test_inputs_are_what_a_slow_reading_of_the_derivations_gives(decoder: ChartDecoder) -> None:
    lists = decoder.decode_lists(sentences(), DEPTH, inputs=CandidateInputs(NAMES, decoder.feature_names))
    assert lists.inputs.shape == (len(lists.outputs), len(NAMES))
    for number, (sentence, derivations) in enumerate(zip(sentences(), decoder.decode(sentences(), DEPTH), strict=True)):
        rows = lists.inputs[lists.starts[number] : lists.starts[number + 1]]
        assert len(rows) == len(derivations) > 1 or number == 2
        for column, name in enumerate(NAMES):
            assert rows[:, column] == pytest.approx(expected(sentence, derivations, name), abs=1e-5), name


def test_totals_are_those_of_the_features_to_the_last_bit(decoder: ChartDecoder) -> None:
    names = [f"total:{name}" for name in decoder.feature_names]
    lists = decoder.decode_lists(sentences(), 50, inputs=CandidateInputs(names, decoder.feature_names))
    assert np.count_nonzero(np.ptp(lists.inputs, axis=0)) > 5
    np.testing.assert_array_equal(lists.inputs, lists.features)


def test_every_input_offered_to_training_can_be_made(decoder: ChartDecoder) -> None:
    names = candidate_inputs(decoder.feature_names)
    assert len(set(names)) == len(names) == len(CandidateInputs(names, decoder.feature_names))


def test_no_inputs_without_asking(decoder: ChartDecoder) -> None:
    assert decoder.decode_lists(sentences(), DEPTH).inputs.shape[1] == 0


# A heavy score leaves most candidates no chance, and the trees are not asked about those; a negative one
# turns the list.
@pytest.mark.parametrize(
    ("score_weight", "edit_cost"),
    [(0.0, 0.0), (0.3, 0.0), (0.3, 0.5), (3.0, 1.0), (100.0, 0.0), (-5.0, 0.1)],
)
def test_the_order_is_that_of_gain_score_and_edits(
    decoder: ChartDecoder, tmp_path: Path, score_weight: float, edit_cost: float
) -> None:
    path = tmp_path / "gain.trees"
    random_trees(path, NAMES)
    trees = load_trees(path)
    inputs = CandidateInputs(trees.input_names, decoder.feature_names)
    lists = decoder.decode_lists(sentences(), DEPTH, inputs=inputs)
    plain = decoder.decode(sentences(), DEPTH)
    gains = trees.predict(lists.inputs)[:, 0]
    decoder.rerank(path, DEPTH, score_weight, edit_cost)
    for k in (1, 3, DEPTH):
        for number, found in enumerate(decoder.decode(sentences(), k, threads=2)):
            own = gains[lists.starts[number] : lists.starts[number + 1]].astype(float)
            values = [
                gain + score_weight * one.score - edit_cost * sum(rule.changed for rule in one.applications)
                for gain, one in zip(own, plain[number], strict=True)
            ]
            order = sorted(range(len(values)), key=lambda i: -values[i])[:k]
            assert found == [plain[number][i] for i in order]


@pytest.mark.parametrize("quantile", [-1.0, 0.0, 0.3, 0.7, 2.0])
def test_derivations_above_a_limit_are_left_out(decoder: ChartDecoder, tmp_path: Path, quantile: float) -> None:
    path = tmp_path / "gain.trees"
    random_trees(path, NAMES)
    plain = decoder.decode(sentences(), DEPTH)
    decoder.rerank(path, DEPTH, 0.3)
    free = decoder.decode(sentences(), DEPTH)
    sums = [[one.features.get("reward", 0.0) for one in own] for own in plain]
    span = [*map(min, sums)], [*map(max, sums)]
    most = span[0][0] + quantile * (span[1][0] - span[0][0])
    decoder.rerank(path, DEPTH, 0.3, limit=("reward", most))
    for k in (1, 3, DEPTH):
        for own, ranked, found in zip(plain, free, decoder.decode(sentences(), k), strict=True):
            allowed = [one for one in ranked if one.features.get("reward", 0.0) <= most]
            assert found == (allowed[:k] or [min(own, key=lambda one: one.features.get("reward", 0.0))])
    for one, own in ((one, one.features.get("reward", 0.0)) for found in plain for one in found):
        assert decoder.excess(one) == ((own, most) if own > most else None)
    decoder.keep_order()
    assert not any(decoder.excess(one) for found in plain for one in found)


def test_a_limit_of_no_feature_is_refused(decoder: ChartDecoder, tmp_path: Path) -> None:
    random_trees(tmp_path / "gain.trees", NAMES)
    with pytest.raises(ConfigError, match="no feature 'nothing'"):
        decoder.rerank(tmp_path / "gain.trees", DEPTH, 0.3, limit=("nothing", 1.0))


def test_a_very_heavy_score_keeps_the_order_and_tuning_lists_ignore_the_trees(
    decoder: ChartDecoder, tmp_path: Path
) -> None:
    before = decoder.decode_lists(sentences(), DEPTH).outputs
    best = [one[0] for one in decoder.decode(sentences(), 1)]
    random_trees(tmp_path / "gain.trees", NAMES)
    decoder.rerank(tmp_path / "gain.trees", DEPTH, 1e6)
    assert [one[0] for one in decoder.decode(sentences(), 1)] == best
    assert decoder.decode_lists(sentences(), DEPTH).outputs == before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("total:nothing", "no feature 'nothing'"),
        ("total:", "not known"),
        ("biggest:reward", "not known"),
        ("ratio:reward", "no feature ''"),
        ("gap:reward", "not known"),
    ],
)
def test_an_input_that_cannot_be_made_is_named(decoder: ChartDecoder, name: str, message: str) -> None:
    with pytest.raises(CoreInputError, match=message):
        CandidateInputs([name], decoder.feature_names)


def test_a_model_names_its_reranker_in_the_configuration(tmp_path: Path) -> None:
    config = build_toy_model(tmp_path)
    random_trees(tmp_path / "gain.trees", ["edits", "length", "gap"])
    text = config.read_text()
    config.write_text(text + '\n[reranker]\npath = "gain.trees"\ndepth = 20\nscore_weight = 0.0\nedit_cost = 1e6\n')
    assert Simplifier.load(config).simplify(LINES[1]).text == LINES[1]
    config.write_text(text + '\n[reranker]\npath = "gain.trees"\nscore_weight = 1e6\n')
    assert "big house" in Simplifier.load(config).simplify(LINES[1]).text
    random_trees(tmp_path / "gain.trees", ["edits", "total:SelectionAdds"])
    with pytest.raises(ConfigError, match=r"gain\.trees: .*'SelectionAdds'; train it with this model"):
        Simplifier.load(config)
    (tmp_path / "gain.trees").write_bytes(b"nothing")
    with pytest.raises(ConfigError, match=r"gain\.trees"):
        Simplifier.load(config)
