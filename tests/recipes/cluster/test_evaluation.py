"""Scores counted by a real Spark session: those of one machine."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from simplifier.base.errors import InputError
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.systems import evaluate
from simplifier.languages import language_named

ENGLISH = language_named("en")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # sockets of py4j
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SOURCES = [f"He purchased {number} large houses in the town ." for number in range(23)]
REFERENCES = [[text.replace("purchased", "bought") for text in SOURCES], SOURCES]
SYSTEMS = {
    "one": [text.replace("large", "big") for text in SOURCES],
    "other": [text.replace("purchased", "bought") if at % 3 else text for at, text in enumerate(SOURCES)],
}


def test_scores_are_those_of_one_machine(session: Any) -> None:
    from simplifier.recipes.cluster.evaluation import spark_statistics

    data = ReferenceSet(SOURCES, REFERENCES, language=ENGLISH)
    metrics = [parse_metric(name) for name in ("sari-easse", "bleu", "fkgl", "0.5*sari-paper + 0.5*fkbleu")]
    here = evaluate(metrics, data, SYSTEMS)
    there = evaluate(metrics, data, SYSTEMS, statistics_of=partial(spark_statistics, session, data, 5))
    for one, other in zip(here.rows, there.rows, strict=True):
        for wanted, found in zip(one.results, other.results, strict=True):
            assert found.score == wanted.score
            assert (found.interval, found.comparison) == (wanted.interval, wanted.comparison)
            assert (found.statistics == wanted.statistics).all()
    with pytest.raises(InputError, match="sari-easse needs references"):
        spark_statistics(session, ReferenceSet(SOURCES, [], language=ENGLISH), 5, metrics, SYSTEMS["one"])
