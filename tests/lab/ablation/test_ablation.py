from __future__ import annotations

from pathlib import Path

import pytest

from lab.ablation.rows import EDIT_FEATURES, ROWS, SECTIONS, SOURCES, Row, matching
from lab.ablation.run import RECIPES, Ablation
from simplifier.base.settings import PACKAGE, to_toml
from simplifier.config import load_config
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import load_recipe
from simplifier.recipes.steps.model_card import RULE_SOURCES
from simplifier.recipes.steps.tables import extra_table, table_config
from simplifier.rules.features import build_registry
from simplifier.tuning import load_tune_config

EN, RESEARCH = (load_recipe(RECIPES / f"{name}.toml") for name in ("en", "research"))
PLACES = Places(RECIPES, Path("data"), Path("work"), Path("output"))
REGISTERED = [spec.name for _, spec in build_registry()]
#: Of the lexicons and language models that a build adds.
BUILT = [*REGISTERED, "lm_normal", "ComplexityDiff", "DaleChallDiffWords"]


def test_rows_are_files_of_their_own_in_sections_there_are() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert {row.section for row in ROWS} == {*SECTIONS}
    assert ROWS[0] == Row("full", ROWS[0].title, "reference")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_pattern_of_a_row_finds_features(row: Row) -> None:
    for pattern in row.off_patterns():
        assert matching([pattern], BUILT), pattern
    assert set(row.on) <= set(REGISTERED)


def test_a_source_takes_its_own_features_with_it() -> None:
    row = Row("x", "x", "sources", ("ppdb", "ppdb-scores"))
    off = set(matching(row.off_patterns(), BUILT))
    assert {"MeteorLogProb", "InMeteor", "ParallelLogProb", "p(e|f)", "InWordNet", "InPlainList"} <= off
    assert not off & {"PPDB2Score", "InPPDB", "Identity", "ChangePropensity", "lm_normal", "LabelMatch"}
    reference = set(matching(ROWS[0].off_patterns(), BUILT))
    assert not reference & {"MeteorLogProb", "PPDB2Score", "ParallelLogProb"}


@pytest.mark.parametrize("row", [row for row in ROWS if not row.config], ids=lambda row: row.name)
def test_the_model_of_a_row_takes_nothing_from_the_embedded_one(row: Row, tmp_path: Path) -> None:
    for count in (1, 5, 20, 80):  # language models of so many words, made already
        (tmp_path / "lm").mkdir(exist_ok=True)
        (tmp_path / "lm" / f"{count}000000.binary").touch()
    ablation = Ablation(tmp_path, tmp_path / "build", tmp_path, EN, RESEARCH, print)
    config = ablation.model(row, tmp_path / "rules.table")
    assert "models/en/" not in to_toml(config)
    assert (config.selection.path, config.reranker.path, config.all_weights()) == (None, None, {})
    assert [model.name for model in config.language_models] == [name for name, _ in row.models]


def test_edit_features_are_registered() -> None:
    assert set(EDIT_FEATURES) <= set(REGISTERED)
    assert SOURCES[0] == "meteor"


def test_a_guard_of_the_model_is_fixed_in_every_row(tmp_path: Path) -> None:
    ablation = Ablation(tmp_path, tmp_path, tmp_path, EN, RESEARCH, print)
    names = [*REGISTERED, "VerbFormLost", "DuplicateNear", "ModifierLost", "lm_normal"]
    reference = ablation._weights(ROWS[0], names, {})
    assert {"VerbFormLost", "DuplicateNear", "ModifierLost"} <= {*reference.frozen}
    tuned = ablation._weights(next(row for row in ROWS if row.name == "edit-features"), names, {})
    assert {*reference.frozen} - {*tuned.frozen} >= {"VerbFormLost", "DuplicateNear", "ModifierLost"}


def test_nothing_of_the_research_model_is_taken_for_free() -> None:
    free = {part.name for part in EN.texts if part.licence is not None}
    for part in RESEARCH.texts:
        if part.name not in free and part.licence is not None:
            assert part.licence.startswith("research only: "), part
    assert EN.parallel is not None and RESEARCH.parallel is not None
    assert {*EN.parallel.simplifying} < {*RESEARCH.parallel.simplifying}
    assert {*EN.parallel.splitting} < {*RESEARCH.parallel.splitting}
    embedded = {part.file for part in EN.texts if part.licence is not None}
    for name in ("race", "mctest", "dream_dialogues", "openstax_cnxml"):
        assert f"$DATA/lm_large/{name}.txt.gz" not in embedded


def test_the_configurations_are_valid() -> None:
    names = {"tune-ablation": 9, "tune-ablation-rows": 5, "tune-research": 9}
    for name, iterations in names.items():
        settings = load_tune_config(PACKAGE / "configs" / f"{name}.toml")
        assert settings.iterations == iterations
        assert (settings.data.tuning, settings.data.held_out) == (1500, 0)  # the last 500 only measure
    config = load_config(PACKAGE / "configs" / "research.toml")
    paths = [config.tagger.path, *(part.path for part in config.grammars)]
    paths += [path for model in config.language_models for path in (model.path, model.classes)]
    for path in paths:
        assert path is None or path.is_relative_to((PACKAGE / "configs").resolve().parent / ".work" / "research")


def test_only_the_research_table_takes_what_must_not_be_passed_on() -> None:
    embedded, research = (table_config(recipe.tables[0], PLACES, "en") for recipe in (EN, RESEARCH))
    assert {source.name for source in research.sources} - {source.name for source in embedded.sources} == {
        *("numbers", "wordnet", "pairs", "generalised", "gaps")  # the embedded model has a table of numbers
    }
    assert {source.name for source in embedded.sources} <= set(RULE_SOURCES)  # the card names their licences
    files = {lexicon.path.name for lexicon in embedded.lexicons}
    assert files == {"word_complexity.tsv", "dale_chall.txt"}
    assert {lexicon.path.name for lexicon in research.lexicons} > files


def test_extra_rules_come_with_the_features_of_the_table() -> None:
    whole, extra = table_config(EN.tables[0], PLACES, "en"), extra_table(EN, RESEARCH, PLACES)
    names = ["plain", "numbers", "paradigms", "wordnet", "pairs", "generalised", "gaps"]
    assert [source.name for source in extra.sources] == names
    assert [source.filter.drop_number_changes for source in extra.sources[:3]] == [False, False, True]
    assert (extra.resources, extra.lexicons, extra.without_features) == (
        whole.resources,
        whole.lexicons,
        whole.without_features,
    )
    assert extra.self_rules is None
