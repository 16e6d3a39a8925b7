"""`simplify`: rewrite text from files or standard input."""

from __future__ import annotations

import dataclasses
import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from base.errors import ConfigError
from base.reading import check_inputs, input_name, open_input, stream_lines
from base.terminal import Advance, note, progress
from base.writing import open_output
from simplifier.cli.given import decode_lattices, force_targets, lattice_settings
from simplifier.cli.records import RecordWriter
from simplifier.cli.search import open_report, search_options, search_request
from simplifier.cli.settings import NamedFile, read_settings, settings_options

if TYPE_CHECKING:
    from simplifier.pipeline import Simplifier
    from simplifier.records.requests import SearchRequest
    from simplifier.records.result import Result

__all__ = ["simplify_command"]

_FILE = NamedFile()


@click.command("simplify", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("inputs", nargs=-1, type=_FILE, metavar="[INPUT]...")
@settings_options
@click.option("--output", type=_FILE, help="Write here, when all is done.  [default: standard output]")
@click.option(
    "--kbest", type=click.IntRange(1), metavar="N", help="Print the N best versions of each sentence."
)
@click.option("--format", "style", type=click.Choice(["text", "jsonl"]), default="text", show_default=True)
@click.option("--threads", type=click.IntRange(0), metavar="N", help="0: one per core.")
@click.option("--pop-limit", type=click.IntRange(0), metavar="N", help="Breadth of the search; 0: all.")
@click.option("--protect", type=_FILE, metavar="FILE", help="Terms that are never changed, one a line.")
@click.option(
    "--user-rules", type=_FILE, metavar="FILE", help="Your own rewrites, one a line: word TAB replacement."
)
@click.option("--tokenized", is_flag=True, help="Input is one sentence a line, tokens between spaces.")
@click.option("--explain", is_flag=True, help="Tell why words were changed, and why others were not.")
@click.option(
    "--split", type=click.Choice(["off", "auto"]), help="Split long sentences in two where that is sure."
)
@search_options
def simplify_command(
    inputs: tuple[Path, ...],
    config: Path | None,
    settings: tuple[str, ...],
    output: Path | None,
    kbest: int | None,
    style: str,
    threads: int | None,
    pop_limit: int | None,
    protect: Path | None,
    user_rules: Path | None,
    tokenized: bool,
    split: str | None,
    explain: bool,
    markup: bool,
    must_contain: tuple[str, ...],
    must_not_contain: tuple[str, ...],
    timeout_seconds: float | None,
    mbr: str | None,
    mbr_scale: float,
    forest: Path | None,
    forest_stats: bool,
    trees: bool,
    lattice: bool,
    force: Path | None,
    force_lattice: Path | None,
) -> None:
    """Rewrite English text (UTF-8) so that more people can read it.

    Reads the files INPUT one after the other, or standard input. Lines stay lines; what is not changed stays
    as it is, byte for byte. With --kbest, text is NUMBER ||| SENTENCE ||| FEATURES ||| SCORE; jsonl is one
    object a sentence with its edits and the rules behind them. With --explain, text is an account of every
    sentence: why words were changed and why others stayed; jsonl has it beside the edits.
    """
    from languages import language_named
    from simplifier.config import load_model_config
    from simplifier.pipeline import Simplifier
    from simplifier.policy.protection import ProtectedTerms

    overrides = read_settings(settings)
    if threads is not None:
        overrides["decoder.threads"] = threads
    if pop_limit is not None:
        overrides["decoder.pop_limit"] = pop_limit
    if user_rules is not None:
        overrides["user_rules"] = user_rules.resolve()
    if timeout_seconds is not None:
        overrides["decoder.timeout_seconds"] = timeout_seconds
    if split is not None:
        overrides["text.split"] = split
    if tokenized or lattice:
        overrides["text.tokenised"] = True
    if trees and style != "jsonl":
        raise ConfigError("--trees goes with --format jsonl")
    if explain and kbest is not None and style != "jsonl":
        raise ConfigError("--explain with --kbest goes with --format jsonl")
    check_inputs(inputs)
    settings_in_force = load_model_config(config, overrides)
    if lattice:
        settings_in_force = lattice_settings(settings_in_force)
    language = language_named(settings_in_force.model.language)
    request = search_request(
        *(language, must_contain, must_not_contain, mbr, mbr_scale, kbest),
        *(forest is not None, forest_stats, trees),
    )
    request = dataclasses.replace(request, explain=explain)
    protected = ProtectedTerms() if protect is None else ProtectedTerms.read(protect, language)
    simplifier = Simplifier.load(settings_in_force, protected=protected, lattices=lattice)
    targets = force_lattice or force
    if lattice or targets is not None:
        others = (explain, markup, must_contain, must_not_contain, mbr, forest, forest_stats)
        if any(others) or lattice + (force is not None) + (force_lattice is not None) > 1:
            raise ConfigError(
                "--lattice, --force and --force-lattice go with no other option about the search, nor with "
                "--explain"
            )
        if targets is None:
            decode_lattices(simplifier, inputs, output, kbest, style)
        else:
            check_inputs([targets])
            force_targets(simplifier, inputs, output, targets, style, lattices=force_lattice is not None)
        return
    if markup and simplifier.config.text.wrapped_lines:
        raise ConfigError("--markup wants every line by itself; set text.wrapped_lines to false")
    _report_missing_weights(simplifier)
    records = RecordWriter(style, kbest, len(inputs) > 1, explain)
    with (
        _collecting_less(),
        open_output(output) as stream,
        open_report(forest, forest_stats) as report,
        _progress(inputs, output) as advance,
    ):
        for path in inputs or (Path("-"),):
            name = input_name(path)
            line = 1
            for result in _results(simplifier, path, name, kbest, markup, request):
                _report_cuts(result, f"{name}:{line}", simplifier.config.text.max_sentence_tokens)
                report.write(result, f"{name}:{line}")
                stream.write(records.write(result, name, line).encode("utf-8"))
                line += result.source.count("\n")
                advance(len(result.source.encode("utf-8")))
                _flush_for_reader(stream, output)


@contextmanager
def _collecting_less() -> Iterator[None]:
    """Spare the garbage collector the model, which stays until the end."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _results(
    simplifier: Simplifier, path: Path, name: str, kbest: int | None, markup: bool, request: SearchRequest
) -> Iterator[Result]:
    from simplifier.text.markup import read_markup

    with open_input(path) as source:
        # A person at a terminal waits for every line; other readers gain from batches.
        batch = 1 if source.isatty() else 256 // (kbest or 1) or 1
        lines = stream_lines(source, name)
        if markup:
            lines = (read_markup(line, name, number) for number, line in enumerate(lines, 1))
        yield from simplifier.stream(lines, kbest, batch, request)


def _report_missing_weights(simplifier: Simplifier) -> None:
    missing = simplifier.decoder.unweighted_features
    if missing:
        shown = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
        note(f"{len(missing)} features have no weight and count nothing: {shown}")


def _report_cuts(result: Result, place: str, limit: int) -> None:
    parts = [sentence.part for sentence in result.sentences if sentence.part]
    if parts:
        what = f"{parts.count(1)} sentences" if parts.count(1) > 1 else "a sentence"
        note(
            f"{place}: {what} longer than {limit} tokens cut into {len(parts)} parts "
            "(text.max_sentence_tokens)"
        )


def _flush_for_reader(stream: BinaryIO, output: Path | None) -> None:
    """Show results at once to somebody who watches them."""
    if output is None and sys.stdout.isatty():
        stream.flush()


def _progress(inputs: Sequence[Path], output: Path | None) -> AbstractContextManager[Advance]:
    """Show a bar of bytes, unless the text goes to the terminal too."""
    known = bool(inputs) and all(path.is_file() for path in inputs)
    total = sum(path.stat().st_size for path in inputs) if known else None
    return progress(total, "B", scale=True, hidden=output is None and sys.stdout.isatty())
