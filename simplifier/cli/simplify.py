"""`simplify`: rewrite text from files or standard input."""

from __future__ import annotations

import dataclasses
import gc
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import click

from simplifier.base.errors import ConfigError
from simplifier.base.reading import check_inputs, input_name, open_input, stream_lines
from simplifier.base.terminal import Advance, note, progress
from simplifier.base.writing import open_output
from simplifier.cli.documents import (
    DocumentOptions,
    check_output,
    document_options,
    report_cuts,
    rewrite_into,
    writes_folder,
)
from simplifier.cli.given import decode_lattices, force_targets, lattice_settings
from simplifier.cli.records import RecordWriter, open_page
from simplifier.cli.search import open_report, search_options, search_request
from simplifier.cli.settings import NamedFile, read_settings, settings_options
from simplifier.cli.terminal.options import TerminalOptions, View, terminal_options

if TYPE_CHECKING:
    from simplifier.pipeline import Simplifier
    from simplifier.records.requests import SearchRequest
    from simplifier.records.result import Result

__all__ = ["simplify_command"]

_FILE = NamedFile()
#: Bytes of a file that tell whether it has paragraphs.
_BEGINNING: Final = 1 << 16
_BETWEEN_PARAGRAPHS: Final = re.compile(rb"\S[ \t]*\r?\n[ \t]*\r?\n\s*\S")


