"""`simplifier rules prune`: the rules worth keeping under given weights."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np

from simplifier.base.terminal import say
from simplifier.cli.rules.filtering import sentences_in
from simplifier.cli.rules.tables import parse_weights
from simplifier.cli.settings import NamedFile
from simplifier.config import load_config, read_weights
from simplifier.languages import language_named
from simplifier.rules.resources.exclusions import read_exclusions
from simplifier.rules.tables.prune import Thresholds, prune_table
from simplifier.rules.tables.table import open_table

__all__ = ["prune_command"]

_FILE = NamedFile()


@click.command("prune")
@click.argument("table", type=_FILE)
@click.option("--output", type=_FILE, required=True, help="The table to write.")
@click.option("--config", type=_FILE, help="Weights of this model; those of features in the table count.")
@click.option("--weights", "weights_file", type=_FILE, help="Weights of this file, in place of a model's.")
@click.option("--weight", "weights", multiple=True, metavar="NAME=VALUE", help="A single weight; repeatable.")
@click.option("--top", type=click.IntRange(0), default=0, help="Most rules of a source side.  [default: all]")
@click.option("--margin", type=float, help="How far below copying a rule may score.  [default: any distance]")
@click.option("--minimum", multiple=True, metavar="NAME=VALUE", help="Least value of a feature; repeatable.")
@click.option("--maximum", multiple=True, metavar="NAME=VALUE", help="Greatest value; repeatable.")
@click.option("--language", default="en", show_default=True, help="Language of the texts, as in model.language.")
@click.option("--text", "texts", type=_FILE, multiple=True, help="Count source sides in this text.")
@click.option(
    "--least-count", type=click.IntRange(1), default=1, help="Least count of a source side in the texts.  [default: 1]"
)
@click.option("--exclude", type=_FILE, multiple=True, help="List of pairs to drop, as `audit` writes it.")
@click.option("--without-features", default="", help="Features not to store, separated by spaces.")
def prune_command(
    table: Path,
    output: Path,
    config: Path | None,
    weights_file: Path | None,
    weights: tuple[str, ...],
    top: int,
    margin: float | None,
    minimum: tuple[str, ...],
    maximum: tuple[str, ...],
    language: str,
    texts: tuple[Path, ...],
    least_count: int,
    exclude: tuple[Path, ...],
    without_features: str,
) -> None:
    """Keep the best rules of every source side of TABLE, by score and by thresholds.

    A copying rule stays, whatever the thresholds, if its word is in a rule that stays.
    """
    if config is not None and weights_file is not None:
        raise click.UsageError("--config and --weights exclude each other")
    whole = open_table(table)
    given: dict[str, float] = {}
    if config is not None:
        given = load_config(config).all_weights()
    elif weights_file is not None:
        given = read_weights(weights_file)
    given = {name: value for name, value in given.items() if name in whole.feature_names}
    given |= parse_weights(weights)
    if (top or margin is not None) and not given:
        raise click.UsageError("--top and --margin go by score: add --config, --weights or --weight")
    thresholds = Thresholds(parse_weights(minimum, "--minimum"), parse_weights(maximum, "--maximum"))
    counts = None
    if texts:
        counts = np.zeros(whole.source_count, dtype=np.uint32)
        for sentence in sentences_in(language_named(language), texts, tokenised=False):
            counts += whole.count_sources([" ".join(sentence)])
    kept = prune_table(
        whole,
        output,
        given,
        top or len(whole),
        float("inf") if margin is None else margin,
        without_features.replace(",", " ").split(),
        counts,
        least_count if texts else 0,
        thresholds,
        read_exclusions(exclude),
    )
    say(f"{output}: {kept} of {len(whole)} rules")
