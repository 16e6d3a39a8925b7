"""How hard words are: by estimated age where the language models can tell, else by what tables know."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from simplifier import Simplifier
from simplifier.policy.difficulty import HARD, VERY_HARD
from tests.toy_model import build_toy_model


@pytest.fixture(scope="module")
def embedded() -> Simplifier:
    return Simplifier.load()


def test_levels(embedded: Simplifier) -> None:
    level = embedded.difficulty.level
    assert [level(word) for word in ("period", "residents", "people", "the", "1990", ",")] == [0] * 6
    assert [level(word) for word in ("furnish", "forthwith", "eligible")] == [1] * 3
    assert [level(word) for word in ("remuneration", "notwithstanding", "deliberations")] == [2] * 3


def test_an_ending_makes_no_word_hard(embedded: Simplifier) -> None:
    years = embedded.difficulty.years
    inflected, base = years("deliberations"), years("deliberation")
    assert inflected is not None and base is not None and inflected <= base


def test_a_model_of_few_words_cannot_tell(tmp_path: Path) -> None:
    toy = Simplifier.load(build_toy_model(tmp_path))
    assert toy.difficulty.years("residence") is None
    assert toy.difficulty.level("deliberately") == 1  # by its syllables


def test_estimates_go_with_the_norms(embedded: Simplifier, shared_data: Path) -> None:
    with (shared_data / "lexicon" / "age_of_acquisition.tsv").open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["aoa"] not in ("", "NA")]
    own = [(row["word"], float(row["aoa"])) for row in rows[::10] if row["word"].isalpha()]
    known = [(word, age) for word, age in own if all(one.knows(word) for one in embedded.word_models.values())]
    ages = np.array([age for _, age in known])
    estimates = np.array([embedded.difficulty.years(word) for word, _ in known], dtype=np.float64)
    assert len(known) > 1000 and np.corrcoef(ages, estimates)[0, 1] > 0.5
    # A hard word is one that most people learn late: the share of such among all words is smaller.
    late = ages >= HARD
    assert late[estimates >= VERY_HARD].mean() > late.mean() + 0.1
