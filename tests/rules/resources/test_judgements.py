"""Judged edits by pair: shares that lean on wider kinds, without the edit itself."""

from __future__ import annotations

from math import log

import pytest

from simplifier.base.errors import FormatError
from simplifier.languages import language_named
from simplifier.rules.resources.cores import core_of_pair
from simplifier.rules.resources.judgements import Judgements, read_judgements, stands

ENGLISH = language_named("en")


def test_core_leaves_a_source_word():
    assert core_of_pair(["the", "entire", "house"], ["the", "whole", "house"]) == (1, ["entire"], ["whole"])
    assert core_of_pair(["in", "order", "to"], ["to"]) == (0, ["in", "order"], [])
    assert core_of_pair(["to", "to"], ["to"]) == (1, ["to"], [])
    assert core_of_pair(["a"], ["a"]) == (0, ["a"], ["a"])


def test_marks_that_stand():
    assert [mark for mark in "fhsgo" if stands(mark)] == ["f", "h"]


def test_shares_lean_from_pair_to_stems_to_source_to_all():
    judgements = Judgements(ENGLISH)
    for mark in "ffs":
        judgements.add("commenced", "started", mark)
    judgements.add("house", "home", "h")
    # All: 3 of 4 stand, 2 of 4 fit. Source, stems and pair each add one judgement of the wider kind.
    general = 3 / 4
    source = (2 + general) / 4
    stems = (2 + source) / 4
    known = judgements.shares("commenced", "started")
    assert known.stands == pytest.approx((2 + stems) / 4)
    assert known.source_stands == pytest.approx(source)
    assert known.target_stands == pytest.approx(source)
    assert known.weight == pytest.approx(log(4))
    # Another form of the pair leans on what its stems have, another target on its source alone.
    assert judgements.shares("commences", "starts").stands == pytest.approx(stems)
    assert judgements.shares("commences", "begins").stands == pytest.approx(source)
    unknown = judgements.shares("dog", "cat")
    assert unknown == pytest.approx((general, 2 / 4, general, general, 0.0))


def test_of_nothing_is_known_what_is_known_of_all():
    judgements = Judgements(ENGLISH)
    assert judgements.shares("", "") == (0.0, 0.0, 0.0, 0.0, 0.0)
    for mark in "fhs":
        judgements.add("utilise", "use", mark)
    assert judgements.shares("", "") == pytest.approx((2 / 3, 1 / 3, 2 / 3, 2 / 3, 0.0))


def test_words_that_both_sides_share_say_nothing():
    judgements = Judgements(ENGLISH)
    judgements.add("entire", "whole", "f")
    assert judgements.shares("the entire", "the whole") == judgements.shares("entire", "whole")


def test_files(tmp_path):
    path = tmp_path / "judged.tsv"
    path.write_text("# pair\tand mark\n\nin order to\tto\tf\nhereby\t\tf\nabout\tround\ts\n")
    judgements = read_judgements([path], ENGLISH)
    assert judgements.shares("hereby", "").stands > judgements.shares("about", "round").stands


@pytest.mark.parametrize("line", ["only one", "a\tb", "a\tb\tx", "\tb\tf", "a\tb\tf\tmore"])
def test_broken_lines_are_named(tmp_path, line):
    path = tmp_path / "judged.tsv"
    path.write_text(f"good\twell\tf\n{line}\n")
    with pytest.raises(FormatError, match=r"judged.tsv:2: expected source, target and one of f, h, s, g, o"):
        read_judgements([path], ENGLISH)
