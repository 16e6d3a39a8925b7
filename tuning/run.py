"""One tuning run from its configuration to its files."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path

from base.errors import ConfigError, InputError
from base.toml import dump_toml
from base.writing import write_text
from simplifier import Simplifier
from simplifier.config import load_config, read_weights
from tuning.candidates.dev_set import DevSet
from tuning.config import TuneConfig
from tuning.loop import TuneResult, TuningLoop
from tuning.plot import plot_history
from tuning.weight_table import weight_table

__all__ = ["tune"]

# What a 30-iteration run with 300-best lists added to its pool, as a share of all candidates, was below this.
_NEW_SHARE = 0.5


def tune(
    config: TuneConfig, resume: bool = False, report: Callable[[str], None] = lambda line: None
) -> TuneResult:
    """Tune the weights of a model; write them, the history and the checkpoint to the output folder.

    Everything that can be wrong with the input is found before the first sentence is decoded.

    Args:
        config: settings.
        resume: go on after the last checkpoint; the result is that of an uninterrupted run, bit by bit.
        report: takes a line of text per iteration.

    Raises:
        InputError: the run cannot start, or cannot go on; says what to do.
        KeyboardInterrupt: interrupted twice.
    """
    folder = config.output
    _check_folder(folder, resume)
    source, references = _check_data(config)
    simplifier = open_model(config)
    config = guarded(config, simplifier.config.guards)
    whole = DevSet.read(source, references, config.data.tokenised, simplifier)
    tuning, held_out = divide(whole, config, source)
    tuning = cross_fitted(tuning, config, simplifier, report)
    loop = TuningLoop(config, simplifier.decoder, tuning, held_out, report)
    _check_disk(folder, loop.bytes_needed(_NEW_SHARE))
    result = loop.run(folder, resume)
    write_results(result, folder, report)
    return result


def write_results(result: TuneResult, folder: Path, report: Callable[[str], None]) -> None:
    """Write weights, their table and, where matplotlib is installed, the plot."""
    if not result.history:
        return
    write_text(folder / "weights.toml", dump_toml(result.weights))
    write_text(folder / "weights.txt", weight_table(result.weights, result.history))
    try:
        for ending in ("png", "svg"):
            plot_history(result.history, folder / f"history.{ending}")
    except ConfigError as error:
        report(str(error))


def open_model(config: TuneConfig) -> Simplifier:
    """Open the model with the weights that the run starts from."""
    overrides: dict[str, object] = {}
    if config.kbest.pop_limit is not None:
        overrides["decoder.pop_limit"] = config.kbest.pop_limit
    simplifier = Simplifier.load(load_config(config.model, overrides))
    settings = config.weights
    given = {} if settings.start is None else read_weights(settings.start)
    try:
        guards = simplifier.config.guards
        simplifier.decoder.set_weights(simplifier.decoder.weights | given | settings.initial | guards)
    except ConfigError as error:
        place = "weights.initial" if settings.start is None else f"{settings.start} or weights.initial"
        raise ConfigError(f"{place}: {error}") from None
    return simplifier


def guarded(config: TuneConfig, guards: Collection[str]) -> TuneConfig:
    """Return the settings with the guards of a model frozen too."""
    settings = config.weights
    frozen = list(dict.fromkeys([*settings.frozen, *guards]))
    return config.model_copy(update={"weights": settings.model_copy(update={"frozen": frozen})})


def divide(whole: DevSet, config: TuneConfig, source: Path) -> tuple[DevSet, DevSet | None]:
    """Return the sentences to tune on and those to choose by.

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


def cross_fitted(
    tuning: DevSet, config: TuneConfig, simplifier: Simplifier, report: Callable[[str], None]
) -> DevSet:
    """Return the tuning sentences in the folds of the model's selection trees, if it has such."""
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


def _check_folder(folder: Path, resume: bool) -> None:
    """See that the folder can be written and holds no other run."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror}); name another --output") from None
    if not resume and (folder / "checkpoint.json").exists():
        raise InputError(f"{folder}: holds a run already; go on with it (--resume), or name another --output")


def _check_disk(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise InputError(
            f"{folder}: the pool of candidates may need {needed / 1e9:.1f} GB, but {free / 1e9:.1f} GB are "
            "free; make room, or lower kbest.size"
        )
