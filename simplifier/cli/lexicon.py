"""`simplifier lexicon`: compile the lexicon of a language for a model, and run its examples."""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.base.terminal import say
from simplifier.cli.settings import read_settings, settings_options

__all__ = ["lexicon_group"]

_FILE = click.Path(dir_okay=False, path_type=Path)


def _lexicon(path: Path | None, language: str) -> Path:
    """Return the path of a named lexicon, or else of the lexicon that the package has for a language.

    Raises:
        InputError: there is no such file.
    """
    found = path or PACKAGE / "languages" / language / "lexicon.tsv"
    if not found.is_file():
        raise InputError(f"{found}: no such lexicon; name the file: simplifier lexicon compile FILE")
    return found


@click.group("lexicon")
def lexicon_group() -> None:
    """Compile and test the lexicon of a language: reviewed rewrites of phrases, one a line."""


@lexicon_group.command("compile")
@click.argument("lexicon", type=_FILE, required=False)
@settings_options
def compile_command(lexicon: Path | None, config: Path | None, settings: tuple[str, ...]) -> None:
    """Write the lexicon table and the frames of a model from LEXICON, by default that of the model's language."""
    from simplifier.config import load_model_config
    from simplifier.recipes.data.lexicon_table import compile_lexicon

    model = load_model_config(config, read_settings(settings))
    made = compile_lexicon(_lexicon(lexicon, model.model.language), model, say)
    click.echo(f"{made.table}: {made.new:,} rules\n{made.frames}: where all rewrites fit")


@lexicon_group.command("test")
@click.argument("lexicon", type=_FILE, required=False)
@settings_options
def check_command(lexicon: Path | None, config: Path | None, settings: tuple[str, ...]) -> None:
    """Run the examples of LEXICON, and exit with 1 if one has another result."""
    from simplifier.config import load_model_config
    from simplifier.pipeline import Simplifier
    from simplifier.recipes.data.lexicon_table import examples_of

    model = load_model_config(config, read_settings(settings))
    source = _lexicon(lexicon, model.model.language)
    examples = examples_of(source)
    simplifier = Simplifier.load(model)
    failed = 0
    for number, before, after in examples:
        if (text := simplifier.simplify(before).text) != after:
            failed += 1
            click.echo(f"{source}:{number}: {before!r} gives {text!r}, not {after!r}")
    click.echo(f"{len(examples)} examples, {failed} failed")
    raise SystemExit(1 if failed else 0)
