"""What an editor would let stand, as a term of an objective."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError, InputError
from simplifier.base.stopwatch import Stopwatch
from simplifier.decoder import InputSentence
from simplifier.evaluation.metrics import ReferenceSet, metric_of_tokens, parse_metric
from simplifier.languages import language_named
from simplifier.tuning.candidates.acceptance import JudgedText, check_judges, judged_result, judges
from simplifier.tuning.candidates.decoding import decode_best, decode_into_pool
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import Objective, reference_set
from simplifier.tuning.candidates.pool import CandidatePool
from simplifier.tuning.loop import Surroundings, TuningLoop
from simplifier.tuning.product import simplified
from simplifier.tuning.reranking import Reranking
from tests.tuning.toy import toy_config, toy_decoder, toy_dev_set

LINES = (
    "The council will commence works on Monday.",
    "Residents who require assistance should notify the office.",
    "It rained.",
)


@pytest.fixture(scope="module")
def simplifier() -> Simplifier:
    return Simplifier.load()


@pytest.fixture(scope="module")
def dev_set(simplifier: Simplifier) -> DevSet:
    found = [one for line in LINES for one in simplifier._passages.sentences(line)]
    given = simplifier.annotate(found)
    return DevSet(given, [[list(one.tokens) for one in given]])


def harms(simplifier: Simplifier, sentence: InputSentence, k: int) -> dict[str, float]:
    """The mean harm of the changes of every candidate in the order of scores, the slow way."""
    found = {}
    decoder = simplifier.decoder.extended([], {})  # has no trees that choose
    for one in decoder.kbest(sentence, k):
        own = [rule.features.get("SelectionHarm", 0.0) for rule in one.applications if rule.changed]
        found[" ".join(one.tokens)] = float(np.mean(own)) if own else 0.0
    return found


def test_the_mean_of_percentages() -> None:
    data = ReferenceSet(["a b", "c d"], [["a b", "c d"]], language=language_named("en"))
    metric = parse_metric("acceptance")
    outputs = [JudgedText.of("a x", 0.25), "c d"]
    assert metric.segment_scores(metric.statistics(outputs, data)).tolist() == [25.0, 100.0]
    assert metric.corpus_score(metric.statistics(outputs, data)) == 62.5
    both = metric_of_tokens("0.5*copies + 0.5*acceptance - 0.1*fk")
    assert judges(both) and not judges(parse_metric("0.5*copies + 0.5*fk"))
    assert both.corpus_parts(both.statistics(outputs, data))["acceptance"] == 62.5


def test_a_text_alone_tells_nothing() -> None:
    data = ReferenceSet(["a b"], [["a b"]])
    with pytest.raises(InputError, match="a term for tuning"):
        parse_metric("acceptance").statistics(["a x"], data)


def test_without_trees_that_judge_nothing_is_begun(tmp_path: Path) -> None:
    config = toy_config(
        [{"optimiser": "pro", "iterations": 1}], objective={"metric": "0.5*sari-paper + 0.5*acceptance"}
    )
    decoder = toy_decoder(tmp_path / "toy.table")
    with pytest.raises(ConfigError, match=r"selection trees .* judged edits"):
        TuningLoop(config, decoder, toy_dev_set(3), None, print, Surroundings(None, None, ""))
    assert not check_judges([metric_of_tokens("sari-paper")], decoder.feature_names)


@pytest.mark.parametrize("chosen", [False, True])
def test_candidates_are_judged_by_their_changes(
    chosen: bool, simplifier: Simplifier, dev_set: DevSet, tmp_path: Path
) -> None:
    decoder, size = simplifier.decoder, 30
    chooser = None
    if chosen:
        chooser = Reranking(decoder, simplifier.config.reranker, True, True, judges=True)
        size = chooser.depth
    objective = Objective(metric_of_tokens("acceptance"), reference_set(dev_set))
    pool = CandidatePool(tmp_path, len(decoder.feature_names) + chosen, objective.width)
    decoded = decode_into_pool(decoder, dev_set.sentences, size, 1, objective, pool, Stopwatch(), chooser, judges=True)
    expected = [harms(simplifier, one, size) for one in dev_set.sentences]
    for number, own in enumerate(expected):
        rows = np.flatnonzero(pool.sentences == number)
        assert len(rows) == len(own)
        assert sorted(pool.scores[rows]) == pytest.approx(sorted(100 - 100 * harm for harm in own.values()))
    best = decode_best(decoder, dev_set.sentences, 1, chooser, judges=True)
    assert best == decoded.outputs
    for text, own in zip(best, expected, strict=True):
        assert isinstance(text, JudgedText) and text.stands == pytest.approx(1 - own[str(text)], abs=1e-6)


def test_what_is_written_is_judged_by_its_edits(simplifier: Simplifier) -> None:
    outputs = simplified(simplifier, LINES)
    assert outputs[0] != LINES[0] and outputs[2] == LINES[2]
    for line, text in zip(LINES, outputs, strict=True):
        edits = simplifier.simplify(line).sentences[0].edits
        stands = [1 - one.features.get("SelectionHarm", 0.0) for one in edits if one.rule.grammar != "text"]
        assert isinstance(text, JudgedText)
        assert text.stands == pytest.approx(float(np.mean(stands)) if stands else 1.0)
    assert judged_result(simplifier.simplify("")) == ""


def test_a_run_tunes_toward_it(simplifier: Simplifier, dev_set: DevSet, tmp_path: Path) -> None:
    stages: list[dict[str, object]] = [{"optimiser": "pro", "iterations": 1}]
    metric = "0.5*sari-paper + 0.5*acceptance"
    config = toy_config(stages, objective={"metric": metric, "report": ["acceptance"]})
    trees = Reranking(simplifier.decoder, simplifier.config.reranker, True, True, judges=True)
    loop = TuningLoop(config, simplifier.decoder, dev_set, None, print, Surroundings(trees, None, ""))
    own = simplifier.decoder.weights
    try:
        result = loop.run(tmp_path / "run")
    finally:
        simplifier.decoder.set_weights(own)
    assert 50 < result.tuning["acceptance"] <= 100
    assert result.finished
