"""Carrying out a run: opening the model, rewriting every input, writing and reporting the results."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

import click

from simplifier.base.errors import ConfigError
from simplifier.base.reading import input_name, open_input, stream_lines
from simplifier.base.terminal import Advance, note, progress
from simplifier.base.writing import open_output
from simplifier.cli.document_rewriter import DocumentRewriter, Passages
from simplifier.cli.documents import Failures, is_written_as_text, report_cuts
from simplifier.cli.printing import RecordWriter, SearchReport, open_page, open_report
from simplifier.cli.view import View

if TYPE_CHECKING:
    from simplifier.cli.run import Rewriting, Run
    from simplifier.config import Config
    from simplifier.decoder import Constraints
    from simplifier.languages import Language
    from simplifier.pipeline import Simplifier
    from simplifier.record.request import SearchRequest
    from simplifier.record.result import Result

__all__ = ["open_simplifier", "rewrite"]

#: The number of versions from which minimum Bayes risk chooses, unless the user says another.
_CANDIDATES: Final = 100
#: The number of sentences that are decoded together if one version of each is wanted.
_BATCH: Final = 256
#: The bytes at the beginning of a file that are searched for paragraphs.
_BEGINNING: Final = 1 << 16
_BETWEEN_PARAGRAPHS: Final = re.compile(rb"\S[ \t]*\r?\n[ \t]*\r?\n\s*\S")


def rewrite(run: Run) -> None:
    """Rewrite the inputs of a run, and write and report the results.

    Raises:
        InputError: a file, a setting or an option is wrong.
    """
    simplifier, request = open_simplifier(run)
    if run.reading.markup and simplifier.config.text.wrapped_lines:
        raise ConfigError("--markup wants every line by itself; set text.wrapped_lines to false")
    _report_missing_weights(simplifier)
    view = View(run, simplifier)
    documents = DocumentRewriter(view, request, run.reading.documents)
    with _collecting_less(), open_page(run.reporting.page, simplifier) as page:
        failed = (_into_folder if run.reading.into_folder else _into_stream)(run, view, request, documents, page)
    view.finish()
    if failed:
        raise click.exceptions.Exit(1)


def _into_folder(run: Run, view: View, request: SearchRequest, documents: DocumentRewriter, page: _Page) -> int:
    """Write every file under its own name into the output; return how many files failed."""
    assert run.writing.output is not None

    def told(passages: Passages, name: str) -> None:
        view.tell(name, passages.results)
        _to_page(passages, name, page)

    hidden = view.asks or run.reporting.quiet
    return documents.into(run.writing.output, run.reading.inputs, told, hidden=hidden)


def _into_stream(run: Run, view: View, request: SearchRequest, documents: DocumentRewriter, page: _Page) -> int:
    """Write all inputs, or what is shown of them, one after the other; return how many files failed."""
    writing, reporting, inputs = run.writing, run.reporting, run.reading.inputs
    records = RecordWriter(writing.style, run.rewriting.kbest, len(inputs) > 1, writing.explain, view)
    failures = Failures("read")
    with (
        open_output(writing.output) as stream,
        open_report(reporting.forest, reporting.forest_stats) as searches,
        _progress(run) as advance,
    ):
        to = _Outputs(stream, records, searches, page, advance)
        for path, kind in zip(inputs or (Path("-"),), run.reading.formats, strict=True):
            with failures.told() if run.reading.folders else nullcontext():
                if kind == "text":
                    _write_lines(path, run, view, request, to)
                else:
                    _write_document(path, kind, run, view, documents, to)
    failures.sum_up(len(inputs))
    return failures.count


def open_simplifier(
    run: Run, adapted: Callable[[Config], Config] = lambda config: config
) -> tuple[Simplifier, SearchRequest]:
    """Return the opened model of a run, and the request for every sentence.

    Args:
        run: the run as the command line describes it.
        adapted: a function from the configuration that the options name to the one that is opened.

    Raises:
        InputError: a file, a setting or an option is wrong.
    """
    with _collecting_nothing():
        from simplifier.config import load_model_config
        from simplifier.languages import language_named
        from simplifier.pipeline import Simplifier
        from simplifier.policy.protection import ProtectedTerms
    config = adapted(load_model_config(run.rewriting.config, run.rewriting.overrides))
    language = language_named(config.model.language)
    request = _request(run, language)
    protect = run.rewriting.protect
    protected = ProtectedTerms() if protect is None else ProtectedTerms.read(protect, language)
    with _collecting_nothing():
        return Simplifier.load(config, protected=protected, lattices=run.reading.lattice), request


def _request(run: Run, language: Language) -> SearchRequest:
    """Return the request of a run for every sentence.

    Raises:
        InputError: a phrase has no words, or the metric is unknown.
    """
    from simplifier.record.request import SearchRequest

    wanted = run.rewriting
    reordering = None
    if wanted.mbr is not None:
        from simplifier.evaluation.reordering.minimum_bayes_risk import MbrReordering

        reordering = MbrReordering(wanted.mbr, wanted.mbr_scale, language)
    return SearchRequest(
        constraints=_constraints(wanted, language),
        forest=run.reporting.forest is not None,
        statistics=run.reporting.forest_stats,
        reordering=reordering,
        candidates=1 if wanted.mbr is None else wanted.kbest or _CANDIDATES,
        trees=run.writing.trees,
        explain=run.writing.explain is not None or run.reporting.page is not None,
        drop=wanted.drop,
    )


def _constraints(wanted: Rewriting, language: Language) -> Constraints:
    from simplifier.decoder import Constraints

    def phrases(option: str, texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        found = tuple(tuple(language.tokenise_forms(text)) for text in texts)
        if not all(found):
            raise ConfigError(f"{option}: a phrase without words")
        return found

    return Constraints(
        phrases("--must-contain", wanted.must_contain), phrases("--must-not-contain", wanted.must_not_contain)
    )


#: Takes a result with its place and the name of its file for the HTML page.
_Page = Callable[["Result", str, str], None]


class _Outputs(NamedTuple):
    """The outputs of a run.

    Attributes:
        stream: the stream for the new text or the records.
        records: turns a result into text for `stream`.
        searches: writes forests, and reports what happened in searches.
        page: takes results for the HTML page.
        advance: advances the progress bar by the bytes that were read.
    """

    stream: BinaryIO
    records: RecordWriter
    searches: SearchReport
    page: _Page
    advance: Advance


def _write_document(path: Path, kind: str, run: Run, view: View, documents: DocumentRewriter, to: _Outputs) -> None:
    name = input_name(path)
    with open_input(path) as source:
        data = source.read()
    as_text = not run.writing.shows and is_written_as_text(path, kind, run.writing.output)
    passages = documents.passages(data, name, kind, as_text=as_text)
    _to_page(passages, name, to.page)
    if run.writing.shows or to.records.of_sentences:
        to.stream.write(_shown(passages, name, run, view, to.records).encode("utf-8"))
    else:
        to.stream.write(passages.text() if as_text else passages.data())
    if len(run.reading.inputs) > 1:
        view.tell(name, passages.results)
    to.advance(len(data))


def _shown(passages: Passages, name: str, run: Run, view: View, records: RecordWriter) -> str:
    """Return what is shown of a document: its sentences, or each passage that was changed, with its place."""
    if not run.writing.diff:
        return "".join([records.write(one, name, number, "passage") for number, one in enumerate(passages.results, 1)])
    before = f"{name}, " if len(run.reading.inputs) > 1 else ""
    changed = [pair for pair in zip(passages.results, passages.places, strict=True) if pair[0].changes]
    return "".join([f"{before}{place}: {view.text(result).strip()}\n" for result, place in changed])


def _to_page(passages: Passages, name: str, page: _Page) -> None:
    for result, place in zip(passages.results, passages.places, strict=True):
        page(result, f"{name}: {place}", name)


def _write_lines(path: Path, run: Run, view: View, request: SearchRequest, to: _Outputs) -> None:
    name = input_name(path)
    limit = view.simplifier.config.text.max_sentence_tokens
    watched = run.writing.output is None and sys.stdout.isatty()
    line = 1
    for result in _results(path, run, view, request):
        place = f"{name}:{line}"
        report_cuts(result, place, limit)
        to.searches.write(result, place)
        to.page(result, place, name)
        view.count(result)
        to.stream.write(to.records.write(result, name, line).encode("utf-8"))
        line += result.source.count("\n")
        to.advance(len(result.source.encode("utf-8")))
        if watched:
            to.stream.flush()


def _results(path: Path, run: Run, view: View, request: SearchRequest) -> Iterator[Result]:
    """Yield the results of a file of plain text in order."""
    from simplifier.text.markup import read_markup

    name, markup = input_name(path), run.reading.markup
    with open_input(path) as source:
        # A person who types waits for the result of every line; files are faster in batches.
        batch = 1 if source.isatty() else _BATCH // (run.rewriting.kbest or 1) or 1
        view.hint(waiting=source.isatty())
        lines = stream_lines(source, name)
        if markup:
            lines = (read_markup(line, name, number) for number, line in enumerate(lines, 1))
        document = request.drop > 0 or (not markup and _has_paragraphs(path))
        yield from view.results(lines, lambda number: f"{name}:{number + 1}", batch, request, document=document)


def _has_paragraphs(path: Path) -> bool:
    """Return True if a file of plain text has blank lines between paragraphs near its beginning: a document."""
    if not path.is_file():
        return False
    with open_input(path) as source:
        return _BETWEEN_PARAGRAPHS.search(source.read(_BEGINNING)) is not None


def _report_missing_weights(simplifier: Simplifier) -> None:
    missing = simplifier.decoder.unweighted_features
    if missing:
        shown = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
        note(f"{len(missing)} features have no weight and count nothing: {shown}")


def _progress(run: Run) -> AbstractContextManager[Advance]:
    """Return a progress bar of bytes, hidden if the text or questions go to the terminal too."""
    inputs = run.reading.inputs
    known = bool(inputs) and all(path.is_file() for path in inputs)
    total = sum(path.stat().st_size for path in inputs) if known else None
    shared = run.rewriting.interactive or (run.writing.output is None and sys.stdout.isatty())
    return progress(total, "B", scale=True, hidden=shared or run.reporting.quiet)


@contextmanager
def _collecting_nothing() -> Iterator[None]:
    """Switch the garbage collector off while a block loads objects, since all of them stay."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def _collecting_less() -> Iterator[None]:
    """Exclude the objects that exist now, such as the model, from garbage collection while the block runs."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
