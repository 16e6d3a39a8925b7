"""Train the reader of context (docs/understand/selection.md).

    simplifier train reader --trees selection.trees --data DATA --output reader.onnx

The reader learns from the judged edits of our own and of published sentences, and from judged splits, whose texts lie
in the folder DATA (docs/build/data.md). The trees are those of ``simplifier train selection --judged`` with all their
folds, so that what they say of an edit was not learnt from it. The pretrained encoder is all-MiniLM-L6-v2 (22 million
parameters, Apache-2.0); it is fetched where the folder that ``--encoder`` names has none. The program needs PyTorch
and ONNX: ``pip install '.[reader]'``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from simplifier import Simplifier
from simplifier.base.errors import ConfigError, FormatError
from simplifier.base.installation import install_hint
from simplifier.base.reading import read_text
from simplifier.base.terminal import failures_told, progress, say
from simplifier.config import Config, load_config
from simplifier.decoder.boosted_trees import load_trees
from simplifier.evaluation.published import published_sentences
from simplifier.recipes.data.fetch_encoder import VOCABULARY, WEIGHTS, fetch
from simplifier.recipes.data.marked_edits import marked_edits
from simplifier.recipes.training.judged_splits import read_splits, split_edits
from simplifier.recipes.training.restructuring import Restructurer
from simplifier.recipes.training.selection import model_to_train_with
from simplifier.tuning.boosting.judged import MarkedEdit

__all__ = ["EPOCHS", "SEED", "main", "train", "vocabulary_of"]

#: How often every sentence is read, and the seed, unless others are asked for.
EPOCHS: Final = 3
SEED: Final = 1
_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def vocabulary_of(folder: Path) -> list[str]:
    """Return the word pieces of an encoder in the order of their numbers.

    Args:
        folder: the folder of the encoder.

    Raises:
        FormatError: it is not that of a WordPiece vocabulary.
    """
    path = folder / VOCABULARY
    try:
        model = json.loads(read_text(path))["model"]
        pieces = {str(piece): int(number) for piece, number in model["vocab"].items()}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise FormatError(path, f"no vocabulary of word pieces: {error}") from None
    return sorted(pieces, key=pieces.__getitem__)


def train(
    config: Config,
    trees: Path,
    data: Path,
    encoder: Path,
    output: Path,
    epochs: int = EPOCHS,
    seed: int = SEED,
    report: Callable[[str], None] = lambda line: None,
) -> list[str]:
    """Train the reader of a model, write its file, and return lines that say how it did.

    Args:
        config: the configuration of the model.
        trees: selection trees with all folds.
        data: folder of the texts of judged splits.
        encoder: folder of the pretrained encoder, which is fetched if it is not there.
        output: the file to write.
        epochs: how often every sentence is read.
        seed: the seed of the training.
        report: takes lines of text about the progress.

    Raises:
        ConfigError: PyTorch or ONNX is not installed.
        InputError: a file cannot be read, or written.
    """
    try:
        from simplifier.tuning.reading.examples import sentences_to_read
        from simplifier.tuning.reading.network_file import write_reader
        from simplifier.tuning.reading.training import ReaderTraining, train_reader
    except ImportError:
        raise ConfigError(f"training a reader needs PyTorch and ONNX; {install_hint('reader')}") from None
    if not (encoder / WEIGHTS).is_file():
        fetch(encoder)
    vocabulary = vocabulary_of(encoder)
    folds = load_trees(trees).folds - 1
    simplifier = Simplifier.load(model_to_train_with(config, None))
    edits = marked_edits(folds, simplifier.language.code)
    splits = _splits(config, data, folds)
    report(f"{len(edits):,} marked edits, {len(splits):,} marked splits")
    sentences = sentences_to_read(simplifier, trees, edits, splits)
    settings = ReaderTraining(epochs=epochs, seed=seed)
    network, found = train_reader(encoder / WEIGHTS, vocabulary, sentences, settings, report)
    measured = [one for one in sentences if one.measured]
    lines = write_reader(network, vocabulary, output, measured, graded=found.graded > 0)
    assert lines is not None, "train_reader refuses to train without anything to measure on"
    return [
        f"{found.learnt:,} changes to learn from, {found.graded:,} of them graded; {found.measured:,} to measure on",
        f"area under the ROC curve, stands, fits and helps: {_told(found.separated)}",
        f"on the changes that the trees judge: {_told(found.separated_with_trees)}; by the trees alone "
        f"{_told(found.separated_by_trees)}",
        f"calibration: slopes {_told(lines.slopes)}, offsets {_told(lines.offsets)}",
    ]


def _splits(config: Config, data: Path, folds: int) -> list[MarkedEdit]:
    """Return the judged splits as changes, without those of published sentences that only measure."""
    held_out = {one.text for one in published_sentences().values() if one.part != "train"}
    rows = read_splits()
    with progress(len(rows), "splits") as bar:
        found = list(split_edits(Restructurer(config), data, rows, folds, bar))
    return [one for one in found if one.sentence not in held_out]


def _told(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:.3f}" for value in values)


@click.command()
@click.argument("model", type=_FILE, required=False)
@click.option("--data", required=True, type=_FOLDER, help="Folder of the texts of judged splits.")
@click.option("--trees", required=True, type=_FILE, help="Selection trees with all their folds.")
@click.option(
    "--encoder",
    type=_FOLDER,
    default=Path(".work/encoder"),
    show_default=True,
    help="Folder of the pretrained encoder.",
)
@click.option("--epochs", default=EPOCHS, show_default=True, help="How often every sentence is read.")
@click.option("--seed", default=SEED, show_default=True, help="Seed of the training.")
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(model: Path | None, data: Path, trees: Path, encoder: Path, epochs: int, seed: int, output: Path) -> None:
    """Train the reader of context for MODEL, the embedded model if none is named."""
    start = time.monotonic()
    with failures_told():
        for line in train(load_config(model), trees, data, encoder, output, epochs, seed, say):
            click.echo(line)
    click.echo(f"{output}: {output.stat().st_size:,} bytes, {time.monotonic() - start:.0f} s")
