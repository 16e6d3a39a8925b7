from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import FormatError
from simplifier.evaluation.qats.task import LABELS, overall_of, read_labelled_pairs

HEADER = "original\tsimplified\tgrammaticality\tmeaning\tsimplicity\toverall\n"
QATS = Path(__file__).resolve().parents[4] / "shared" / "data" / "qats"


def test_pairs_and_labels(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(HEADER + 'a "b\tc\tgood\tok\tbad\tbad\na "b\td\tok\tok\tok\tok\nx\ty\tbad\tgood\tok\tok\n')
    data = read_labelled_pairs(path)
    assert data.pairs[0] == ('a "b', "c")
    assert data.labels.tolist() == [[2, 1, 0, 0], [1, 1, 1, 1], [0, 2, 1, 1]]
    assert data.marks[0].tolist() == [100, 50, 0, 0]
    assert data.groups.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("original\tsimplified\n", ":1: no column 'grammaticality'"),
        (HEADER + "a\tb\tgood\n", ":2: 3 columns where the header has 6"),
        (HEADER + "a\tb\tgood\tok\tfine\tok\n", ":2: label 'fine' is none of bad, ok, good"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(text)
    with pytest.raises(FormatError, match=message):
        read_labelled_pairs(path)


def test_the_rule_of_the_overall_label() -> None:
    every = np.array(list(product(range(3), repeat=3)))
    for (grammaticality, meaning, simplicity), overall in zip(every, overall_of(every), strict=True):
        if grammaticality == meaning == simplicity == 2:
            assert LABELS[overall] == "good"
        elif meaning == 0 or simplicity == 0:
            assert LABELS[overall] == "bad"
        else:
            assert LABELS[overall] == "ok"


@pytest.mark.skipif(not QATS.is_dir(), reason="needs ../shared/data/qats")
def test_the_released_labels_follow_the_rule_and_the_published_counts() -> None:
    train, test = (read_labelled_pairs(QATS / f"{part}.tsv") for part in ("train", "test"))
    assert (overall_of(train.labels) == train.labels[:, 3]).all()
    # Two pairs of the test part are against the rule: good, ok, good, and yet bad.
    against = overall_of(test.labels) != test.labels[:, 3]
    assert test.labels[against].tolist() == [[2, 1, 2, 0]] * 2
    counts = [np.bincount(column).tolist() for column in train.labels.T]
    assert counts == [[51, 72, 382], [78, 133, 294], [86, 153, 266], [139, 208, 158]]
    counts = [np.bincount(column).tolist() for column in test.labels.T]
    assert counts == [[16, 14, 96], [20, 33, 73], [18, 38, 70], [35, 55, 36]]
    assert {source for source, _ in train.pairs}.isdisjoint(source for source, _ in test.pairs)
