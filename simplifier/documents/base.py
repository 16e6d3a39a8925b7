"""The interface of formats: passages of running text, edits of passages, and the list of all formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, Protocol

from simplifier.record.edits import applied
from simplifier.text.segmentation import BEHIND_LIST

if TYPE_CHECKING:
    from simplifier.record.result import Result

__all__ = [
    "BEHIND",
    "FORMATS",
    "DocumentReader",
    "ITEM",
    "Format",
    "Passage",
    "PassageResult",
    "Rewritten",
    "TextEdit",
    "recognise",
]


#: Unicode noncharacters, which no text contains. They mark the beginning of an item, and the text behind a list.
ITEM: Final = "\ufdd0"
BEHIND: Final = "\ufdd1"


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of running text: one paragraph, heading, cell or cue.

    Attributes:
        text: plain text without inline marks; a `MarkedText` if spans of it must stay (code within a line).
        place: the place of the passage in the file: words for people, or a form that only its format knows.
        line: the line of the file where it begins, from 1; 0 in formats without lines.
    """

    text: str
    place: object
    line: int = 0

    def where(self, number: int) -> str:
        """Return its place in words for people.

        Args:
            number: its number, from 1, which is told if nothing better is known.
        """
        if isinstance(self.place, str):
            return self.place
        return f"line {self.line}" if self.line else f"passage {number}"


class TextEdit(NamedTuple):
    """Half-open characters of the passage's old text, and what stands there now.

    In what stands there now an item of a list begins with `ITEM`, and the text behind a list with `BEHIND`. Edits with
    the same number in ``change`` stand or fall together. -1 is that of an edit of no known change, which belongs to
    those that only white space parts from it.
    """

    start: int
    end: int
    target: str
    change: int = -1


@dataclass(frozen=True, slots=True)
class PassageResult:
    """The rewriting of a passage.

    Attributes:
        number: the number of the passage, from 0.
        text: the new text.
        edits: the edits that turn the old text into the new one, in order.
    """

    number: int
    text: str
    edits: tuple[TextEdit, ...]

    def only(self, old: str, edits: Sequence[TextEdit]) -> PassageResult:
        """Return the rewriting with some of its edits, or with parts of them.

        Args:
            old: the old text of the passage.
            edits: the edits that are made, in order.
        """
        if tuple(edits) == self.edits:
            return self
        text = applied(old, edits).replace(ITEM, "\n- ").replace(BEHIND, BEHIND_LIST)
        return PassageResult(self.number, text, tuple(edits))


class DocumentReader(Protocol):
    """A file of one format.

    Attributes:
        name: the name of the format.
        suffixes: the suffixes of its files, with their dots, in lower case.
    """

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    def passages(self) -> Sequence[Passage]:
        """Return the passages of the file, in order."""
        ...

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """Return these passages without the edits that would damage the marks of the file."""
        ...

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """Return the file with these passages rewritten as far as they fit, and everything else byte for byte."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """A format; called with the bytes of a file, it returns the reader.

    Attributes:
        home: module and class of the reader, with a colon between.
        suffixes: the suffixes of its files, with their dots.
        options: the options of the reader, beside ``name`` (the name of the file, for messages).
        archive: True if its files are no text; they are not written to a terminal or behind another file.
        written_as: suffix of the output, if that is another format; empty if not.
        remark: what users must know about every result; empty for nothing.
        of_records: True if its passages are texts by themselves, not one document.
        lists: True if a passage may become several, with a list among them.
    """

    home: str
    suffixes: tuple[str, ...]
    options: tuple[str, ...] = ()
    archive: bool = False
    written_as: str = ""
    remark: str = ""
    of_records: bool = False
    lists: bool = False

    def __call__(self, data: bytes, **options: object) -> DocumentReader:
        """Read a file.

        Raises:
            InputError: the file is not of this format.
        """
        module, _, reader = self.home.partition(":")
        factory: Callable[..., DocumentReader] = getattr(import_module(module), reader)
        return factory(data, **options)


#: Every format by its name.
FORMATS: Final[dict[str, Format]] = {
    "text": Format("simplifier.documents.plain:PlainText", (".txt", ".text"), lists=True),
    "markdown": Format(
        "simplifier.documents.markdown:Markdown",
        (".md", ".markdown", ".mkd"),
        lists=True,
    ),
    "html": Format("simplifier.documents.html:Html", (".html", ".htm", ".xhtml"), lists=True),
    "srt": Format("simplifier.documents.subtitles:Srt", (".srt",)),
    "vtt": Format("simplifier.documents.subtitles:Vtt", (".vtt",)),
    "csv": Format("simplifier.documents.cells:Csv", (".csv",), ("columns",), of_records=True),
    "tsv": Format("simplifier.documents.cells:Tsv", (".tsv", ".tab"), ("columns",), of_records=True),
    "jsonl": Format("simplifier.documents.json_lines:JsonLines", (".jsonl", ".ndjson"), ("fields",), of_records=True),
    "docx": Format(
        "simplifier.documents.office.docx:Docx",
        (".docx", ".docm", ".dotx", ".dotm"),
        ("tracked",),
        archive=True,
        lists=True,
    ),
    "odt": Format("simplifier.documents.office.odt:Odt", (".odt", ".ott"), ("tracked",), archive=True),
    "epub": Format("simplifier.documents.office.epub:Epub", (".epub",), archive=True),
    "pdf": Format(
        "simplifier.documents.office.pdf:Pdf",
        (".pdf",),
        written_as=".txt",
        remark="only the text of a PDF file is read; its layout is not kept",
    ),
}

#: Formats that are recognised by the beginning of a file if its name does not tell, tried in this order: every zip
#: archive matches the expression for Word, so the other archives come first.
_BEGINNINGS: Final = (
    ("pdf", re.compile(rb"%PDF-")),
    ("epub", re.compile(rb"PK\x03\x04.{26}mimetypeapplication/epub\+zip", re.S)),
    ("odt", re.compile(rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument", re.S)),
    # The second alternative is Word before 2007, which the reader refuses with a message.
    ("docx", re.compile(rb"PK\x03\x04|\xd0\xcf\x11\xe0")),
    ("vtt", re.compile(rb"(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)")),
    ("srt", re.compile(rb"(?:\xef\xbb\xbf)?\s*\d+[ \t]*\r?\n\d+:\d\d:\d\d,\d+ --> ")),
    (
        "html",
        re.compile(rb"(?:\xef\xbb\xbf)?\s*(?><!--.{,400}?-->\s*)*<(?:!doctype\s+html|html)[\s>]", re.I | re.S),
    ),
)


def recognise(name: str | None, head: bytes) -> str:
    """Return the name of a file's format, by its suffix or its beginning; ``text`` if neither tells.

    Args:
        name: the name of the file, or None.
        head: its first few hundred bytes.
    """
    suffix = Path(name).suffix.lower() if name else ""
    for known, one in FORMATS.items():
        if suffix in one.suffixes:
            return known
    return next((known for known, pattern in _BEGINNINGS if pattern.match(head)), "text")


class Rewritten(NamedTuple):
    """A rewritten document.

    Attributes:
        data: the bytes of the new file.
        results: the result of each passage, with the changes that the file got and no others.
    """

    data: bytes
    results: tuple[Result, ...]
