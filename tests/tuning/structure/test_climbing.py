"""Weights of plans toward a metric of the whole set: as good as every choice there is; in a run."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError, InputError
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.languages import language_named
from simplifier.tuning import load_tune_config, tune
from simplifier.tuning.candidates.objective import Objective
from simplifier.tuning.config import TuneConfig
from simplifier.tuning.final_model import tuned_plans
from simplifier.tuning.product import Product
from simplifier.tuning.structure.climbing import PlanPool, climb
from simplifier.tuning.structure.examples import every_plan
from simplifier.tuning.structure.ranking import ChoiceTable
from tests.tuning.toy import write_toy_run

ENGLISH = language_named("en")

MET, RAN, SLEPT = (
    "the council met and the mayor left .",
    "dogs ran but cats stayed .",
    "he slept because it rained .",
)
WAYS = [
    [(MET, {}), ("the council met . the mayor left .", {"sentence": 1.0, "added": 0.0})],
    [(RAN, {}), ("dogs ran . but cats stayed .", {"sentence": 1.0, "added": 1.0})],
    [(SLEPT, {}), ("he slept . because it rained .", {"sentence": 1.0, "added": 4.0})],
]
#: Two people: both split the first, one the second, nobody the third.
REFERENCES = [
    ["the council met . the mayor left .", "dogs ran . but cats stayed .", SLEPT],
    ["the council met . the mayor left .", RAN, SLEPT],
]


def pool() -> PlanPool:
    ways = [[(text, features) for text, features in own if text] for own in WAYS]
    table = ChoiceTable.of([[features for _, features in own] for own in ways])
    return PlanPool([MET, RAN, SLEPT], [0, 1, 2], [text for own in ways for text, _ in own], table)


@pytest.mark.parametrize("metric", ["split-f1", "0.5*sari-easse + 0.5*split-f1", "split-counts"])
def test_as_good_as_the_best_of_all_choices(metric: str) -> None:
    data = ReferenceSet([MET, RAN, SLEPT], REFERENCES, language=ENGLISH)
    objective = Objective(parse_metric(metric), data)
    found = climb(pool(), objective, {"score": 1.0})
    every = [
        parse_metric(metric).score(list(texts), data).value
        for texts in itertools.product(*([text for text, _ in own] for own in WAYS))
    ]
    assert max(found.scores) == pytest.approx(max(every))
    assert parse_metric(metric).score(pool().chosen(found.weights), data).value == pytest.approx(max(every))
    assert found.scores[0] == pytest.approx(every[0])  # the start leaves all as they are
    assert found == climb(pool(), objective, {"score": 1.0})


def test_other_lines_choose_the_round() -> None:
    objective = Objective(parse_metric("split-f1"), ReferenceSet([MET, RAN, SLEPT], REFERENCES, language=ENGLISH))
    against = Objective(
        parse_metric("split-f1"), ReferenceSet([MET, RAN, SLEPT], [[MET, RAN, SLEPT]], language=ENGLISH)
    )
    found = climb(pool(), objective, {}, pool(), against)
    assert found.weights == {} and found.scores[0] == 100 and found.split == 0.0


SOURCES = [
    "The council met on Monday in the town hall, and the mayor resigned on the next day.",
    "The trust is small.",
    "The company sold the old factory in 1980, and the workers bought the machines two years later.",
]


def test_with_the_embedded_model() -> None:
    overrides = {**every_plan(["two clauses with and"]), "structure.weights": {"sentence": -50.0}}
    simplifier = Simplifier.load(risk=0.0, overrides=overrides)
    references = [one.replace(", and the", ". The") for one in SOURCES]
    product = Product(SOURCES, [references], language=ENGLISH)
    settings = {"data": {"tuning": 2, "held_out": 1}, "objective": {"metric": "split-f1"}}
    config = TuneConfig.model_validate({**settings, "stages": [{"optimiser": "pro"}]})
    told: list[str] = []
    found = tuned_plans(simplifier, product, config, told.append)
    assert told == ["structure: 0.000 before, 100.000 after; 100 % of 1 sentences with a plan are said otherwise"]
    again = Simplifier.load(risk=0.0, overrides={**overrides, "structure.weights": found})
    assert again.simplify(SOURCES[2]).text == references[2]


def test_ways_of_texts() -> None:
    simplifier = Simplifier.load(risk=0.0, overrides=every_plan(["two clauses with and"]))
    two, one, several = simplifier.ways([SOURCES[0], SOURCES[1], " ".join(SOURCES)])
    assert [" ".join(part.text for part in way.parts) for way in two] == [
        SOURCES[0],
        "The council met on Monday in the town hall. The mayor resigned on the next day.",
    ]
    whole, split = two
    assert whole.features == {} and len(whole.results) == 1 and whole.text == SOURCES[0]
    assert split.features["score"] == pytest.approx(
        sum(result.score for result in split.results) - whole.results[0].score
    )
    assert {name: value for name, value in split.features.items() if name not in ("score", "doubt")} == {
        "sentence": 1.0,
        "tokens": 19.0,
        "shortest": 8.0,
        "shorter": 9.0,
        "two clauses with and": 1.0,
    }
    assert len(one) == len(several) == 1 and not one[0].results and not several[0].results
    with pytest.raises(InputError, match="no sentence to tune on can be said in another way"):
        PlanPool.read(simplifier, [SOURCES[1]], [SOURCES[1]])


def test_a_run_needs_rules(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path, '[[stages]]\noptimiser = "pro"\niterations = 1\n')
    with pytest.raises(ConfigError, match='"tune" needs a model with structural rules on'):
        tune(load_tune_config(config, {"pipeline.structure": "tune"}))
    assert not (tmp_path / "run").exists()
