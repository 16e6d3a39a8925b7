"""`simplifier rules rank`: candidates by the translation model's score, the decoder's choices in a text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simplifier.base.reading import check_inputs, input_name, open_input, stream_lines
from simplifier.base.terminal import note
from simplifier.base.writing import open_output
from simplifier.cli.settings import NamedFile, read_settings, settings_options

if TYPE_CHECKING:
    from simplifier.report import RankingReport

__all__ = ["rank_command"]

_FILE = NamedFile()


@click.command("rank")
@click.argument("sources", nargs=-1, metavar="[WORD|PHRASE]...")
@settings_options
@click.option("--in", "sentence", metavar="SENTENCE", help="Rank the candidates for the words in this sentence.")
@click.option("--text", type=_FILE, metavar="FILE", help="Rank every source that occurs in it; - is stdin.")
@click.option("--top", type=click.IntRange(0), default=0, help="Most candidates of a source.  [default: all]")
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "tsv", "json", "html"]),
    default="table",
    show_default=True,
)
@click.option("--output", type=_FILE, help="Write here, when all is done.  [default: standard output]")
@click.option(
    "--kbest",
    type=click.IntRange(2),
    default=100,
    show_default=True,
    metavar="N",
    help="Derivations searched for runners-up.",
)
@click.option(
    "--threads", type=click.IntRange(0), default=0, show_default=True, help="Threads that decode; 0: one per core."
)
def rank_command(
    sources: tuple[str, ...],
    config: Path | None,
    settings: tuple[str, ...],
    sentence: str | None,
    text: Path | None,
    top: int,
    style: str,
    output: Path | None,
    kbest: int,
    threads: int,
) -> None:
    """Rank the candidates of words and phrases under the weights of a model.

    The score is that of the translation model, without the language models and the context; copying is ranked
    among the candidates. The columns show what each group of features adds. With --text, every source that
    occurs in the text and that a rule changes is ranked (of the given words, if any), with the decoder's choice
    at each place and the distance of the runner-up.

    With --in, the words are ranked in their places in a sentence, by all that decides there: the probabilities
    that an editor lets the change stand and that it helps, the gain in score, and why it was not made.
    """
    from simplifier.report import json_lines, ranking_page, table_lines, tsv_lines

    if not all(source.strip() for source in sources):
        raise click.UsageError("an empty word; name words or phrases")
    if not sources and text is None:
        raise click.UsageError("name words or phrases, or a text with --text")
    if sentence is not None:
        if not sources or text is not None or style == "html":
            raise click.UsageError("--in goes with words, without --text, as table, tsv or json")
        _rank_in_place(
            sources,
            sentence,
            config,
            {**read_settings(settings), "decoder.threads": threads},
            top,
            style,
            output,
        )
        return
    report = _report(sources, config, read_settings(settings), text, top, kbest, threads)
    ranked = [one.ranking for one in report.sources]
    missing = [one.source for one in ranked if not one.candidates and not one.vetoed]
    if missing and style != "table":
        note(f"no rules for {', '.join(missing)}")
    writers = {"table": table_lines, "tsv": tsv_lines, "json": json_lines}
    with open_output(output) as stream:
        if style == "html":
            stream.write(ranking_page(report).encode("utf-8"))
            return
        for line in writers[style](report):
            stream.write(f"{line}\n".encode())


def _rank_in_place(
    sources: tuple[str, ...],
    sentence: str,
    config: Path | None,
    overrides: dict[str, object],
    top: int,
    style: str,
    output: Path | None,
) -> None:
    from simplifier.pipeline import Simplifier
    from simplifier.report import in_place, place_json_lines, place_table_lines, place_tsv_lines

    places = in_place(Simplifier.load(config, overrides=overrides), sources, sentence, top)
    writers = {"table": place_table_lines, "tsv": place_tsv_lines, "json": place_json_lines}
    with open_output(output) as stream:
        for line in writers[style](places):
            stream.write(f"{line}\n".encode())


def _report(
    sources: tuple[str, ...],
    config: Path | None,
    overrides: dict[str, object],
    text: Path | None,
    top: int,
    kbest: int,
    threads: int,
) -> RankingReport:
    from simplifier.config import load_model_config
    from simplifier.report import rank_text, rank_words
    from simplifier.rules.inspection.ranking import NamedTable
    from simplifier.rules.tables.table import open_table

    words = [source.lower() for source in sources]
    if text is None:
        model = load_model_config(config, overrides)
        tables = [NamedTable(one.owner, open_table(one.path)) for one in model.grammars]
        return rank_words(tables, model.all_weights(), words, top, model.model.name, model.guards)
    from simplifier.pipeline import Simplifier

    check_inputs([text])
    simplifier = Simplifier.load(config, overrides={**overrides, "decoder.threads": threads})
    return rank_text(simplifier, _lines(text), words, top, kbest)


def _lines(path: Path) -> list[str]:
    with open_input(path) as stream:
        return list(stream_lines(stream, input_name(path)))
