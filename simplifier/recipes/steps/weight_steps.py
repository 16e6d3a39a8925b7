"""Steps that learn from the development sentences: weights, selection trees, pruning, weights again, the reranker."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.base.settings import derive, to_toml
from simplifier.base.toml import dump_toml
from simplifier.base.writing import write_text
from simplifier.config import Config, read_weights
from simplifier.decoder.boosted_trees import load_trees
from simplifier.recipes.data.fetch_encoder import PACKAGE
from simplifier.recipes.data.marked_edits import judged_files, marked_edits
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Prune, Reader, Recipe, Reranker, Selection, Tuning
from simplifier.recipes.steps.configurations import config_files, config_settings, stage_config
from simplifier.recipes.steps.pruning import count_sources, idle_features
from simplifier.recipes.steps.runner import Run, Step
from simplifier.recipes.steps.text_steps import text_files
from simplifier.recipes.training.reader import train as train_reader
from simplifier.recipes.training.reranker import Readers, RerankerReport
from simplifier.recipes.training.reranker import train as train_trees
from simplifier.recipes.training.selection import model_to_train_with
from simplifier.rules.resources.exclusions import read_exclusions
from simplifier.rules.tables.prune import prune_table
from simplifier.rules.tables.table import open_table
from simplifier.tuning import TuneConfig, load_tune_config, tune
from simplifier.tuning.boosting import SelectionReport, train_selection
from simplifier.tuning.boosting.judged import MarkedEdit
from simplifier.tuning.boosting.reranker import RerankerTraining
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.run_folder import CHECKPOINT, CONFIG

__all__ = ["development_files", "train_reranker_trees", "train_selection_trees", "weight_steps"]


def development_files(recipe: Recipe, places: Places) -> tuple[Path, list[Path]]:
    """Return the file of the development sentences and the files of their references."""
    return places.path(recipe.development.source), places.paths(recipe.development.references)


def weight_steps(recipe: Recipe, places: Places) -> Iterator[Step]:
    """Yield the steps for weights and trees that the recipe asks for, in order."""
    tuned = places.work / "tuning" / "weights.toml"
    yield _tune(recipe, places, tuned)
    if recipe.selection is not None:
        yield _select(recipe.selection, recipe, places, tuned)
    start = tuned
    if recipe.prune is not None:
        yield _prune(recipe.prune, recipe, places, tuned)
        start = places.work / "base.toml"
    if recipe.reader is not None:
        yield _read(recipe.reader, recipe, places, start)
    if recipe.retune is not None:
        yield _retune(recipe.retune, recipe, places, start)
    if recipe.reranker is not None:
        yield _reranker(recipe.reranker, recipe, places)


def _tune_config(
    stage: Tuning, recipe: Recipe, places: Places, model: Path, output: Path, start: Path | None
) -> TuneConfig:
    source, references = development_files(recipe, places)
    given: dict[str, object] = {
        "model": str(model),
        "output": str(output),
        "data.source": str(source),
        "data.references": [str(path) for path in references],
    }
    if start is not None:
        given["weights.start"] = str(start)
    return load_tune_config(places.path(stage.settings), given)


def _tuning_settings(stage: Tuning, config: Config, places: Places) -> dict[str, object]:
    """Return the settings that a tuning run depends on."""
    settings = load_tune_config(places.path(stage.settings))
    return {
        "config": config_settings(config, places),
        "tuning": settings.model_dump(mode="json", exclude={"model", "output", "threads"}),
    }


def _run_tuning(settings: TuneConfig, run: Run) -> dict[str, float]:
    """Tune, or continue an unfinished run with the same inputs, and return the weights."""
    folder, marker = settings.output, settings.output / "step.txt"
    same = marker.is_file() and marker.read_text(encoding="utf-8") == run.digest
    resume = same and (folder / CHECKPOINT).exists() and not (folder / CONFIG).exists()
    if not resume:  # the folder belongs to a run with other inputs, or to a finished run
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        write_text(marker, run.digest)
    result = tune(settings, resume=resume, report=run.say)
    if not result.finished:
        raise InputError(f"{folder}: tuning was interrupted; run the build again to go on")
    return dict(result.weights)


def _tune(recipe: Recipe, places: Places, tuned: Path) -> Step:
    config = stage_config(recipe, places, recipe.tune, ("weights", "selection", "reader", "reranker"))
    model = places.work / "full.toml"

    def make(run: Run) -> None:
        write_text(model, to_toml(config))
        _run_tuning(_tune_config(recipe.tune, recipe, places, model, tuned.parent, None), run)

    source, references = development_files(recipe, places)
    return Step(
        "tune",
        "Tune the weights.",
        make,
        [*config_files(config), source, *references],
        [tuned, model],
        _tuning_settings(recipe.tune, config, places),
    )


def _select(selection: Selection, recipe: Recipe, places: Places, tuned: Path) -> Step:
    config = stage_config(recipe, places, recipe.tune, ("weights", "selection", "reader", "reranker"))
    source, references = development_files(recipe, places)
    made = places.work / "selection.trees"
    judged = judged_files(recipe.language) if selection.judged else []

    def make(run: Run) -> None:
        model = model_to_train_with(config, tuned)
        edits = marked_edits(recipe.development.folds, recipe.language) if selection.judged else []
        train_selection_trees(recipe, places, model, made, run, selection.inputs, judged=edits)

    return Step(
        "select",
        "Train selection trees.",
        make,
        [*config_files(config), tuned, source, *references, *judged],
        [made],
        {
            "selection": selection.model_dump(),
            "development": _learnt_from(recipe),
            "config": config_settings(config, places),
        },
        modules=("lightgbm",),
    )


def train_selection_trees(
    recipe: Recipe,
    places: Places,
    model: Config,
    output: Path,
    run: Run,
    inputs: int,
    names: Collection[str] = (),
    judged: Sequence[MarkedEdit] = (),
) -> SelectionReport:
    """Train selection trees, cross-fitted, for a model whose weights are tuned.

    Args:
        recipe: the recipe, which names the development sentences.
        places: the folders of the build.
        model: configuration with weights and without selection trees.
        output: file to write the trees to.
        run: receives each line of progress.
        inputs: number of inputs that the trees keep; 0 keeps all.
        names: inputs that the trees may read; empty for all.
        judged: edits with the marks of their readers, to learn from.
    """
    source, references = development_files(recipe, places)
    simplifier = Simplifier.load(model)
    dev_set = DevSet.read(source, references, True, simplifier)
    development = recipe.development
    return train_selection(
        simplifier,
        dev_set,
        development.tuning,
        development.folds,
        output,
        inputs,
        report=run.say,
        names=list(names),
        judged=judged,
    )


def _prune(prune: Prune, recipe: Recipe, places: Places, tuned: Path) -> Step:
    recipe.table(prune.table)
    whole, made = places.work / f"{prune.table}.table", places.work / "rules.table"
    trees = None if recipe.selection is None else places.work / "selection.trees"
    texts, exclusions = text_files(recipe, places), places.paths(prune.exclusions)

    def make(run: Run) -> None:
        weights, table = read_weights(tuned), open_table(whole)
        own = {name: weight for name, weight in weights.items() if name in table.feature_names}
        # A rule's difference in language model scores stands in for the decoder's models. These see more context,
        # but the difference is enough to find rules that cannot win.
        for name in ("normal", "simple"):
            feature = f"{name.capitalize()}LMDiff"
            if feature in table.feature_names:
                own[feature] = own.get(feature, 0.0) + weights.get(f"lm_{name}", 0.0)
        read = () if trees is None else load_trees(trees).input_names
        idle = idle_features(table, weights, prune.least_spread, {*read, *prune.kept})
        run.say(f"counting {table.source_count:,} source sides in the texts")
        kept = prune_table(
            table,
            made,
            own,
            prune.top,
            prune.margin,
            idle,
            count_sources(table, sorted(texts)),
            prune.least_count,
            exclusions=read_exclusions(exclusions),
            always=prune.kept_rules,
        )
        run.say(f"{kept:,} rules kept, without {', '.join(sorted(idle))}")
        left = {name: weight for name, weight in weights.items() if name not in idle}
        write_text(places.work / "base.toml", dump_toml(left))

    return Step(
        "prune",
        "Keep the rules that can win.",
        make,
        [whole, tuned, *([] if trees is None else [trees]), *texts, *exclusions],
        [made, places.work / "base.toml"],
        {"prune": prune.model_dump(exclude={"exclusions"})},
    )


def _read(reader: Reader, recipe: Recipe, places: Places, base: Path) -> Step:
    config = stage_config(recipe, places, Tuning(settings=recipe.tune.settings), ("weights", "reader", "reranker"))
    trees, made, encoder = places.work / "selection.trees", places.work / "reader.onnx", places.work / "encoder"

    def make(run: Run) -> None:
        weighted = derive(config, {"weights_file": base})
        for line in train_reader(
            weighted, trees, places.data, encoder, made, reader.epochs, reader.seed, report=run.say
        ):
            run.say(line)

    return Step(
        "reader",
        "Train the reader of context.",
        make,
        [*config_files(config), base, trees, *judged_files(recipe.language)],
        [made],
        {"reader": reader.model_dump(), "config": config_settings(config, places), "encoder": PACKAGE.sha256},
        modules=("torch", "onnx", "safetensors"),
    )


def _retune(stage: Tuning, recipe: Recipe, places: Places, base: Path) -> Step:
    config = stage_config(recipe, places, stage, ("weights", "reader", "reranker"))
    final = stage_config(recipe, places, Tuning(settings=stage.settings), ("weights", "reader", "reranker"))
    model, made = places.work / "selecting.toml", places.work / "weights.toml"
    output, start = places.work / "retuning", places.work / "retuning.start.toml"

    def make(run: Run) -> None:
        write_text(model, to_toml(config))
        known = set(Simplifier.load(config).decoder.feature_names)
        given = {name: value for name, value in read_weights(base).items() if name in known}
        write_text(start, dump_toml(given))
        tuned = _run_tuning(_tune_config(stage, recipe, places, model, output, start), run)
        write_text(made, dump_toml(_unguarded(tuned, final.guards)))

    source, references = development_files(recipe, places)
    return Step(
        "retune",
        "Tune the weights with the selection features.",
        make,
        [*config_files(config), base, source, *references],
        [made],
        _tuning_settings(stage, config, places) | {"guards": sorted(final.guards)},
    )


def _unguarded(weights: Mapping[str, float], guards: Collection[str]) -> dict[str, float]:
    """Return the tuned weights without guards, which are set by hand in the configuration."""
    return {name: value for name, value in weights.items() if name not in guards}


def _reranker(reranker: Reranker, recipe: Recipe, places: Places) -> Step:
    stage = Tuning(settings=recipe.tune.settings, changes=reranker.changes)
    config = stage_config(recipe, places, stage, ("reader", "reranker"))
    source, references = development_files(recipe, places)
    others = [path for one in reranker.also for path in places.paths(one.references)]
    made = places.work / "reranker.trees"
    return Step(
        "reranker",
        "Train the reranker.",
        lambda run: train_reranker_trees(recipe, places, config, made, run, reranker),
        [*config_files(config), source, *references, *others],
        [made],
        {
            "reranker": reranker.model_dump(exclude={"changes"}),
            "development": _learnt_from(recipe),
            "config": config_settings(config, places),
        },
        modules=("lightgbm",),
    )


def train_reranker_trees(
    recipe: Recipe, places: Places, model: Config, output: Path, run: Run, reranker: Reranker
) -> RerankerReport:
    """Train the reranker of a model whose weights are final, and report how much it gains."""
    source, references = development_files(recipe, places)
    found = train_trees(
        model,
        source,
        references,
        output,
        recipe.development.tuning,
        recipe.development.folds,
        reranker.metric,
        RerankerTraining(depth=reranker.depth, inputs=reranker.inputs),
        report=run.say,
        also=[
            Readers(
                places.paths(one.references),
                one.metric,
                one.weight * reranker.also_weight,
                one.tokenised,
            )
            for one in reranker.also
        ],
    )
    own = found.trained
    run.say(
        f"reranker: {own.unchanged:.2f} -> {own.cross_validated:.2f} cross-validated, score weight "
        f"{own.score_weight:g}, {len(own.inputs)} inputs"
    )
    if found.held_out:
        run.say(f"reranker: {found.held_out[0]:.2f} -> {found.held_out[1]:.2f} held out")
    return found


def _learnt_from(recipe: Recipe) -> dict[str, int]:
    return {"tuning": recipe.development.tuning, "folds": recipe.development.folds}
