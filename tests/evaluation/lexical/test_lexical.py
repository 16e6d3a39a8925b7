from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from simplifier.base.errors import FormatError
from simplifier.evaluation.lexical.identification import (
    everything,
    g_score,
    learnt,
    listed,
    threshold,
    voting,
)
from simplifier.evaluation.lexical.measures import cleaned, score_substitutes
from simplifier.evaluation.lexical.outcomes import Outcome, count_outcomes
from simplifier.evaluation.lexical.sets import WordInPlace, read_predictions, read_set
from simplifier.evaluation.lexical.steps import (
    LexicalSystem,
    average_of_ranks,
    best_share,
    by_context,
    by_value,
    from_lists,
    keep_all,
)


def place(word: str, **gold: float) -> WordInPlace:
    sentence = f"we saw the {word} here"
    return WordInPlace(sentence, word, 11, 11 + len(word), gold)


def test_both_forms_of_a_set_are_read(tmp_path: Path) -> None:
    counted, ranked = tmp_path / "counted.tsv", tmp_path / "ranked.tsv"
    counted.write_text("sentence\tword\tsubstitutions\nA Big dog .\tbig\tlarge|huge|Large|big\n")
    ranked.write_text("sentence\tword\tposition\tranked_substitutions\na big big dog\tbig\t2\t1:large|1:huge|2:tall\n")
    (one,) = read_set(counted)
    assert (one.start, one.end, dict(one.gold), one.best) == (2, 5, {"large": 2, "huge": 1}, {"large"})
    (one,) = read_set(ranked)
    assert (one.start, dict(one.gold)) == (6, {"large": -1, "huge": -1, "tall": -2})
    assert one.best == {"large", "huge"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word\tsubstitutions\n", "expected columns"),
        ("sentence\tword\tsubstitutions\na dog\tcat\tpet\n", "2: 'cat' does not stand"),
        ("sentence\tword\tsubstitutions\na dog\tdog\n", "expected 3 columns"),
        ("sentence\tword\tranked_substitutions\na dog\tdog\tpet\n", "expected rank:word"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "set.tsv"
    path.write_text(text)
    with pytest.raises(FormatError, match=message):
        read_set(path)


def test_predictions_go_with_their_set(tmp_path: Path) -> None:
    path = tmp_path / "ours.tsv"
    path.write_text("we saw the huge here\thuge\tbig\t large \n")
    assert read_predictions(path, [place("huge")]) == [["big", "large"]]
    with pytest.raises(FormatError, match="expected 2 lines"):
        read_predictions(path, [place("huge"), place("big")])
    with pytest.raises(FormatError, match="expected 'big'"):
        read_predictions(path, [place("big")])


def test_measures_by_hand() -> None:
    words = [place("huge", big=3, large=1), place("tiny", small=1), place("cat", pet=1)]
    scores = score_substitutes(words, [["large", "huge", "red", "Big", "big"], ["red", "small"], []])
    assert (scores.words, scores.answered) == (3, 2)
    assert scores.potential == pytest.approx(2 / 3)
    assert scores.precision == pytest.approx(3 / 5)
    assert scores.recall == pytest.approx(3 / 4)
    assert scores.f1 == pytest.approx(2 / 3)
    assert scores.accuracy == pytest.approx(1 / 3)
    assert scores.accuracy_top == pytest.approx((0, 1 / 3, 2 / 3))
    # "large" and, third, "big"; "small" second
    assert scores.mean_precision[1] == pytest.approx(((1 + 2 / 3) / 3 + (1 / 2) / 3) / 3)
    assert scores.columns()["MAP@3"] == scores.mean_precision[1]
    assert cleaned("Huge", ["huge", "Big", "big"]) == ["big"]
    with pytest.raises(ValueError, match="3 words and 0 lists"):
        score_substitutes(words, [])


def test_the_seven_outcomes() -> None:
    words = [
        place("vast", big=1, immense=1),  # right
        place("vast", big=1),  # missed
        place("dog", pet=1),  # simple, taken for complex
        place("vast", big=1),  # nothing
        place("vast", big=1),  # nothing simpler
        place("vast", big=1),  # red
        place("vast", big=1, immense=1),  # named, but complex
    ]
    found = [["big"], ["big"], ["pet"], ["vast"], ["immense"], ["red", "big"], ["immense", "big"]]
    asked = iter([True, False, True, True, True, True, True])
    counted = count_outcomes(words, {"vast", "immense"}, lambda word: next(asked), found)
    assert counted == Counter({one: 1 for one in Outcome} | {Outcome.NONE: 2})
    reached = [Outcome.RIGHT, Outcome.NONE, Outcome.NONE_SIMPLER, Outcome.BREAKS, Outcome.NO_SIMPLER]
    assert sum(counted[one] for one in reached) == 6  # the complex words


def test_steps_are_exchangeable() -> None:
    generate = from_lists({"vast": ["vast", "big", "enormous", "big"]})
    length = by_value(lambda word: -len(word))
    system = LexicalSystem("toy", generate, keep_all, length)
    assert system.substitutes(place("vast")) == ["big", "enormous"]
    assert LexicalSystem("toy", generate, best_share(length, 0.5), length).candidates(place("vast")) == ["big"]
    longest = by_value(len)
    both = average_of_ranks([length, longest])
    assert list(both(place("vast"), ["big", "enormous"])) == [-0.5, -0.5]
    seen: list[list[str]] = []
    by_context(lambda words: seen.append([*words]) or 0.0)(place("vast"), ["Big"])
    assert seen == [["saw", "the", "big", "here"]]


def test_who_is_complex() -> None:
    words, marks = ["a", "bb", "ccc", "dddd"], [False, False, True, True]
    assert everything("a")
    assert listed({"bb"})("bb")
    assert g_score(everything, words, marks) == pytest.approx(2 * 0.5 * 1 / 1.5)
    rare = threshold(lambda word: -len(word), words, marks)
    assert [rare(word) for word in words] == marks
    assert g_score(rare, words, marks) == 1
    vote = voting([rare, everything], words, marks)
    assert [vote(word) for word in words] == marks  # the better one has the greater weight


def test_learnt_from_numbers() -> None:
    words = [("a" * length) for length in range(1, 9)] * 10
    identifier = learnt(lambda word: [len(word)], words, [len(word) > 4 for word in words])
    assert [identifier("a" * length) for length in (2, 7)] == [False, True]
