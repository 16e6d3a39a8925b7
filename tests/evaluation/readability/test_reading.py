"""Formulas of readability on published examples, E-Score and C-Score, and what is told of a text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.evaluation.readability.counts import TextCounts, counts_of
from simplifier.evaluation.readability.e_score import EScore
from simplifier.evaluation.readability.formulas import FORMULAS, formula_values
from simplifier.evaluation.readability.levels import word_level
from simplifier.evaluation.readability.page import reading_lines, reading_page
from simplifier.evaluation.readability.questions import Question, c_score, closeness, read_questions
from simplifier.evaluation.readability.reader import TextReader
from simplifier.languages import language_named
from simplifier.policy.hard_words import HardWords

ENGLISH = language_named("en")
PLATYPUS = "The Australian platypus is seemingly a hybrid of a mammal and reptilian creature."


def value(name: str, **counts: int) -> float:
    return FORMULAS[name].value(TextCounts(**counts))


def test_the_platypus() -> None:
    # Wikipedia on Flesch-Kincaid: 13 words of 24 syllables, reading ease 37.5, grade 11.3.
    counts = counts_of(PLATYPUS, ENGLISH)
    assert (counts.words, counts.syllables) == (13, 24)
    values = formula_values(counts, with_list=False)
    assert round(values["flesch"], 1) == 37.5
    assert round(values["fkgl"], 1) == 11.3
    assert "dale-chall-1948" not in values


def test_the_cat_on_the_mat() -> None:
    # Wikipedia on Flesch-Kincaid: reading ease 116, and the lowest grades there are.
    counts = counts_of("The cat sat on the mat.", ENGLISH)
    assert round(FORMULAS["flesch"].value(counts)) == 116
    assert FORMULAS["fkgl"].value(counts) == pytest.approx(-1.45)


def test_published_examples_of_the_other_formulas() -> None:
    # Coleman-Liau, the example of Wikipedia: 119 words, 639 letters, 5 sentences give 14.5.
    assert round(value("coleman-liau", words=119, letters=639, sentences=5), 1) == 14.5
    # SMOG, McLaughlin (1969): near 3 plus the square root of the polysyllables of 30 sentences; 100 give 13.
    assert round(value("smog", words=600, polysyllables=100, sentences=30), 1) == 13.6
    # The rest by hand: 100 words in 5 sentences.
    plain = {"words": 100, "sentences": 5}
    assert value("ari", letters=450, **plain) == pytest.approx(4.71 * 4.5 + 10 - 21.43)
    assert value("fog", complex_words=10, **plain) == pytest.approx(12.0)
    assert value("lix", long_words=25, **plain) == pytest.approx(45.0)
    assert value("dale-chall-1948", unfamiliar=10, **plain) == pytest.approx(1.579 + 0.992 + 3.6365)
    assert value("dale-chall-1995", unfamiliar=10, **plain) == pytest.approx(64 - 9.5 - 13.8)


def test_what_textstat_gives_without_its_dictionary() -> None:
    # textstat 0.7.13 on this text; its syllables want a download, its ARI counts the full stops too.
    text = (
        "The council will commence works in the lane on Monday. Residents who require assistance should "
        "notify the office. Numerous patients experience mild headaches."
    )
    counts = TextCounts()
    for start, end in ENGLISH.sentence_spans(text):
        counts = counts.plus(counts_of(text[start:end], ENGLISH))
    assert FORMULAS["lix"].value(counts) == pytest.approx(46.79710144927536)
    assert FORMULAS["ari"].value(counts) == pytest.approx(10.253768115942027 - 4.71 * 3 / 23)


def test_counts_of_names_endings_and_the_list() -> None:
    counts = counts_of("Yesterday Elizabeth was interesting, unhappily co-operated 1995.", ENGLISH, {"was"})
    assert counts.words == 7
    # "Elizabeth" is a name, "co-operated" joined, "interesting" is long by its ending alone.
    assert counts.complex_words == 2
    # Names and numbers are familiar.
    assert counts.unfamiliar == 4


def test_counts_of_parts_add_up() -> None:
    texts = ["The cat sat on the mat.", "Numerous inhabitants co-operated.", ""]
    parts = [counts_of(text, ENGLISH, {"the", "cat"}) for text in texts]
    assert parts[0].plus(parts[1]).plus(parts[2]) == TextCounts(2, 9, 18, 46, 3, 2, 3, 6)


def test_nothing_has_no_values() -> None:
    assert formula_values(TextCounts(), with_list=True) == {}


class _Uniform:
    """Knows probabilities of single words; those of several multiply."""

    def __init__(self, probabilities: dict[str, float]) -> None:
        self.probabilities = probabilities

    def score_words(self, words: Sequence[str], begins_sentence: bool = False) -> float:
        return sum(math.log(self.probabilities[word]) for word in words)


NORMAL, SIMPLE = _Uniform({"use": 0.01, "utilise": 0.01}), _Uniform({"use": 0.1, "utilise": 0.0001})


def test_e_score_by_hand() -> None:
    score = EScore(ENGLISH, NORMAL, SIMPLE)
    # ln 0.0001 / ln 0.01 = 2 for the hard word of three syllables, ln 0.1 / ln 0.01 = 1/2 for the easy one.
    assert score.lexical(["utilise"]) == pytest.approx(6.0)
    assert score.lexical(["use", "."]) == pytest.approx(0.5)
    # The bigram: 4 syllables, (ln 0.1 + ln 0.0001) / (2 ln 0.01) = 5/4, halved; all over two words.
    assert score.lexical(["use", "utilise"]) == pytest.approx((0.5 + 6.0 + 4 * 1.25 / 2) / 2)
    printed = EScore(ENGLISH, NORMAL, SIMPLE, "loglik-printed", normalised=False)
    assert printed.lexical(["use", "utilise"]) == pytest.approx(2.0 + 1.5 + 4 * 0.8 / 2)
    assert EScore(ENGLISH, NORMAL, SIMPLE, "freq").lexical(["utilise"]) == pytest.approx(300.0)
    with pytest.raises(ValueError, match="comparison"):
        EScore(ENGLISH, NORMAL, SIMPLE, "other")


@pytest.mark.parametrize(
    ("tags", "statements"),
    [
        ("NNP VBD .", 1),
        ("DT NN .", 1),
        ("NNP , DT JJ NN , VBD NN .", 2),
        ("NN , WP VBZ NN , VBD .", 2),
        ("VBG NN , NN VBD , VBG NN .", 2),
        ("NNS , DT NN CC DT NN VBD .", 1),
    ],
)
def test_statements(tags: str, statements: int) -> None:
    assert ENGLISH.count_statements(tags.split()) == statements


def test_c_score() -> None:
    questions = [Question(10, 20, 4, 12.0, 1.0), Question(8, 12, 4, 20.0, 0.5)]
    # 75 % right, 2 words a second, 4 * 30 / 12 + 4 * 20 / 20.
    assert c_score(questions, 200, 100.0) == pytest.approx(75 * 2 * (10 + 4))
    with pytest.raises(InputError, match="one question"):
        c_score([], 200, 100.0)


def test_closeness_gives_the_published_errors() -> None:
    # Mathias and Bhattacharyya (2016): ratios of eight topics; S0, S1, S2 as computed again from them.
    gold = [2.02, 0.88, 1.55, 0.47, 1.49, 0.56, 1.06, 0.59]
    found = closeness(
        gold,
        {
            "flesch": [1.41, 2.96, 2.23, 1.51, 1.78, 1.04, 1.59, 1.85],
            "lexile": [1.25, 1.51, 1.33, 0.95, 1.35, 0.96, 1.56, 1.76],
            "e": [0.91, 0.65, 1.13, 1.04, 1.11, 0.90, 0.90, 1.09],
        },
    )
    rounded = {name: tuple(round(value, 3) for value in one) for name, one in found.items()}
    assert rounded == {
        "lexile": (0.625, 0.539, 0.383),
        "flesch": (0.875, 0.871, 1.053),
        "e": (0.5, 0.464, 0.290),
    }


def test_questions_are_read_strictly(tmp_path: Path) -> None:
    path = tmp_path / "questions.tsv"
    head = "question_words\tanswer_words\toptions\tseconds\tcorrect\n"
    path.write_text(head + "10\t20\t4\t12\t0.8\n", encoding="utf-8")
    assert read_questions(path) == [Question(10, 20, 4, 12, 0.8)]
    for wrong, message in (
        ("10\t20\t4\t12\t80\n", "2: out of range"),
        ("10\t20\t4\t12\n", "2: 4 cells"),
        ("10\t20\t4\tx\t0.5\n", "2: a cell is no number"),
    ):
        path.write_text(head + wrong, encoding="utf-8")
        with pytest.raises(InputError, match=message):
            read_questions(path)
    path.write_text("seconds\n", encoding="utf-8")
    with pytest.raises(InputError, match="1: no column 'question_words'"):
        read_questions(path)


def test_levels_by_words() -> None:
    assert word_level([]) is None
    assert word_level([1.0] * 19 + [6.0]) == "A1"
    assert word_level([1.0] * 18 + [6.0] * 2) == "C2"
    assert word_level([3.0] * 20) == "B1"


def test_what_is_told_of_a_text() -> None:
    reader = TextReader(ENGLISH, HardWords([], ENGLISH))
    reading = reader.read("text", ["The cat ran. Numerous <b>inhabitants</b> vanished.", "", "Cats sit."], top=1)
    assert reading.counts.sentences == 3
    assert reading.sentences[0].text == "Numerous <b>inhabitants</b> vanished."
    assert reading.sentences[0].passage == 1
    assert [(one.word, one.count) for one in reading.words] == [("inhabitants", 1)]
    assert len(reader.read("text", ["Numerous inhabitants vanished."], top=0).words) == 2
    page = reading_page([reading], "Title <1>")
    assert "<script" not in page and "Title &lt;1&gt;" in page and "&lt;b&gt;inhabitants&lt;/b&gt;" in page
    assert "http" not in page.split("</style>")[1]
    shown = "\n".join(reading_lines([reading]))
    assert shown.startswith("text: 3 sentences, 8 words") and "note: SMOG" in shown
    assert reading.to_json()["level"] is None  # no table knows how hard a word is


def test_an_empty_text_is_told_of() -> None:
    reading = TextReader(ENGLISH, HardWords([], ENGLISH)).read("empty", ["", "  "])
    assert (reading.values, reading.level, reading.sentences) == ({}, None, ())
    assert [*reading_lines([reading])] == ["empty: 0 sentences, 0 words, 0 syllables", "measure  value  unit"]
    assert "<h2>empty</h2>" in reading_page([reading], "title")
