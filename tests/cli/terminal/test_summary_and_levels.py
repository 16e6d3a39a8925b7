"""The summary on standard error, and sentences that are easy enough to stay."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from simplifier.cli.terminal.levels import LEVELS, Level, ReadingLevel
from simplifier.cli.view import Summary
from simplifier.languages import language_named
from simplifier.languages.analysis.reading_grade import ReadingCounts, words_of
from simplifier.policy.hard_words import HardWords
from simplifier.record.result import assembled
from tests.cli.test_simplify import SIMPLER, TEXT, Ended, invoke, model
from tests.simplifier.record.decoding import plain, split

__all__ = ["invoke", "model"]

Invoke = Callable[..., Ended]

EASY_AND_HARD = "The cat saw a large dog. A humorous  man has a residence.\n"


def test_it_is_asked_for_where_standard_error_is_no_terminal(invoke: Invoke, model: Path) -> None:
    ended = invoke("simplify", "--config", model, "--summary", stdin=TEXT)
    assert (ended.code, ended.out) == (0, SIMPLER)
    # 29 words of 49 syllables in 5 sentences before, 26 of 30 after.
    assert re.sub(r"\d+\.\d s$", "N s", ended.err) == (
        "5 sentences, 5 changed; 10 changes; reading grade 6.6 -> 0.1 (Flesch-Kincaid); N s\n"
    )
    assert invoke("simplify", "--config", model, "--quiet", stdin=TEXT).err == ""
    both = invoke("simplify", "--config", model, "--quiet", "--summary", stdin=TEXT)
    assert both == Ended(2, "", "error: --quiet does not go with --summary\n")


def test_nothing_has_no_grade(invoke: Invoke, model: Path) -> None:
    ended = invoke("simplify", "--config", model, "--summary", stdin="\n")
    assert re.sub(r"\d+\.\d s$", "N s", ended.err) == "0 sentences, 0 changed; 0 changes; N s\n"


def test_a_split_sentence_counts_once() -> None:
    summary = Summary(language_named("en"))
    whole = "He came, and she went."
    summary.add(split(whole, whole, "He came.", "And she went."))
    assert summary.line().startswith("1 sentence, 1 changed; 1 change; reading grade 0.0 -> 0.0")


def test_the_grade_of_a_text() -> None:
    counter = language_named("en").syllables
    text = 'The "committee" met - twice (10 times).'
    assert words_of(text) == ["The", "committee", "met", "twice", "10", "times"]
    counts = ReadingCounts.of(text, counter)
    assert counts == (1, 6, 8)
    assert counts.grade == pytest.approx(0.39 * 6 + 11.8 * 8 / 6 - 15.59)
    both = counts.plus(ReadingCounts.of("Go.", counter))
    assert both == (2, 7, 9) and both.grade == pytest.approx(0.39 * 3.5 + 11.8 * 9 / 7 - 15.59)
    assert ReadingCounts.of("Go.", counter).grade == 0.0
    assert ReadingCounts.of("...", counter) == (0, 0, 0) and ReadingCounts().grade is None


def test_easy_sentences_stay(invoke: Invoke, model: Path) -> None:
    command = ("simplify", "--config", model, "--summary")
    ended = invoke(*command, "--grade", "3", stdin=EASY_AND_HARD)
    assert ended.out == "The cat saw a large dog. A funny  man has a house.\n"
    assert ended.err.splitlines()[1] == "grade 3: 1 sentence was above it, 0 still are"
    ended = invoke(*command, "--level", "b2", stdin=EASY_AND_HARD)
    assert ended.out == EASY_AND_HARD
    assert ended.err.splitlines()[1] == "level B2 (grade 11): 0 sentences were above it, 0 still are"


def test_records_tell_the_level(invoke: Invoke, model: Path) -> None:
    command = ("simplify", "--config", model, "--format", "jsonl")
    easy, hard = map(json.loads, invoke(*command, "--grade", "3", stdin=EASY_AND_HARD).out.splitlines())
    assert easy["output"] == easy["source"] and easy["edits"] == []
    assert easy["level"] == {"wanted": 3.0, "reached": True, "grade": [0.0, 0.0]}
    assert hard["level"] == {"wanted": 3.0, "reached": True, "grade": [6.42, 0.52]}
    easy, hard = map(json.loads, invoke(*command, "--level", "A2", stdin=EASY_AND_HARD).out.splitlines())
    assert hard["level"] == {
        "wanted": "A2",
        "reached": True,
        "grade": [6.42, 0.52],
        "hard_words": [[], []],
    }
    assert "level" not in json.loads(invoke(*command, stdin="Go.\n").out)


class Complexities(HardWords):
    """Those of a few words, as a table with the feature ``SourceComplexity`` would say them."""

    def __init__(self) -> None:
        super().__init__((), language_named("en"))

    def complexity(self, word: str) -> float | None:
        return {"commence": 3.7, "utilize": 3.0}.get(word)


def test_a_hard_word_makes_a_sentence_hard() -> None:
    result = assembled("We commence.\n", [plain("We commence.", 0, "We start.")])
    (sentence,) = result.sentences
    level = ReadingLevel(LEVELS["B2"], language_named("en"), Complexities())
    assert level.applied(result).text == "We start.\n"
    level.add(result)
    assert level.record(sentence)["level"]["hard_words"] == [["commence"], []]
    assert level.summary() == "level B2 (grade 11): 1 sentence was above it, 0 still are"
    level = ReadingLevel(Level(11.0), language_named("en"), Complexities())
    assert level.applied(result).text == "We commence.\n"


def test_an_easy_sentence_is_not_split() -> None:
    whole = "He came, and she went."
    result = split(f" {whole}\n", whole, "He came.", "And she went.")
    level = ReadingLevel(Level(4.0), language_named("en"), Complexities())
    kept = level.applied(result)
    assert kept.text == result.source and [one.output for one in kept.sentences] == [whole]


def test_hard_words_by_syllables_where_no_table_knows(model: Path) -> None:
    hard = HardWords((), language_named("en"))
    asked = ("residence", "residences", "opening", "house", "1990", "themselves", "approximately")
    assert [hard.is_hard(word) for word in asked] == [True, True, False, False, False, False, True]
    assert hard.complexity("residence") is None
