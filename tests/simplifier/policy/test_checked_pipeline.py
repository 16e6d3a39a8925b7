"""The check inside the pipeline: a toy whose best derivations fail, and the embedded model at its boldest."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from simplifier import Simplifier
from simplifier.core import TableBuilder
from simplifier.decoder import Constraints
from simplifier.languages.en.tokenizer import tokenise_forms
from simplifier.languages.en.words.numerals import numbers_of
from simplifier.languages.en.words.word_lists import NEGATIONS
from simplifier.record.decoded import CheckOutcome
from simplifier.record.request import SearchRequest
from simplifier.record.result import SentenceResult
from simplifier.text.markup import read_markup
from tests.toy_model import RULES, build_toy_model

ROOT = Path(__file__).resolve().parents[3]
WRONG = [
    ("CD", "ten", "twenty", 3.0),
    ("CD", "ten", "thirty", 2.5),
    ("CD", "ten", "10", 1.0),
    ("RB", "not", "", 3.0),
]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy")
    path = build_toy_model(folder)
    rules = [*RULES, *WRONG]
    builder = TableBuilder(str(folder / "rules.table"), ["reward"], [0.0], ["hand"], "{}", str(folder))
    rewards = np.array([[rule[3]] for rule in rules], dtype=np.float32)
    builder.add(*([rule[at] for rule in rules] for at in range(3)), rewards, None, 0)
    builder.finish()
    path.write_text(path.read_text(encoding="utf-8") + "\n[check]\non = true\n", encoding="utf-8")
    return path


def load(config: Path, **overrides: object) -> Simplifier:
    return Simplifier.load(config, overrides={"weights.ChangedNumber": 0.0, **overrides})


def test_the_next_derivation_that_passes_stands(config: Path) -> None:
    (result,) = load(config).simplify("We saw ten large men.").sentences
    assert result.output == "We saw 10 big men."
    # Before it: twenty or thirty, big or large.
    listed = load(config, **{"check.on": False}).kbest("We saw ten large men.", 9)
    assert result.check == CheckOutcome(
        ("number: 10 20",), 1 + [one.output for one in listed.kbest].index(result.output)
    )
    assert listed.kbest[0].output == "We saw twenty big men."
    assert listed.check is None


def test_the_sentence_stays_where_none_passes(config: Path) -> None:
    source = "We saw ten large men."
    (result,) = load(config, **{"check.alternatives": 1}).simplify(source).sentences
    assert (result.output, result.edits) == (source, ())
    assert result.check == CheckOutcome(("number: 10 20",), None)
    (result,) = load(config, **{"check.alternatives": 0}).simplify("We did not go.").sentences
    assert (result.output, result.check) == (
        "We did not go.",
        CheckOutcome(("negation: 1 before, 0 now",), None),
    )


def test_a_result_tells_that_the_check_stepped_in(config: Path) -> None:
    first, second = load(config).simplify("We saw ten men. A large man.").sentences
    assert first.to_json()["check"] == {"failed": ["number: 10 20"], "rank": 3}
    assert "check" not in second.to_json()
    assert json.loads(json.dumps(first.to_json()))["output"] == "We saw 10 men."


def test_the_user_is_above_the_check(config: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("ten\tforty\nsaw\tnever\n", encoding="utf-8")
    mine = load(config, user_rules=str(tmp_path / "mine.tsv"))
    (result,) = mine.simplify("We saw ten large men.").sentences
    assert (result.output, result.check) == ("We saw forty big men.", None)
    # Another edit fails: the user's stands all the same, even where everything else is taken back.
    expected = {10: "We did not see forty big men.", 0: "We did not see forty large men."}
    for alternatives, output in expected.items():
        mine = load(config, user_rules=str(tmp_path / "mine.tsv"), **{"check.alternatives": alternatives})
        (result,) = mine.simplify("We did not see ten large men.").sentences
        assert result.output == output
        assert result.check is not None and result.check.failed == ("negation: 1 before, 0 now",)
        assert (result.check.rank is None) == (alternatives == 0)


def test_markup_is_above_the_check(config: Path) -> None:
    line = 'We did not see <replace with="FIFTY">ten</replace> <keep>large</keep> men.\n'
    marked = read_markup(line, "text", 1)
    for alternatives in (10, 0):
        model = load(config, **{"check.alternatives": alternatives})
        (result,) = model.stream([marked])
        assert result.text == "We did not see FIFTY large men.\n"
        assert result.sentences[0].check is not None


def test_constraints_are_above_the_check(config: Path) -> None:
    request = SearchRequest(Constraints(include=(("twenty",),)))
    (result,) = load(config).stream(["We saw ten large men."], request=request)
    assert result.text == "We saw twenty big men."
    assert result.sentences[0].check == CheckOutcome(("number: 10 20",), 1)


def test_lists_have_what_passes_first(config: Path) -> None:
    model = load(config)
    best = model.kbest("We saw ten large men.", 8)
    outputs = [one.output for one in best.kbest]
    assert [numbers_of(tokenise_forms(one)) == {10.0} for one in outputs] == [True] * 4 + [False] * 4
    assert len(set(outputs)) == 8
    passing = [one.score for one in best.kbest[:4]]
    assert passing == sorted(passing, reverse=True)


def test_the_first_does_not_depend_on_how_many_are_asked_for(config: Path) -> None:
    for alternatives in (0, 1, 2, 3, 10):
        model = load(config, **{"check.alternatives": alternatives})
        for text in ("We saw ten large men.", "We did not see ten large men.", "Ten humorous men."):
            alone = model.kbest(text, 1)
            for k in (2, 3, 5, 30):
                listed = model.kbest(text, k)
                assert (listed.output, listed.check) == (alone.output, alone.check)
                assert len({one.output for one in listed.kbest}) == len(listed.kbest) <= k


def test_threads_and_batches_do_not_show(config: Path) -> None:
    often, seldom = "Line {}: we saw ten large men, not humorous.\n", "A very large man.\n"
    lines = [often.format(number) if number % 3 else seldom for number in range(90)]
    expected = list(load(config).stream(lines))
    assert sum(one.check is not None for result in expected for one in result.sentences) == 60
    for threads, batch in ((1, 1), (2, 7), (2, 256)):
        assert list(load(config, **{"decoder.threads": threads}).stream(lines, batch=batch)) == expected


def test_a_selector_chooses_among_what_it_was_given(config: Path) -> None:
    backwards = SearchRequest(reordering=lambda _, derivations: list(derivations)[::-1], candidates=3)
    (result,) = load(config).stream(["We saw ten men."], request=backwards)
    listed = load(config, **{"check.on": False}).kbest("We saw ten men.", 3)
    assert result.text == listed.kbest[2].output == "We saw 10 men."


def embedded(on: bool, **overrides: object) -> Simplifier:
    bold = {"selection.risk": 1.0, "selection.least_gain": 0.0}
    return Simplifier.load(overrides={**bold, "check.on": on, **overrides})


@pytest.fixture(scope="module")
def bold_results() -> dict[bool, list[SentenceResult]]:
    lines = Path(__file__).with_name("harm_set.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    own = [line for line in lines if line.strip() and not line.startswith("#")]
    models = {on: embedded(on) for on in (False, True)}
    return {on: [one for found in model.stream(own) for one in found.sentences] for on, model in models.items()}


def negations(text: str) -> int:
    return sum(word in NEGATIONS for word in tokenise_forms(text))


def test_what_stands_keeps_numbers_negations_and_marks(
    bold_results: dict[bool, list[SentenceResult]],
) -> None:
    for one in bold_results[True]:
        for part in one.parts:
            old, new = tokenise_forms(part.source), tokenise_forms(part.output)
            assert numbers_of(old) == numbers_of(new)
            brought = sum(  # by pairs of the list: "insufficient" -> "not enough"
                negations(edit.target) - negations(edit.source)
                for edit in part.edits
                if edit.features.get("InPlainList")
            )
            assert negations(part.output) == negations(part.source) + brought
            assert old.count('"') % 2 == new.count('"') % 2
            assert old[-1] == new[-1]


def test_only_what_fails_is_replaced(bold_results: dict[bool, list[SentenceResult]]) -> None:
    assert not any(one.check for one in bold_results[False])
    stepped_in = [
        (before, after)
        for before, after in zip(bold_results[False], bold_results[True], strict=True)
        if after.check is not None
    ]
    assert stepped_in and all(before.output != after.output for before, after in stepped_in)
    for before, after in zip(bold_results[False], bold_results[True], strict=True):
        assert after.check is not None or before == after


def test_the_embedded_model_is_checked() -> None:
    assert Simplifier.load().config.check.on
