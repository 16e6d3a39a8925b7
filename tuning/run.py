"""A tuning run, from its configuration to its files."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection
from pathlib import Path

from simplifier import Simplifier
from simplifier.base.errors import ConfigError
from simplifier.base.settings import derive
from simplifier.base.writing import write_text
from simplifier.config import Config, load_config, read_weights
from simplifier.evaluation.metrics import metric_of_tokens
from simplifier.tuning.boosting.library import import_lightgbm
from simplifier.tuning.candidates.acceptance import check_judges
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import Objective, reference_set
from simplifier.tuning.config import TuneConfig
from simplifier.tuning.final_model import Scale, final_reranker, scale_of, tuned_plans, write_model
from simplifier.tuning.loop import Surroundings, TuneResult, TuningLoop
from simplifier.tuning.plot import plot_history
from simplifier.tuning.product import Product, check_lines, parts_of, simplified
from simplifier.tuning.reranking import Reranking
from simplifier.tuning.run_folder import (
    REPORT,
    SCORES,
    SIMPLIFIED,
    WEIGHT_TABLE,
    check_disk,
    check_folder,
    clear,
)
from simplifier.tuning.run_report import report_data, report_text, weight_table

__all__ = ["tune"]

# The share of new candidates in an iteration, to estimate the size of the pool; in a run of 30 iterations with
# 300-best lists it was smaller.
_NEW_SHARE = 0.5
#: Keys of a model whose values a run finds.
_FOUND = ("weights", "reranker.path", "reranker.score_weight")


def tune(
    config: TuneConfig,
    resume: bool = False,
    report: Callable[[str], None] = lambda line: None,
    overwrite: bool = False,
) -> TuneResult:
    """Tune the weights of a model, and write the run to its folder.

    The folder gets the history, checkpoints, and a configuration of the model with the weights that were found. Faults
    of the input are found before the first sentence is decoded.

    Args:
        config: the settings of the run.
        resume: True to go on after the last checkpoint; the result is that of an uninterrupted run, bit by bit.
        report: takes a line of text per iteration.
        overwrite: True to start anew where the folder holds a run.

    Raises:
        InputError: the run cannot start, or cannot go on; the message says what to do.
        KeyboardInterrupt: the run was interrupted twice.
    """
    folder = config.output
    if resume and overwrite:
        raise ConfigError("--resume goes on with a run and --overwrite replaces it; choose one of the two")
    check_folder(folder, resume, overwrite)
    source, references = _check_data(config)
    if config.pipeline.reranker == "train":
        import_lightgbm()
    model = preset_model(config)
    if config.pipeline.structure == "tune" and not model.structure.on:
        raise ConfigError(
            'pipeline.structure: "tune" needs a model with structural rules on; set structure.split to '
            '"auto" in the model, or leave it at "keep"'
        )
    simplifier = open_model(config, model)
    check_lines(simplifier)
    config = with_guards(config, model.guards)
    whole = DevSet.read(source, references, config.data.tokenised, simplifier)
    tuning, held_out = divide(whole, config, source)
    tuning = cross_fitted(tuning, config, simplifier, report)
    product = Product.read(source, references, simplifier.language)
    around = surroundings(config, model, simplifier, product)
    loop = TuningLoop(config, simplifier.decoder, tuning, held_out, report, around)
    check_disk(folder, loop.bytes_needed(_NEW_SHARE))
    # The files of an earlier run are removed only now, when nothing more can keep this run from starting.
    if not resume:
        clear(folder)
    result = loop.run(folder, resume)
    _write_history(result, folder, report)
    if not result.finished:
        return result
    simplifier.decoder.set_weights(result.weights)
    final = _final_model(result, config, model, simplifier, tuning, product, report)
    scale = scale_of(result, config, simplifier, held_out or tuning, final.config.reranker)
    return _reported(result, config, final, product, scale)


def _final_model(
    result: TuneResult,
    config: TuneConfig,
    model: Config,
    simplifier: Simplifier,
    tuning: DevSet,
    product: Product,
    report: Callable[[str], None],
) -> Simplifier:
    """Write a configuration with the weights that were found, and open it as `simplify` does."""
    objective = Objective(metric_of_tokens(config.objective.metric), reference_set(tuning))
    reranker = final_reranker(result, config, model, simplifier, tuning, objective, report)
    # The configuration names the preset but has the model's own values: those of the preset are applied on opening.
    plain = derive(load_config(config.model, {"preset": ""}), {"preset": model.preset})
    path = write_model(config.output, result.weights, plain, reranker)
    threads = {"decoder.threads": config.threads}
    final = Simplifier.load(path, overrides=threads)
    if config.pipeline.structure == "keep":
        return final
    plans = tuned_plans(final, product, config, report)
    write_model(config.output, result.weights, plain, reranker, plans)
    return Simplifier.load(path, overrides=threads)


def _reported(result: TuneResult, config: TuneConfig, final: Simplifier, product: Product, scale: Scale) -> TuneResult:
    """Simplify all lines with the final model, and write outputs, scores and report."""
    folder = config.output
    outputs = simplified(final, product.sources)
    parts = parts_of(config, len(outputs))
    scores = {
        name: product.scores(config, lines).evaluate(outputs[lines.start : lines.stop]) for name, lines in parts.items()
    }
    result = dataclasses.replace(result, simplified=scores)
    write_text(folder / SIMPLIFIED, "".join(f"{line}\n" for line in outputs))
    write_text(folder / SCORES, report_data(result, parts, scale))
    write_text(folder / REPORT, report_text(result, parts, scale, config))
    return result


def surroundings(config: TuneConfig, model: Config, simplifier: Simplifier, product: Product) -> Surroundings:
    """Return the parts of the pipeline around the decoder: the trees that choose, and the scoring of held-out lines."""
    reranking: Reranking | None = None
    if simplifier.config.reranker.path is not None:
        fixed = config.pipeline.reranker == "keep"
        guarded = bool(config.weights.frozen)
        metrics = map(metric_of_tokens, (config.objective.metric, *config.objective.report))
        judges = check_judges(metrics, simplifier.decoder.feature_names)
        reranking = Reranking(simplifier.decoder, simplifier.config.reranker, fixed, guarded, judges)
    # The settings go into the fingerprint of the run; the number of threads does not change the result.
    settings = model.model_dump_json(exclude={"decoder": {"threads"}})
    if not config.data.held_out:
        return Surroundings(reranking, None, settings)
    scores = product.scores(config, parts_of(config, len(product.sources))["held_out"])
    return Surroundings(reranking, lambda: scores.judge(simplifier), settings)


def _write_history(result: TuneResult, folder: Path, report: Callable[[str], None]) -> None:
    """Write the table of weights and, where matplotlib is installed, the plot."""
    if not result.history:
        return
    write_text(folder / WEIGHT_TABLE, weight_table(result.weights, result.history))
    try:
        for ending in ("png", "svg"):
            plot_history(result.history, folder / f"history.{ending}")
    except ConfigError as error:
        report(str(error))


def preset_model(config: TuneConfig) -> Config:
    """Return the configuration of the model with the preset of the run, or with its own if the run names none.

    Raises:
        ConfigError: there is no such preset, or it sets a key that tuning finds.
    """
    wanted = config.pipeline.preset
    model = load_config(config.model, {"preset": wanted} if wanted else {})
    found = next((key for key in model.presets.get(model.preset, {}) if key.startswith(_FOUND)), None)
    if found is not None:
        raise ConfigError(
            f"pipeline.preset: {model.preset!r} sets {found}, which tuning finds; take it out of the preset, "
            "or tune without it"
        )
    return model


def open_model(config: TuneConfig, model: Config) -> Simplifier:
    """Open the model with the weights that the run starts from.

    The reranker is left out if it is off, or if a new one is trained for the weights that will be found.

    Raises:
        ConfigError: a weight is of no feature of the model.
    """
    changes: dict[str, object] = {"decoder.threads": config.threads}
    if config.pipeline.reranker in ("off", "train"):
        changes["reranker.path"] = None
    simplifier = Simplifier.load(derive(model, changes))
    settings = config.weights
    given = {} if settings.start is None else read_weights(settings.start)
    try:
        weights = simplifier.decoder.weights | given | settings.initial | model.guards
        simplifier.decoder.set_weights(weights)
    except ConfigError as error:
        place = "weights.initial" if settings.start is None else f"{settings.start} or weights.initial"
        raise ConfigError(f"{place}: {error}") from None
    return simplifier


def with_guards(config: TuneConfig, guards: Collection[str]) -> TuneConfig:
    """Return the configuration with the guards of a model frozen too."""
    settings = config.weights
    frozen = list(dict.fromkeys([*settings.frozen, *guards]))
    return config.model_copy(update={"weights": settings.model_copy(update={"frozen": frozen})})


def divide(whole: DevSet, config: TuneConfig, source: Path) -> tuple[DevSet, DevSet | None]:
    """Return the sentences to tune on and the held-out sentences; None if none are held out.

    Args:
        whole: all sentences.
        config: the configuration of the run.
        source: the file of the sentences, which errors name.

    Raises:
        ConfigError: the file has fewer lines than both parts need.
    """
    held_out = config.data.held_out
    count = config.data.tuning or len(whole) - held_out
    if count < 1 or count + held_out > len(whole):
        raise ConfigError(
            f"{source} has {len(whole)} lines, too few for {count} to tune on and {held_out} held out; set "
            "data.tuning and data.held_out"
        )
    tuning = whole.part(0, count)
    return tuning, whole.part(len(whole) - held_out, len(whole)) if held_out else None


def cross_fitted(tuning: DevSet, config: TuneConfig, simplifier: Simplifier, report: Callable[[str], None]) -> DevSet:
    """Return the tuning sentences in the folds of the model's selection trees, if these have folds."""
    trees = simplifier.selection
    if trees is None or not config.data.cross_fitted:
        return tuning
    if trees.folds < 2:
        report(
            "the selection trees have no folds: where they were trained on the tuning sentences, their "
            "weights will come out too large"
        )
        return tuning
    return tuning.with_folds(trees.folds - 1)


def _check_data(config: TuneConfig) -> tuple[Path, list[Path]]:
    if config.data.source is None:
        raise ConfigError("data.source is not set; name the file of sentences to tune on (--source)")
    if not config.data.references:
        raise ConfigError("data.references is empty; name one file or more (--references)")
    return config.data.source, config.data.references
