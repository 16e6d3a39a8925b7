"""`simplifier read`: how hard texts are to read, and where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.reading import check_inputs, input_name, open_input, read_lines
from simplifier.base.terminal import note, progress
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile, language_or_model_option, read_settings, settings_options

if TYPE_CHECKING:
    from simplifier.config import Config
    from simplifier.evaluation.readability.reader import TextReader

__all__ = ["read_command"]

_FILE = NamedFile()
#: The names of the two language models that the E-Score compares.
_NORMAL: Final = "normal"
_SIMPLE: Final = "simple"


@click.command("read")
@click.argument("inputs", nargs=-1, type=_FILE, metavar="[FILE]...")
@settings_options
@language_or_model_option
@click.option("--output", type=_FILE, help="Write here.  [default: standard output]")
@click.option("--format", "style", type=click.Choice(["table", "json", "html"]), default="table", show_default=True)
@click.option("--top", type=click.IntRange(0), default=10, show_default=True, metavar="N", help="0: all.")
@click.option("--easy-words", type=_FILE, metavar="FILE", help="Words of the Dale-Chall list, one a line.")
@click.option("--input-format", metavar="FORMAT", help="text, markdown, html, ...  [default: told by name]")
@click.option(
    "--questions",
    type=_FILE,
    metavar="TABLE",
    help="Answers to questions on one FILE, for its C-Score; goes with --reading-seconds.",
)
@click.option("--reading-seconds", type=click.FloatRange(0, min_open=True), metavar="S")
@click.option("--title", default="How hard to read", show_default=True, help="Heading of the page.")
def read_command(
    inputs: tuple[Path, ...],
    config: Path | None,
    settings: tuple[str, ...],
    language: str | None,
    output: Path | None,
    style: str,
    top: int,
    easy_words: Path | None,
    input_format: str | None,
    questions: Path | None,
    reading_seconds: float | None,
    title: str,
) -> None:
    """Tell how hard texts are: all readability formulas, the hardest sentences and words.

    Reads files of all formats that simplify reads, or standard input; of a folder all such files, with a row
    for each and a total. A line (a paragraph of a document) may hold any number of sentences. --top says how
    many sentences and words are named.
    """
    from simplifier.cli.documents import DocumentOptions, Failures, files_of
    from simplifier.config import load_model_config
    from simplifier.documents import FORMATS
    from simplifier.evaluation.readability.page import folder_lines, reading_lines, reading_page
    from simplifier.evaluation.readability.questions import c_score, read_questions

    options = DocumentOptions(input_format)
    folders = any(path.is_dir() for path in inputs)
    check_inputs([path for path in inputs if not path.is_dir()])
    inputs = _without_tables(files_of(inputs, options), inputs)
    if (questions is None) != (reading_seconds is None) or (questions is not None and (folders or len(inputs) != 1)):
        raise ConfigError("--questions and --reading-seconds go together, with one FILE")
    formats = options.formats(inputs)
    asked = [] if questions is None else read_questions(questions)
    reader = _reader(load_model_config(config, read_settings(settings)), language, easy_words)
    if easy_words is None:
        note("Dale-Chall is left out; --easy-words names its list of words")
    readings = []
    texts: list[str] = []
    failures = Failures("read")
    with progress(len(inputs) or 1, "texts", hidden=len(inputs) < 2) as advance:
        for path, kind in zip(inputs or (Path("-"),), formats, strict=True):
            name = input_name(path)
            with failures.told() if folders else nullcontext():
                with open_input(path) as source:
                    document = FORMATS[kind](source.read(), name=name)
                passages = [one.text for one in document.passages()]
                readings.append(reader.read(name, passages, top))
                texts += passages if folders else []
            advance(1, name)
    total = reader.read("total", texts, top) if folders else None
    if questions is not None and reading_seconds is not None:
        readings[0].values["c-score"] = c_score(asked, readings[0].counts.words, reading_seconds)
    with open_output(output) as stream:
        if style == "html":
            stream.write(reading_page(readings, title, total).encode("utf-8"))
        else:
            lines: Sequence[str]
            if style == "table":
                lines = [*reading_lines(readings)] if total is None else [*folder_lines(readings, total)]
            else:
                every = readings if total is None else [*readings, total]
                lines = [json.dumps(one.to_json(), ensure_ascii=False) for one in every]
            for line in lines:
                stream.write(f"{line}\n".encode())
    failures.sum_up(len(inputs))
    if failures.count:
        raise click.exceptions.Exit(1)


def _without_tables(files: tuple[Path, ...], named: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return files without the tables and records among those of folders, whose texts nobody told."""
    from simplifier.documents import FORMATS, recognise

    left = tuple(path for path in files if path not in named and FORMATS[recognise(path.name, b"")].of_records)
    if files and len(left) == len(files):
        raise InputError(f"{named[0]}: no file in this folder but tables and JSON Lines")
    if left:
        note(f"tables and JSON Lines in folders are left out: {', '.join(map(str, left))}")
    return tuple(path for path in files if path not in left)


def _reader(config: Config, code: str | None, easy_words: Path | None) -> TextReader:
    """Return a reader with the parts of a model that it needs: tables, language models, tagger.

    A text in another language than that of the model is read without these parts, by formulas and syllables only.

    Args:
        config: the configuration of the model.
        code: the language of the texts, as a code or description; None for that of the model.
        easy_words: the file of easy words, or None.

    Raises:
        InputError: a file is missing or is not what it should be.
    """
    from simplifier.decoder import GrammarPart
    from simplifier.evaluation.readability.e_score import EScore
    from simplifier.evaluation.readability.reader import TextReader
    from simplifier.languages import language_named
    from simplifier.languages.analysis.tagger import Tagger
    from simplifier.opening import open_language_models
    from simplifier.policy.hard_words import HardWords
    from simplifier.rules.tables.table import open_table

    language = language_named(code or config.model.language)
    if not language.code.startswith("en"):
        note(f"the formulas were made for English; for {language.name} they only compare texts")
    easy = [] if easy_words is None else [line.strip().lower() for line in read_lines(easy_words)]
    if language is not language_named(config.model.language):
        return TextReader(language, HardWords([], language), [*filter(None, easy)])
    grammars = [GrammarPart(open_table(one.path), one.owner, one.span_limit) for one in config.grammars]
    models = {one.name: one.model for one in open_language_models(config)}
    tagger = None if config.tagger.path is None else Tagger.load(config.tagger.path)
    known = None
    if tagger is not None and _NORMAL in models and _SIMPLE in models:
        known = EScore(language, models[_NORMAL], models[_SIMPLE])
    return TextReader(language, HardWords(grammars, language), [*filter(None, easy)], known, tagger)
