"""`simplifier corpus-stats`: a comparison of documents with their simple versions."""

from __future__ import annotations

import json
from pathlib import Path

import click

from simplifier.base.reading import check_inputs
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile, language_or_model_option

__all__ = ["corpus_command"]

_FILE = NamedFile()


@click.command("corpus-stats")
@click.argument("source", type=_FILE)
@click.argument("target", type=_FILE)
@click.option("--config", type=_FILE, help="The model whose language and tagger are taken.  [default: embedded]")
@language_or_model_option
@click.option("--output", type=_FILE, help="Write here.  [default: standard output]")
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "tsv", "json", "html"]),
    default="table",
    show_default=True,
)
@click.option("--top", type=click.IntRange(0), default=15, show_default=True, metavar="N", help="0: all.")
@click.option("--least", type=click.IntRange(1), default=20, show_default=True, help="Least count of a name.")
@click.option("--p", "most_p", type=click.FloatRange(0, 1), default=0.001, show_default=True)
@click.option("--title", default="A corpus of documents", show_default=True, help="Heading of the page.")
def corpus_command(
    source: Path,
    target: Path,
    config: Path | None,
    language: str | None,
    output: Path | None,
    style: str,
    top: int,
    least: int,
    most_p: float,
    title: str,
) -> None:
    """Compare documents with their simple versions: operations on sentences, odds of words and patterns.

    Both files are UTF-8, one document a line, tokens between spaces; line i of both is the same document. An
    odds ratio above 1 means that a word or pattern is commoner in the simple versions; ratios with a p above --p
    are left out. Patterns of tags need the model's tagger, so only texts in the model's language have them.
    """
    from simplifier.config import load_model_config
    from simplifier.evaluation.document_pairs.corpus import corpus_statistics
    from simplifier.evaluation.document_pairs.page import corpus_lines, corpus_page, corpus_tsv
    from simplifier.evaluation.document_pairs.sentences import document_pairs
    from simplifier.languages import language_named
    from simplifier.languages.analysis.tagger import Tagger

    check_inputs([source, target])
    settings = load_model_config(config, {})
    pairs = [*document_pairs(source, target)]
    spoken = language_named(language or settings.model.language)
    path = settings.tagger.path if spoken is language_named(settings.model.language) else None
    tagger = None if path is None else Tagger.load(path)
    found = corpus_statistics(pairs, spoken, tagger, least, most_p)
    with open_output(output) as stream:
        if style == "html":
            stream.write(corpus_page(found, title, top).encode("utf-8"))
            return
        if style == "json":
            lines = iter([json.dumps(found.to_json(), ensure_ascii=False)])
        else:
            lines = corpus_tsv(found) if style == "tsv" else corpus_lines(found, top)
        for line in lines:
            stream.write(f"{line}\n".encode())
