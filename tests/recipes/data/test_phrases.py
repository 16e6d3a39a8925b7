from __future__ import annotations

from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.core import TaggerTrainer
from simplifier.evaluation.reordering.dissimilarity import DissimilarityReordering
from simplifier.languages import language_named
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.lm.programs import find_program
from simplifier.recipes.data.phrases import extract_phrases, hold_out
from simplifier.recipes.recipe import load_recipe
from simplifier.recipes.steps.building import find_places
from simplifier.recipes.steps.runner import Runner
from simplifier.recipes.steps.steps import recipe_steps
from simplifier.recipes.steps.tables import table_config
from simplifier.record.request import SearchRequest
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.table import open_table, rules_of

RECIPE = PACKAGE / "configs" / "recipes" / "pbmt.toml"
SEED = 2012
NOUNS = ["house", "boat", "city", "farm", "garden", "school", "shop", "field"]
OWNERS = ["he", "she", "they", "we", "you"]


def sentence_pairs() -> list[tuple[list[str], list[str]]]:
    """Every owner purchases every noun; the simple side buys it, but one time in four it stays."""
    pairs = []
    for i, owner in enumerate(OWNERS):
        for j, noun in enumerate(NOUNS):
            source = f"{owner} purchased the old {noun} in {NOUNS[j - 1]} town ."
            pairs.append((source, source if (i + j) % 4 == 0 else source.replace("purchased", "bought")))
    return [(source.split(), target.split()) for source, target in pairs]


@pytest.fixture(scope="module")
def tagger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    trainer = TaggerTrainer(list(PENN_TAGS), seed=1, min_feature_count=1, min_word_count=1)
    for source, _ in sentence_pairs():
        trainer.add(source, ["PRP", "VBD", "DT", "JJ", "NN", "IN", "NN", "NN", "."])
    for _ in range(3):
        trainer.epoch()
    path = tmp_path_factory.mktemp("tagger") / "tagger.bin"
    trainer.save(str(path))
    return path


def test_nothing_near_a_held_out_pair_is_trained_on() -> None:
    far = [([f"a{n}", f"b{n}", f"c{n}", f"d{n}"], [f"a{n}", f"b{n}", f"e{n}", f"f{n}"]) for n in range(8)]
    near = [([*source, "and", "more"], target) for source, target in far]
    training, held_out = hold_out(far + near, 5, SEED)
    assert len(held_out) == 5 and all(pair in far + near for pair in held_out)
    drawn = {pair[1][0] for pair in held_out}
    assert training == [pair for pair in far + near if pair[1][0] not in drawn]
    assert (training, held_out) == hold_out(far + near, 5, SEED)
    with pytest.raises(InputError, match="8 sentence pairs are too few to hold 8 out"):
        hold_out(far, 8, SEED)


def write_training_text(folder: Path) -> Path:
    folder.mkdir()
    pairs = sentence_pairs()
    for name, part in (("train", pairs[4:]), ("dev", pairs[:4])):
        for ending, side in (("src", 0), ("ref0", 1)):
            text = "".join(" ".join(pair[side]) + "\n" for pair in part)
            (folder / f"{name}.{ending}").write_text(text)
    return folder


def test_from_text_to_a_packed_phrase_table(tmp_path: Path, tagger: Path) -> None:
    text = write_training_text(tmp_path / "text")
    extract_phrases(text, tagger, tmp_path / "phrases.gz", 7, language_named("en"), lambda line: None)
    recipe = load_recipe(RECIPE)
    places = find_places(RECIPE, recipe, tmp_path, tmp_path, None)
    build_table(table_config(recipe.tables[0], places, "en"), tmp_path / "pbmt.table")
    table = open_table(tmp_path / "pbmt.table")
    assert set(table.feature_names) == {"p(f|e)", "Lex(f|e)", "p(e|f)", "Lex(e|f)", "PhrasePenalty"}
    rules = {rule.target: rule for rule in rules_of(table, "purchased")}
    assert set(rules) == {"purchased", "bought"}
    assert all(rule.lhs == "X" and rule.features["PhrasePenalty"] == 1.0 for rule in rules.values())
    assert rules["bought"].features["p(e|f)"] < rules["purchased"].features["p(e|f)"]
    longest = {rule.target for rule in rules_of(table, "purchased the old boat in house town")}
    assert longest == {"bought the old boat in house town", "purchased the old boat in house town"}
    assert not list(rules_of(table, "he purchased the old boat in house town"))  # eight words
    first = (tmp_path / "phrases.gz").read_bytes()
    extract_phrases(text, tagger, tmp_path / "phrases.gz", 7, language_named("en"), lambda line: None)
    assert (tmp_path / "phrases.gz").read_bytes() == first


def test_the_whole_build_and_its_reranked_output(tmp_path: Path, tagger: Path) -> None:
    try:
        find_program("lmplz")
    except InputError as error:
        pytest.skip(str(error))
    text = write_training_text(tmp_path / "text")
    recipe = load_recipe(RECIPE, {"tagger": str(tagger)})
    places = find_places(RECIPE, recipe, tmp_path, tmp_path, None)
    steps = [step for step in recipe_steps(recipe, places) if step.name != "pairs"]
    assert {*text.iterdir()} == {*next(s for s in recipe_steps(recipe, places) if s.name == "pairs").products}
    lines: list[str] = []
    Runner(steps, places, lines.append).run(steps)
    simplifier = Simplifier.load(tmp_path / "model.toml")
    source = "she purchased the old farm in city town ."
    request = SearchRequest(reordering=DissimilarityReordering(10), candidates=10)
    (result,) = simplifier.stream([source + "\n"], k=10, request=request)
    distances = [one.features["WordDistance"] for one in result.sentences[0].kbest]
    assert distances == sorted(distances, reverse=True) and distances[0] >= 1.0
    lines.clear()
    Runner(steps, places, lines.append).run(steps)
    assert all(line.endswith("done already") for line in lines)
