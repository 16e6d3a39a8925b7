"""`simplifier lm`: setup, train, convert, score, perplexity."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import click

from simplifier.base.errors import InputError
from simplifier.base.reading import text_lines
from simplifier.base.terminal import say, warn_once
from simplifier.cli.settings import NamedFile
from simplifier.lm.building import PROGRAMS, build_programs
from simplifier.lm.conversion import convert
from simplifier.lm.model import LanguageModel
from simplifier.lm.perplexity import measure_perplexity
from simplifier.lm.programs import find_program, programs_folder
from simplifier.lm.training import train

__all__ = ["lm_group"]

_FILE = NamedFile()
_TEXT = click.argument("text", type=_FILE, default=Path("-"))


@click.group("lm")
def lm_group() -> None:
    """Train, convert and query n-gram language models (KenLM).

    Text is UTF-8, one tokenised sentence a line, words between spaces. Logarithms are natural.
    """


@lm_group.command("setup")
@click.argument("folder", type=_FILE, required=False)
def setup_command(folder: Path | None) -> None:
    """Find KenLM's training programs, or build them in FOLDER.

    Only `train` needs them. Building takes a minute and needs a C++ compiler and Boost; missing Debian packages
    are named. Without FOLDER, they are built where `train` looks for them.
    """
    if folder is None:
        try:
            for name in PROGRAMS:
                click.echo(f"{name}\t{find_program(name)}")
            return
        except InputError:
            pass
    destination = folder or Path(os.environ.get("KENLM_BIN") or programs_folder())
    say(f"building {' and '.join(PROGRAMS)} in {destination}")
    build_programs(destination)
    for name in PROGRAMS:
        click.echo(f"{name}\t{destination / name}")


@lm_group.command("train")
@click.argument("text", type=_FILE, nargs=-1, required=True)
@click.argument("arpa", type=_FILE)
@click.option("--order", type=int, default=5, show_default=True, help="Length of the longest n-grams, 1 to 6.")
@click.option(
    "--prune", default="0", show_default=True, help="Per order, drop n-grams seen at most this often: '0 0 1'."
)
@click.option("--memory", default="50%", show_default=True, help="Limit for sorting, such as 6G.")
@click.option("--vocabulary", type=_FILE, help="Keep only n-grams of the words in this file.")
@click.option("--scratch", type=_FILE, help="Folder for temporary files.  [default: beside ARPA]")
def train_command(
    text: tuple[Path, ...],
    arpa: Path,
    order: int,
    prune: str,
    memory: str,
    vocabulary: Path | None,
    scratch: Path | None,
) -> None:
    """Train a model on TEXT (one file or more) with lmplz and write ARPA (gzipped when it ends in .gz)."""
    try:
        thresholds = [int(value) for value in prune.replace(",", " ").split()]
    except ValueError:
        raise click.BadParameter("needs numbers, as in '0 0 1'", param_hint="--prune") from None
    done = train(text, arpa, order, thresholds, memory, vocabulary, scratch, report=_reporter())
    counts = " ".join(map(str, done.ngrams))
    say(f"{arpa}: {done.tokens} words, {done.types} types, n-grams by order {counts}")


@lm_group.command("convert")
@click.argument("arpa", type=_FILE)
@click.argument("binary", type=_FILE)
@click.option("--type", "structure", type=click.Choice(["probing", "trie"]), default="trie", show_default=True)
@click.option("--probability-bits", type=int, help="Quantise the probabilities of a trie, 1 to 25 bits.")
@click.option("--backoff-bits", type=int, help="Quantise the back-offs.  [default: as the probabilities]")
@click.option("--pointer-bits", type=int, help="Compress the pointers of a trie; 22 is usual.")
@click.option("--memory", default="1G", show_default=True, help="Limit for sorting a trie, such as 2G.")
def convert_command(
    arpa: Path,
    binary: Path,
    structure: str,
    probability_bits: int | None,
    backoff_bits: int | None,
    pointer_bits: int | None,
    memory: str,
) -> None:
    """Turn ARPA into a KenLM BINARY, which opens at once and is shared between processes."""
    kind: Literal["probing", "trie"] = "probing" if structure == "probing" else "trie"
    size = convert(arpa, binary, kind, probability_bits, backoff_bits, pointer_bits, memory=memory)
    say(f"{binary}: {size / 1e6:.2f} MB")


@lm_group.command("score")
@click.argument("model", type=_FILE)
@_TEXT
@click.option("--phrase", is_flag=True, help="No sentence boundaries: ln p(words) without context.")
def score_command(model: Path, text: Path, phrase: bool) -> None:
    """Print, for each line of TEXT: natural-log probability, words, unknown words (tab-separated)."""
    language_model = LanguageModel(model)
    for line in text_lines(_input(text)):
        scores = language_model.word_scores(line, begin=not phrase, end=not phrase)
        total = sum(score.log_probability for score in scores)
        unknown = sum(score.unknown for score in scores)
        click.echo(f"{total:.6f}\t{len(scores) - (not phrase)}\t{unknown}")


@lm_group.command("perplexity")
@click.argument("model", type=_FILE)
@_TEXT
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def perplexity_command(model: Path, text: Path, form: str) -> None:
    """Print the perplexity of TEXT, with and without its unknown words."""
    result = measure_perplexity(LanguageModel(model), text_lines(_input(text)))
    if result.sentences == 0:
        raise InputError(f"{text}: no words to measure")
    figures: dict[str, float] = {
        "sentences": result.sentences,
        "words": result.words,
        "unknown_words": result.unknown,
        "log_probability": round(result.log_probability, 4),
        "perplexity": round(result.including_unknown, 4),
        "perplexity_of_known_words": round(result.excluding_unknown, 4),
    }
    if form == "json":
        click.echo(json.dumps(figures))
        return
    for name, value in figures.items():
        click.echo(f"{name.replace('_', ' ')}\t{value}")


def _input(text: Path) -> Path:
    return Path("/dev/stdin") if str(text) == "-" else text


def _reporter() -> Callable[[str], None]:
    def report(line: str) -> None:
        # Stages interest only a person who watches; warnings are always shown.
        if line.startswith("warning: "):
            warn_once(line.removeprefix("warning: "))
        elif sys.stderr.isatty():
            say(line)

    return report