@click.command("simplify", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("inputs", nargs=-1, type=_FILE, metavar="[INPUT]...")
@settings_options
@click.option(
    "--output",
    type=_FILE,
    help="Write here, when all is done; for folders a folder.  [default: standard output]",
)
@document_options
@click.option(
    "--report",
    "page",
    type=_FILE,
    metavar="FILE",
    help="Also write an HTML page on what was changed, and why.",
)
@click.option("--kbest", type=click.IntRange(1), metavar="N", help="Print the N best versions of each sentence.")
@click.option("--format", "style", type=click.Choice(["text", "jsonl"]), default="text", show_default=True)
@click.option("--threads", type=click.IntRange(0), metavar="N", help="0: one per core.")
@click.option("--pop-limit", type=click.IntRange(0), metavar="N", help="Breadth of the search; 0: all.")
@click.option("--protect", type=_FILE, metavar="FILE", help="Terms that are never changed, one a line.")
@click.option("--user-rules", type=_FILE, metavar="FILE", help="Your own rewrites, one a line: word TAB replacement.")
@click.option("--tokenized", is_flag=True, help="Input is one sentence a line, tokens between spaces.")
@click.option("--explain", is_flag=True, help="Tell why words were changed, and why others were not.")
@click.option("--split", type=click.Choice(["off", "auto"]), help="Split long sentences in two where that is sure.")
@click.option("--shorten/--no-shorten", default=None, help="Leave out what a reader can miss.")
@click.option(
    "--bullets/--no-bullets", default=None, help="Put long lists at the end of a sentence into bullet points."
)
@click.option(
    "--drop",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    metavar="R",
    help="Leave out this share of the sentences of each file, the least important ones.",
)
@terminal_options
@search_options
def simplify_command(
    inputs: tuple[Path, ...],
    config: Path | None,
    settings: tuple[str, ...],
    output: Path | None,
    input_format: str | None,
    columns: tuple[str, ...],
    fields: tuple[str, ...],
    tracked: bool,
    page: Path | None,
    kbest: int | None,
    style: str,
    threads: int | None,
    pop_limit: int | None,
    protect: Path | None,
    user_rules: Path | None,
    tokenized: bool,
    split: str | None,
    shorten: bool | None,
    bullets: bool | None,
    explain: bool,
    drop: float,
    terminal: TerminalOptions,
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

    Reads the files INPUT one after the other, or standard input; of a folder all files, with --output FOLDER.
    In Markdown, HTML, subtitles, tables and JSON Lines, told by name, running text alone is rewritten. What
    is not changed stays as it is, byte for byte. With --kbest, text is NUMBER ||| SENTENCE ||| FEATURES |||
    SCORE; jsonl is one object a sentence with its edits and the rules behind them. With --explain, text is an
    account of every sentence: why words were changed and why others stayed; jsonl has it beside the edits.
    --diff marks what was changed, --interactive asks about it. --report explains every sentence too: it takes
    longer, and jsonl has the explanations.
    """
    with _collecting_nothing():
        from simplifier.config import load_model_config
        from simplifier.languages import language_named
        from simplifier.pipeline import Simplifier
        from simplifier.policy.protection import ProtectedTerms

    overrides = read_settings(settings)
    if threads is not None:
        overrides["decoder.threads"] = threads
    if pop_limit is not None:
        overrides["decoder.pop_limit"] = pop_limit
    if user_rules is not None and (user_rules.exists() or not terminal.interactive):
        overrides["user_rules"] = user_rules.resolve()
    if timeout_seconds is not None:
        overrides["decoder.timeout_seconds"] = timeout_seconds
    if split is not None:
        overrides["structure.split"] = split
    if shorten is not None:
        overrides["structure.shorten"] = shorten
    if bullets is not None:
        overrides["structure.bullets"] = bullets
    if tokenized or lattice:
        overrides["text.tokenised"] = True
    if trees and style != "jsonl":
        raise ConfigError("--trees goes with --format jsonl")
    if explain and kbest is not None and style != "jsonl":
        raise ConfigError("--explain with --kbest goes with --format jsonl")
    terminal.check(
        special=explain or kbest is not None,
        jsonl=style == "jsonl",
        markup=markup,
        search=lattice or force is not None or force_lattice is not None,
    )
    if page is not None:
        _check_page(page, inputs, output, lattice or force is not None or force_lattice is not None)
    documents = DocumentOptions(input_format, columns, fields, tracked)
    into_folder = writes_folder(inputs, output)
    if into_folder and page is not None:
        raise ConfigError("--report goes with files, not with folders")
    check_inputs([] if into_folder else inputs)
    text_only = {
        "--kbest": kbest is not None,
        "--markup": markup,
        "--tokenized": tokenized,
        "--lattice": lattice,
        "--force": force is not None,
        "--force-lattice": force_lattice is not None,
        "--forest": forest is not None,
        "--forest-stats": forest_stats,
        "--diff": terminal.diff,
        "--interactive": terminal.interactive,
        "--drop": drop > 0,
        "--level": terminal.level is not None,
        "--grade": terminal.grade is not None,
    }
    formats = documents.formats(inputs, [name for name, given in text_only.items() if given], into_folder)
    if style == "text" and not explain:
        check_output(formats, output)
    settings_in_force = load_model_config(config, overrides)
    if lattice:
        settings_in_force = lattice_settings(settings_in_force)
    language = language_named(settings_in_force.model.language)
    request = search_request(
        *(language, must_contain, must_not_contain, mbr, mbr_scale, kbest),
        *(forest is not None, forest_stats, trees),
    )
    request = dataclasses.replace(request, explain=explain or page is not None, drop=drop)
    protected = ProtectedTerms() if protect is None else ProtectedTerms.read(protect, language)
    with _collecting_nothing():
        simplifier = Simplifier.load(settings_in_force, protected=protected, lattices=lattice)
    if drop and (terminal.interactive or terminal.level is not None or terminal.grade is not None):
        raise ConfigError("--drop goes without --interactive, --level and --grade")
    targets = force_lattice or force
    if lattice or targets is not None:
        others = (explain, markup, must_contain, must_not_contain, mbr, forest, forest_stats)
        if any(others) or lattice + (force is not None) + (force_lattice is not None) > 1:
            raise ConfigError(
                "--lattice, --force and --force-lattice go with no other option about the search, nor with --explain"
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
    if into_folder:
        assert output is not None
        if explain or style != "text":
            raise ConfigError("--explain and --format jsonl go with files, not with folders")
        with _collecting_less():
            rewrite_into(simplifier, inputs, output, documents, request)
        return
    view = View(terminal, simplifier, output, user_rules)
    records = RecordWriter(style, kbest, len(inputs) > 1, explain, view)
    with (
        _collecting_less(),
        open_output(output) as stream,
        open_report(forest, forest_stats) as report,
        open_page(page, simplifier) as told,
        _progress(inputs, output, terminal) as advance,
    ):
        for path, kind in zip(inputs or (Path("-"),), formats, strict=True):
            name = input_name(path)
            if kind != "text":
                with open_input(path) as source:
                    data = source.read()
                stream.write(documents.written(simplifier, data, name, kind, request, records, told))
                advance(len(data))
                continue
            line = 1
            for result in _results(view, path, name, kbest, markup, request):
                report_cuts(result, f"{name}:{line}", simplifier.config.text.max_sentence_tokens)
                report.write(result, f"{name}:{line}")
                told(result, f"{name}:{line}")
                stream.write(records.write(result, name, line).encode("utf-8"))
                line += result.source.count("\n")
                advance(len(result.source.encode("utf-8")))
                _flush_for_reader(stream, output)
    view.finish()


def _check_page(page: Path, inputs: Sequence[Path], output: Path | None, search: bool) -> None:
    """Refuse a report that would take the place of a text, or that cannot be made.

    Raises:
        ConfigError: names the options.
    """
    if search:
        raise ConfigError("--lattice, --force and --force-lattice go without --report")
    taken = {path.resolve() for path in (*inputs, *([] if output is None else [output]))}
    if page.resolve() in taken:
        raise ConfigError(f"--report {page}: is an input or the output; give the page a name of its own")
    if str(page) == "-":
        raise ConfigError("--report -: standard output holds the text; name a file")


@contextmanager
def _collecting_nothing() -> Iterator[None]:
    """Keep the garbage collector from looking through what is being loaded, which all stays."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def _collecting_less() -> Iterator[None]:
    """Spare the garbage collector the model, which stays until the end."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _results(
    view: View, path: Path, name: str, kbest: int | None, markup: bool, request: SearchRequest
) -> Iterator[Result]:
    from simplifier.text.markup import read_markup

    with open_input(path) as source:
        # A person at a terminal waits for every line; other readers gain from batches.
        batch = 1 if source.isatty() else 256 // (kbest or 1) or 1
        view.hint(waiting=source.isatty())
        lines = stream_lines(source, name)
        if markup:
            lines = (read_markup(line, name, number) for number, line in enumerate(lines, 1))
        document = request.drop > 0 or (not markup and _has_paragraphs(path))
        yield from view.results(lines, name, kbest, batch, request, document)


def _has_paragraphs(path: Path) -> bool:
    """Tell whether a file of plain text is a document: blank lines part paragraphs near its beginning."""
    if not path.is_file():
        return False
    with open_input(path) as source:
        return _BETWEEN_PARAGRAPHS.search(source.read(_BEGINNING)) is not None


def _report_missing_weights(simplifier: Simplifier) -> None:
    missing = simplifier.decoder.unweighted_features
    if missing:
        shown = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
        note(f"{len(missing)} features have no weight and count nothing: {shown}")


def _flush_for_reader(stream: BinaryIO, output: Path | None) -> None:
    """Show results at once to somebody who watches them."""
    if output is None and sys.stdout.isatty():
        stream.flush()


def _progress(
    inputs: Sequence[Path], output: Path | None, terminal: TerminalOptions
) -> AbstractContextManager[Advance]:
    """Show a bar of bytes, unless the text or questions go to the terminal too."""
    known = bool(inputs) and all(path.is_file() for path in inputs)
    total = sum(path.stat().st_size for path in inputs) if known else None
    shared = terminal.interactive or (output is None and sys.stdout.isatty())
    return progress(total, "B", scale=True, hidden=shared or terminal.quiet)
