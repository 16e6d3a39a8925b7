"""The word classes of a class language model, learnt from a small text with the embedded tagger."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.languages.analysis.tagger import Tagger
from simplifier.lm import load_native_classes
from simplifier.lm.programs import find_program
from simplifier.recipes.data.class_language_model import (
    TaggedText,
    build_class_model,
    closed_words,
    clusters_of,
    emission,
)
from simplifier.recipes.recipe import load_recipe

TAGGER = PACKAGE / "models" / "en-annotation" / "tagger.bin"
ANIMALS, ROOMS = ("dog", "cat", "horse", "cow"), ("kitchen", "garden", "school", "house")
LINES = [f"the {animal} ate in the {room} ." for animal in ANIMALS for room in ROOMS for _ in range(20)]

FOUND = load_recipe(PACKAGE / "configs" / "recipes" / "en.toml").classes
assert FOUND is not None, "the embedded model has one"
RECIPE = FOUND


@pytest.fixture(scope="module")
def tagged() -> TaggedText:
    return TaggedText.read(LINES, Tagger.load(TAGGER))


def test_tagged_text_counts_words_with_their_tags(tagged: TaggedText) -> None:
    assert [tagged.vocabulary[word] for word in tagged.word[:7]] == LINES[0].split()
    counts = tagged.counts()
    assert counts.sum() == len(tagged.word) == 7 * len(LINES)
    words = Counter(word for line in LINES for word in line.split())
    assert dict(zip(tagged.vocabulary, counts.sum(axis=1).tolist(), strict=True)) == words
    assert counts[tagged.vocabulary.index("dog"), tagged.tags.index("NN")] == 80


def test_closed_classes_stand_for_themselves_and_neighbours_make_clusters(tagged: TaggedText) -> None:
    counts = tagged.counts()
    closed = closed_words(tagged, counts, RECIPE)
    # "." and "in" are too rare here to count as closed by their tags, "the" is not.
    assert [word for word, own in zip(tagged.vocabulary, closed, strict=True) if own] == ["the"]
    clusters = clusters_of(tagged, counts, closed, RECIPE)
    column = tagged.tags.index("NN")
    of_word = {tagged.vocabulary[word]: name for (word, tag), name in clusters.items() if tag == column}
    assert set(of_word) == {*ANIMALS, *ROOMS}
    assert all(name.startswith("NN~") for name in of_word.values())
    # Animals stand before a verb, rooms before a full stop.
    assert not {of_word[word] for word in ANIMALS} & {of_word[word] for word in ROOMS}


def test_emission_is_the_probability_of_words_in_their_classes(tagged: TaggedText) -> None:
    pairs, inverse = np.unique(tagged.pairs, return_inverse=True)
    one_class = ["all"] * len(pairs)
    frequency = np.bincount(inverse) / len(inverse)
    held_out = range(0, len(LINES), RECIPE.held_out)
    wanted = sum(np.log(frequency[inverse[tagged.starts[i] : tagged.starts[i + 1]]]).sum() for i in held_out)
    assert emission(tagged.counts(), one_class, pairs, inverse, tagged, RECIPE.held_out) == pytest.approx(wanted)
    own_classes = [str(i) for i in range(len(pairs))]
    assert emission(tagged.counts(), own_classes, pairs, inverse, tagged, RECIPE.held_out) == 0.0


def test_a_whole_model(tmp_path: Path) -> None:
    try:
        find_program("lmplz")
    except InputError as error:
        pytest.skip(str(error))
    (tmp_path / "parts.json").write_text('[{"name": "ours"}]')
    varied = [f"{line[:-2]} {extra} ." for line in LINES for extra in ("today", "alone", "with him", "again")]
    (tmp_path / "ours.txt").write_text("\n".join(varied) + "\n")
    said: list[str] = []
    build_class_model(RECIPE, tmp_path, TAGGER, tmp_path / "lm", said.append)
    assert sorted(path.name for path in (tmp_path / "lm").iterdir()) == [
        "class.binary",
        "class.binary.sums",
        "class.classes",
        "class.classes.sums",
    ]
    assert "perplexity of classes" in said[-1]
    classes = load_native_classes(tmp_path / "lm" / "class.classes")
    assert classes.word_class("the", "DT") == "the"
    assert classes.word_class("dog", "NN").startswith("NN~")


def test_missing_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no parts\.json"):
        build_class_model(RECIPE, tmp_path, TAGGER, tmp_path / "lm", lambda line: None)
