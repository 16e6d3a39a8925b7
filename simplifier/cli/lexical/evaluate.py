"""`simplifier lexical evaluate`: scores of the substitutes that systems offer for marked words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simplifier.base.errors import InputError
from simplifier.base.terminal import aligned, progress
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile, read_settings, settings_options

if TYPE_CHECKING:
    from simplifier.evaluation.lexical.measures import LexicalScores
    from simplifier.evaluation.lexical.sets import WordInPlace

__all__ = ["lexical_group"]

_FILE = NamedFile()
_OURS = "model"


@click.group("lexical")
def lexical_group() -> None:
    """Measure substitutes for single words."""


@lexical_group.command("evaluate")
@click.argument("sets", nargs=-1, required=True, type=_FILE, metavar="SET...")
@settings_options
@click.option("--outputs", multiple=True, metavar="NAME=FILE", help="Outputs of another system on the one SET.")
@click.option("--no-model", is_flag=True, help="Measure only the outputs.")
@click.option("--save", type=_FILE, metavar="FILE", help="Write the substitutes of the model for the one SET.")
@click.option("--format", "style", type=click.Choice(["table", "tsv", "json"]), default="table", show_default=True)
@click.option("--output", type=_FILE, help="Write here.  [default: standard output]")
def evaluate_sets(
    sets: tuple[Path, ...],
    config: Path | None,
    settings: tuple[str, ...],
    outputs: tuple[str, ...],
    no_model: bool,
    save: Path | None,
    style: str,
    output: Path | None,
) -> None:
    """Score substitutes for words in sentences against those of people.

    SET is a tab-separated file with columns sentence, word and substitutions ("|" between them) or
    ranked_substitutions (rank:word). The model ranks by the probability that a change helps; its risk setting
    does not matter. FILE has one line for each line of SET: sentence, word and substitutes, best first, with
    tabs between them.
    """
    from simplifier.evaluation.lexical.measures import score_substitutes
    from simplifier.evaluation.lexical.sets import read_predictions, read_set

    if len(sets) > 1 and (outputs or save is not None):
        raise click.UsageError("--outputs and --save go with one SET")
    if no_model and not outputs:
        raise click.UsageError("--no-model needs --outputs NAME=FILE")
    given = [_named(one) for one in outputs]
    words = {path: read_set(path) for path in sets}
    for path, own in words.items():
        if not own:
            raise InputError(f"{path}: no words; a set has a line for each")
    others = [(name, read_predictions(path, words[sets[0]])) for name, path in given]
    rows: list[tuple[str, str, LexicalScores]] = []
    if not no_model:
        found = _of_model(config, read_settings(settings), list(words.values()))
        for path, substitutes in zip(words, found, strict=True):
            rows.append((path.name, _OURS, score_substitutes(words[path], substitutes)))
            if save is not None:
                _save(save, words[path], substitutes)
    for name, substitutes in others:
        rows.append((sets[0].name, name, score_substitutes(words[sets[0]], substitutes)))
    with open_output(output) as stream:
        for line in _lines(rows, style):
            stream.write(f"{line}\n".encode())


def _named(option: str) -> tuple[str, Path]:
    name, mark, path = option.partition("=")
    if not (name and mark and path):
        raise click.UsageError(f"--outputs: expected NAME=FILE, found {option!r}")
    return name, Path(path)


def _of_model(
    config: Path | None, overrides: dict[str, object], sets: Sequence[Sequence[WordInPlace]]
) -> list[list[list[str]]]:
    from simplifier.pipeline import Simplifier
    from simplifier.suggestions.substitutes import substitutes

    model = Simplifier.load(config, overrides=overrides)
    with progress(sum(map(len, sets)), "words") as step:
        found = []
        for own in sets:
            lists = []
            for word in own:
                lists.append(substitutes(model, word.sentence, word.start, word.end))
                step()
            found.append(lists)
    return found


def _save(path: Path, words: Sequence[WordInPlace], found: Sequence[Sequence[str]]) -> None:
    with open_output(path) as stream:
        for word, own in zip(words, found, strict=True):
            stream.write(("\t".join([word.sentence, word.word, *own]) + "\n").encode())


def _lines(rows: Sequence[tuple[str, str, LexicalScores]], style: str) -> list[str]:
    records = [
        {"set": name, "system": system, "words": one.words, "answered": one.answered, **one.columns()}
        for name, system, one in rows
    ]
    if style == "json":
        return [json.dumps(records, ensure_ascii=False, indent=1)]
    cells = [[f"{value:.4f}" if isinstance(value, float) else str(value) for value in one.values()] for one in records]
    table = [list(records[0]), *cells]
    return ["\t".join(row) for row in table] if style == "tsv" else list(aligned(table))
