"""`simplifier rules filter`: the rules that can apply to given texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from simplifier.base.reading import open_binary, stream_lines
from simplifier.base.terminal import say
from simplifier.cli.settings import NamedFile
from simplifier.languages import Language, language_named
from simplifier.rules.tables.subset import filter_table
from simplifier.rules.tables.table import open_table
from simplifier.text import paragraphs, sentences_of

__all__ = ["filter_command", "sentences_in"]

_FILE = NamedFile()


@click.command("filter")
@click.argument("table", type=_FILE)
@click.option("--text", "texts", type=_FILE, multiple=True, required=True, help="A text; repeatable.")
@click.option("--output", type=_FILE, required=True, help="The table to write.")
@click.option("--language", default="en", show_default=True, help="Language of the texts, as in model.language.")
@click.option("--tokenized", is_flag=True, help="Texts are one sentence a line, tokens between spaces.")
@click.option("--wrapped-lines", is_flag=True, help="Only a blank line ends a paragraph.")
@click.option("--max-sentence-tokens", type=click.IntRange(1), default=200, show_default=True, help="As in the model.")
@click.option(
    "--span-limit",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Most tokens that a rule may cover, as in the model; 0: any number.",
)
def filter_command(
    table: Path,
    texts: tuple[Path, ...],
    output: Path,
    language: str,
    tokenized: bool,
    wrapped_lines: bool,
    max_sentence_tokens: int,
    span_limit: int,
) -> None:
    """Keep the rules of TABLE that can apply to the texts.

    With the smaller table, the texts are rewritten as with the whole table, byte for byte.
    """
    whole = open_table(table)
    sentences = sentences_in(language_named(language), texts, tokenized, wrapped_lines, max_sentence_tokens)
    count = filter_table(whole, output, sentences, span_limit)
    say(f"{output}: {count} of {len(whole)} rules")


def sentences_in(
    language: Language, texts: Iterable[Path], tokenised: bool, wrapped: bool = False, max_tokens: int = 200
) -> Iterator[Sequence[str]]:
    """Yield the decoder forms of every sentence in texts, with sentences cut as when they are rewritten.

    Raises:
        InputError: a text cannot be read or is not UTF-8.
    """
    for path in texts:
        with open_binary(path) as stream:
            for paragraph in paragraphs(stream_lines(stream, str(path)), wrapped=wrapped):
                found = sentences_of(paragraph, language, tokenised=tokenised, max_tokens=max_tokens)
                yield from ([token.form for token in sentence.tokens] for sentence in found)
