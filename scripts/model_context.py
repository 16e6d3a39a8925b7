"""What a model learns from context, on top of tuned weights: selection trees, weights with them, a reranker.

Steps that scripts/build_model.py and scripts/build_research.py share (docs/selection.md).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from base.errors import InputError
from base.toml import dump_toml
from base.writing import write_text
from scripts.model_files import ROOT
from scripts.train_reranker import METRIC, Readers, RerankerReport, train
from scripts.train_selection import model_to_train_with
from simplifier import Simplifier
from simplifier.config import load_config, read_weights
from tuning import load_tune_config, tune
from tuning.boosting import SelectionReport, train_selection
from tuning.boosting.reranker import RerankerTraining
from tuning.candidates.dev_set import DevSet

__all__ = ["corpus_files", "train_selection_trees", "tune_with_trees", "train_chooser"]

TUNING: Final = 1500
FOLDS: Final = 5
INPUTS: Final = 60


def corpus_files(data: Path) -> tuple[Path, list[Path]]:
    """Return the tuning sentences and their references."""
    corpus = data / "turkcorpus"
    return corpus / "tune.truecase.src", [corpus / f"tune.ref{i}" for i in range(8)]


def train_selection_trees(
    data: Path,
    model: Path,
    weights: Path,
    output: Path,
    say: Callable[[str], None],
    names: Sequence[str] = (),
) -> SelectionReport:
    """Train selection trees, cross-fitted, for a model whose weights are tuned.

    They may read the inputs of these names; all if none is named.
    """
    source, references = corpus_files(data)
    simplifier = Simplifier.load(model_to_train_with(model, weights))
    dev_set = DevSet.read(source, references, True, simplifier)
    return train_selection(simplifier, dev_set, TUNING, FOLDS, output, INPUTS, report=say, names=names)


def tune_with_trees(
    data: Path, model: Path, base: Path, config: str, output: Path, say: Callable[[str], None]
) -> dict[str, float]:
    """Tune the weights of a model with selection features, from those without, and return them.

    Args:
        data: folder of the research data.
        model: the configuration to tune.
        base: weights to start from; those of features that the model has not are left out.
        config: name of the tuning configuration in configs/.
        output: folder of the run; what is there is dropped.
        say: takes a line of text.
    """
    source, references = corpus_files(data)
    known = set(Simplifier.load(load_config(model)).decoder.feature_names)
    output.mkdir(parents=True, exist_ok=True)
    start = output.with_name(output.name + ".start.toml")
    write_text(start, dump_toml({name: value for name, value in read_weights(base).items() if name in known}))
    settings = load_tune_config(
        ROOT / "configs" / config,
        {
            "model": str(model),
            "output": str(output),
            "data.source": str(source),
            "data.references": [str(path) for path in references],
            "weights.start": str(start),
        },
    )
    shutil.rmtree(output, ignore_errors=True)
    result = tune(settings, report=say)
    if not result.finished:
        raise InputError(f"{output}: tuning was interrupted; run the build again")
    return dict(result.weights)


def train_chooser(
    data: Path,
    model: Path,
    output: Path,
    settings: RerankerTraining,
    say: Callable[[str], None],
    metric: str = METRIC,
    also: Sequence[Readers] = (),
) -> RerankerReport:
    """Train the reranker of a model whose weights are final, and report what it is worth."""
    source, references = corpus_files(data)
    found = train(
        load_config(model),
        source,
        references,
        output,
        TUNING,
        FOLDS,
        metric,
        settings,
        report=say,
        also=also,
    )
    own = found.trained
    say(
        f"reranker: {own.unchanged:.2f} -> {own.cross_validated:.2f} cross-validated, score weight "
        f"{own.score_weight:g}, {len(own.inputs)} inputs"
    )
    if found.held_out:
        say(f"reranker: {found.held_out[0]:.2f} -> {found.held_out[1]:.2f} held out")
    return found
