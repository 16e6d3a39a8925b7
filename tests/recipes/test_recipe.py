"""Recipes: what they may say, and the configurations that are made from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError
from simplifier.base.settings import PACKAGE, derive, to_toml
from simplifier.cli.failures import run
from simplifier.cli.main import umbrella
from simplifier.config import Config, load_config
from simplifier.recipes.places import PROJECT, Places
from simplifier.recipes.recipe import Recipe, Tuning, load_recipe
from simplifier.recipes.steps.building import find_places
from simplifier.recipes.steps.configurations import final_config, stage_config
from simplifier.recipes.steps.model_files import placed, without_files
from simplifier.recipes.steps.steps import recipe_steps

RECIPES = PACKAGE / "configs" / "recipes"
NAMES = ("en", "research", "pbmt")


def places_of(name: str) -> tuple[Recipe, Places]:
    recipe = load_recipe(RECIPES / f"{name}.toml")
    return recipe, find_places(RECIPES / f"{name}.toml", recipe, Path("data"), Path("work"), None)


def test_learning_runs_again_when_the_words_of_features_change() -> None:
    steps = {step.name: step for step in recipe_steps(*places_of("en"))}
    (words,) = steps["words"].products
    assert all(words in steps[name].inputs for name in ("tune", "select", "retune", "reranker"))


@pytest.mark.parametrize("name", NAMES)
def test_every_step_reads_what_an_earlier_one_makes(name: str) -> None:
    recipe, places = places_of(name)
    steps = recipe_steps(recipe, places)
    assert len({step.name for step in steps}) == len(steps)
    made: set[Path] = set()
    for step in steps:
        assert step.products
        for path in step.inputs:
            assert path in made or not path.is_relative_to(places.work), (step.name, path)
        made |= {*step.products}


@pytest.mark.parametrize("name", NAMES)
def test_files_of_the_project_that_a_recipe_names_are_there(name: str) -> None:
    recipe, places = places_of(name)
    for step in recipe_steps(recipe, places):
        for path in step.inputs:
            if path.is_relative_to((PACKAGE / "configs").resolve()):
                assert path.is_file(), path


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("pruen.top", "3", r"unknown key 'pruen'; did you mean 'prune'"),
        ("prune.topp", "3", r"unknown key 'prune.topp'; did you mean 'prune.top'"),
        ("prune.top", "many", r"'prune.top': input should be a valid integer, not 'many'"),
        ("lists.wordnett", "x", r"unknown key 'lists.wordnett'; did you mean 'lists.wordnet'"),
        ("tables.0.sources.0.format", "metoer", r"no rule format 'metoer'; did you mean 'meteor'"),
    ],
)
def test_a_wrong_key_names_the_nearest(key: str, value: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint) as caught:
        load_recipe(RECIPES / "en.toml", {key: value})
    assert "\n" not in str(caught.value)


def test_a_wrong_key_of_a_filter_in_the_file(tmp_path: Path) -> None:
    text = (RECIPES / "en.toml").read_text(encoding="utf-8")
    path = tmp_path / "en.toml"
    path.write_text(text.replace("maximum_source_words = 5", "maximum_source_word = 5"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"en.toml: unknown key 'tables.0.sources.0.filter.maximum_source_word'"):
        load_recipe(path)
    path.write_text(text.replace('name = "numbers"\nfeatures', 'name = "full"\nfeatures'), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"'tables': two are called 'full'; give each a name of its own"):
        load_recipe(path)


def test_places_are_below_their_folders(tmp_path: Path) -> None:
    places = Places(tmp_path, tmp_path / "d", tmp_path / "w", tmp_path / "o")
    assert places.path("$DATA/x/y") == tmp_path / "d" / "x" / "y"
    assert places.path("../x") == tmp_path.parent / "x"
    assert places.label(tmp_path / "w" / "x") == "$WORK/x"
    assert places.label(PROJECT / "configs" / "en.toml") == "$PROJECT/configs/en.toml"
    with pytest.raises(ConfigError, match=r"\$DTA/x: no folder \$DTA; did you mean '\$DATA'\?; there are"):
        places.path("$DTA/x")


def test_guards_are_lifted_while_the_embedded_model_is_tuned() -> None:
    recipe, places = places_of("en")
    final = final_config(recipe, places)
    assert final.guards["VerbFormLost"] == -10.0 and final.guards["InNumberList"] == 16.0
    first = stage_config(recipe, places, recipe.tune, ("weights", "selection", "reranker"))
    assert set(first.guards.values()) == {0.0} and {*first.guards} < {*final.guards}
    of_trees = {"SelectionDoubtful", "SelectionHarm", "SelectionGain"}
    assert {*final.guards} - {*first.guards} == {
        "ChangedQuoted",
        "ChangedTitle",
        "InNumberList",
        "InLexicon",
    } | of_trees
    assert [one.path for one in first.grammars] == [places.work / "full.table"]
    assert (first.weights_file, first.selection.path, first.reranker.path) == (None, None, None)
    assert recipe.retune is not None and recipe.reranker is not None
    second = stage_config(recipe, places, recipe.retune, ("weights", "reader", "reranker"))
    assert set(second.guards.values()) == {0.0}
    assert {*final.guards} - {*second.guards} == {"ChangedQuoted", "ChangedTitle"}
    assert second.selection.path == places.work / "selection.trees"
    stage = Tuning(settings=recipe.tune.settings, changes=recipe.reranker.changes)
    third = stage_config(recipe, places, stage, ("reader", "reranker"))
    assert (second.selection.reader, third.selection.reader) == (None, None)
    lifted = ("FrameNever", "SelectionHarm", "SelectionGain")
    assert third.guards == final.guards | dict.fromkeys(lifted, 0.0)
    assert third.selection.dial == (1.0, 0.0)
    assert third.weights_file == places.work / "weights.toml"


def test_the_finished_model_is_in_its_folder_or_where_it_was_built() -> None:
    recipe, places = places_of("en")
    assert final_config(recipe, places) == load_config(PACKAGE / "configs" / "en.toml")
    recipe, places = places_of("research")
    assert final_config(recipe, places).grammars[0].path == places.work / "full.table"


def test_configurations_are_derived_by_typed_copies(tmp_path: Path) -> None:
    config = load_config()
    changed = derive(config, {"decoder.pop_limit": 7, "guards.p(e|f).x": 1.5, "weights": {"a": 1.0}})
    assert (changed.decoder.pop_limit, changed.guards["p(e|f).x"], changed.weights) == (7, 1.5, {"a": 1.0})
    assert config.decoder.pop_limit == 100
    (tmp_path / "my.toml").write_text(to_toml(changed), encoding="utf-8")
    assert load_config(tmp_path / "my.toml") == changed
    with pytest.raises(ConfigError, match=r"unknown key 'decodr.k'|unknown key 'decodr'"):
        derive(config, {"decodr.k": 1})
    with pytest.raises(ConfigError, match=r"'decoder.k': input should be a valid integer"):
        derive(config, {"decoder.k": "many"})
    with pytest.raises(ConfigError, match=r"'preset' is a value and has no keys"):
        derive(config, {"preset.x": 1})


def test_files_are_placed_and_left_out_by_name() -> None:
    config = load_config()
    moved = placed(config, {"rules.table": Path("/my/rules.table"), "class.classes": Path("/my/c")})
    assert moved.grammars[0].path == Path("/my/rules.table") and moved.grammars[1] == config.grammars[1]
    assert moved.language_models[2].classes == Path("/my/c")
    fewer = without_files(config, {"numbers.table", "normal.binary", "reranker.trees", "weights.toml"})
    assert [one.owner for one in fewer.grammars] == ["en", "lexicon"]
    assert [one.name for one in fewer.language_models] == ["simple", "class"]
    assert fewer.reranker == config.reranker.model_copy(update={"path": None})
    assert fewer.weights_file is None and fewer.selection == config.selection


def test_a_guard_stands_over_weights_and_is_set_in_one_place() -> None:
    config = Config(weights={"a": 1.0}, guards={"b": -9.0})
    assert config.all_weights() == {"a": 1.0, "b": -9.0}
    with pytest.raises(ConfigError, match=r"'guards': 'FrameNever' is in \[weights\] too; a guard is set with"):
        load_config(None, {"weights.FrameNever": "0"})
    assert load_config(None, {"preset": "metric"}).guards["FrameNever"] == 0.0


def build(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    """Run `simplifier build` and return its exit code and all that it wrote."""
    with pytest.raises(SystemExit) as ended:
        run(lambda: umbrella, "simplifier", ["build", *map(str, arguments)])
    written = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, written.out + written.err


def test_the_command_says_what_would_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(RECIPES / "pbmt.toml"), "--data", str(tmp_path), "--work", str(tmp_path / "work")]
    code, output = build(capsys, *arguments, "--dry-run")
    assert code == 0, output
    assert [line.split()[0] for line in output.splitlines()] == [
        *("tagger", "pairs", "words", "lm-simple", "phrases", "table-pbmt", "tune", "model")
    ]
    assert all(line.endswith("runs: never ran") for line in output.splitlines())
    assert not (tmp_path / "work").exists()
    code, output = build(capsys, *arguments, "--only", "tagge")
    assert code == 2 and "no step 'tagge'; did you mean 'tagger'?" in output
    code, output = build(capsys, *arguments, "--only", "pairs")
    assert code == 2 and "docs/" in output and output.count("\n") == 1
    code, output = build(capsys, *arguments, "--set", "tune")
    assert code == 2 and "--set tune: write KEY=VALUE" in output
    (tmp_path / "file").touch()
    code, output = build(capsys, *arguments[:-1], tmp_path / "file" / "work", "--only", "tagger")
    assert code == 2 and "file/work: Not a directory; the same command goes on" in output


@pytest.mark.parametrize("name", NAMES)
def test_no_recipe_reads_what_it_writes(name: str) -> None:
    recipe, places = places_of(name)
    steps = recipe_steps(recipe, places)
    made = {path for step in steps for path in step.products}
    before: set[Path] = set()
    for step in steps:
        assert not {path for path in step.inputs if path in made} - before, step.name
        before |= {*step.products}
    if recipe.model is not None:
        first = next(number for number, step in enumerate(steps) if places.output in {p.parent for p in step.products})
        read = {path.parent for step in steps[:first] for path in step.inputs}
        assert places.output not in read
