"""Read files and texts that are made to take long, at one size and at four times the size.

    python -m lab.robustness.growth --size 250000

Each is read in a process of its own, with a limit of time and memory. A table shows the processor seconds at both
sizes, and the memory at the larger one. Four times the size should take four times as long. If it takes more than eight
times as long, and more than a second, the line is marked and the program ends with exit code 1.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
import zipfile
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from typing import Any, Final

import click

from simplifier.base.errors import InputError

__all__ = ["FAMILIES", "grown"]

_SECONDS: Final = 120  # of processor time
_MEGABYTES: Final = 8192
_STEEP: Final = 8.0  # times as long for four times the size
_NOTICED: Final = 1.0  # seconds at the larger size, below which no growth counts
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def _document(kind: str, data: bytes, **options: object) -> None:
    from simplifier.documents import FORMATS

    document = FORMATS[kind](data, name="f", **options)
    document.passages()
    document.written([])


def _file(kind: str, made: Callable[[int], str], **options: object) -> Callable[[int], None]:
    return lambda size: _document(kind, made(size).encode(), **options)


def _word(made: Callable[[int], str]) -> Callable[[int], None]:
    def read(size: int) -> None:
        stream = BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("_rels/.rels", "<R/>")
            body = f'<w:document xmlns:w="{_WORD}"><w:body>{made(size)}</w:body></w:document>'
            archive.writestr("word/document.xml", body)
        _document("docx", stream.getvalue())

    return read


def _read(text: str) -> None:
    from simplifier.languages import language_named
    from simplifier.text import sentences_of
    from simplifier.text.code import code_marks

    for name in ("en", "es"):
        for sentence in sentences_of(text, language_named(name)):
            code_marks(sentence.text, sentence.tokens)


def _text(made: Callable[[int], str]) -> Callable[[int], None]:
    return lambda size: _read(made(size))


def _of(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + piece * max(1, size // len(piece)) + after


#: Functions that make a file or text of a size (in characters) and read it, by name.
FAMILIES: Final[dict[str, Callable[[int], None]]] = {
    "text, one word": _text(_of("x")),
    "text, letters and dots": _text(_of("a.")),
    "text, apostrophes": _text(_of("'s", "a")),
    "text, abbreviations": _text(_of("e.g. ")),
    "text, marks": _text(_of("?!", "Why", " a")),
    "text, brackets": _text(_of("([")),
    "text, quotation marks": _text(_of("\u201c\"'")),
    "text, combining marks": _text(_of("\u0301", "e")),
    "text, bidirectional controls": _text(_of("\u202ea\u202c ")),
    "text, zero width": _text(_of("a\u200b\u200d")),
    "text, hyphens": _text(_of("a-")),
    "text, addresses": _text(_of("http://a")),
    "text, code": _text(_of("a_b(`")),
    "lines of code": _file("text", _of(" b", "\n    A")),
    "Markdown, brackets": _file("markdown", _of("[")),
    "Markdown, links": _file("markdown", _of("[a](b) ")),
    "Markdown, emphasis": _file("markdown", _of("*a **b ")),
    "Markdown, backticks": _file(
        "markdown", lambda size: "".join("a" + "`" * n for n in range(int((2 * size) ** 0.5)))
    ),
    "Markdown, quotes": _file("markdown", _of(">", "", " a")),
    "Markdown, lists": _file("markdown", _of("- ", "", "a")),
    "Markdown, table": _file("markdown", _of("|a", "|a|b|\n|-|-|\n", "|\n")),
    "Markdown, heading": _file("markdown", _of(" ", "# a", "b")),
    "Markdown, HTML": _file("markdown", _of("<a b='")),
    "HTML, elements": _file("html", _of("<b>", "", "a")),
    "HTML, one tag": _file("html", _of("x ", "<a ")),
    "HTML, attributes": _file("html", _of("=\"='", "<a ")),
    "HTML, comments": _file("html", _of("<!--")),
    "HTML, scripts": _file("html", _of("<script>")),
    "HTML, entities": _file("html", _of("&amp")),
    "table, quotation marks": _file("csv", _of('""', 'a\n"', '"\n'), columns=["a"]),
    "table, cells": _file("csv", _of("x,", "a,b\n"), columns=["a"]),
    "JSON Lines, deep": _file(
        "jsonl",
        lambda size: '{"a": ' + "[" * 500 + '"x y",' * (size // 6) + '"z"' + "]" * 500 + "}",
        fields=["a"],
    ),
    "JSON Lines, escapes": _file("jsonl", _of("\\u0041", '{"a": "', '"}'), fields=["a"]),
    "subtitles": _file("srt", _of("<i", "1\n00:00:01,000 --> 00:00:02,000\n")),
    "Word, paragraphs": _word(_of("<w:p><w:r><w:t>a b</w:t></w:r></w:p>")),
    "Word, runs": _word(_of("<w:r><w:t>a </w:t></w:r>", "<w:p>", "</w:p>")),
    "Word, text": _word(_of("a ", "<w:p><w:r><w:t>", "</w:t></w:r></w:p>")),
    "Word, attributes": _word(_of("x", '<w:p a="', '"/>')),
}


def _inside(name: str, size: int, pipe: Any) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (_MEGABYTES << 20, _MEGABYTES << 20))
    began = time.process_time()
    try:
        FAMILIES[name](size)
        outcome = "read"
    except InputError as error:
        outcome = "refused" if "\n" not in str(error) else "refused in several lines"
    except Exception as error:
        outcome = type(error).__name__
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    pipe.send((outcome, time.process_time() - began, peak))


def grown(name: str, size: int) -> tuple[str, float, float]:
    """Return how the reading of a text ended, its processor seconds, and its greatest memory in MB."""
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_inside, args=(name, size, there))
    process.start()
    there.close()
    try:
        found: tuple[str, float, float] = here.recv()
    except EOFError:
        found = ("died", float(_SECONDS), 0.0)
    process.join()
    return found


@click.command()
@click.option("--size", default=250_000, show_default=True, help="Characters of the smaller size.")
@click.option("--family", "families", multiple=True, type=click.Choice(list(FAMILIES)))
def main(size: int, families: tuple[str, ...]) -> None:
    """Measure all families."""
    from simplifier.languages import language_named

    bad = False
    click.echo(f"| | outcome | s at {size:,} | s at {4 * size:,} | MB |\n|---|---|---|---|---|")
    for module in (
        "simplifier.documents.markdown",
        "simplifier.documents.office.docx",
    ):
        import_module(module)  # once for all processes, which are forked: imports do not count as reading
    language_named("en")
    for name in families or FAMILIES:
        _, small, _ = grown(name, size)
        outcome, large, peak = grown(name, 4 * size)
        steep = outcome not in ("read", "refused") or (large > _NOTICED and large > _STEEP * small)
        bad |= steep
        click.echo(f"| {name} | {outcome}{' (!)' if steep else ''} | {small:.2f} | {large:.2f} | {peak:.0f} |")
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
