"""What every format gives and takes: passages of running text, and edits of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, Protocol

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


#: Characters that no text has (Unicode's noncharacters): where an item of a list begins, and what is behind.
ITEM: Final = "\ufdd0"
BEHIND: Final = "\ufdd1"


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of running text: one paragraph, heading, cell, cue.

    Attributes:
        text: plain, inline marks taken out; a `MarkedText` where spans of it must stay (code within a line).
        place: the format's own.
    """

    text: str
    place: object


class TextEdit(NamedTuple):
    """Half-open characters of the passage's old text, and what stands there now.

    In what stands there now an item of a list begins with `ITEM`, and the text behind a list with `BEHIND`. Edits with
    the same number in ``change`` stand or fall together.
    """

    start: int
    end: int
    target: str
    change: int = 0


@dataclass(frozen=True, slots=True)
class PassageResult:
    """What became of a passage.

    Attributes:
        number: the number of the passage, from 0.
        text: the new one.
        edits: the edits that turn the old text into it, in order; edits with only white space between them belong
            together.
    """

    number: int
    text: str
    edits: tuple[TextEdit, ...]


class DocumentReader(Protocol):
    """A file of one format.

    Attributes:
        name: the name of the format.
        suffixes: the suffixes of its files, with their dots, in lower case.
    """

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    def passages(self) -> Sequence[Passage]:
        """Return the running text."""
        ...

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """Return the file with these passages rewritten, all else byte for byte.

        An edit that would damage the marks of the file is left out.
        """
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """How a format is opened; called with the bytes of a file it gives the reader.

    Attributes:
        home: module and class of the reader.
        suffixes: the suffixes of its files.
        options: the options that it takes beside ``name``, the file's, for messages.
        archive: a file of it is no text: it goes to no terminal, and not behind another file.
        written_as: suffix of what is written, where that is another format.
        remark: what a user has to know of every result.
        of_records: its passages are texts by themselves, not one document.
        lists: a passage may become several, with a list among them.
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
            InputError: it is not of this format.
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

#: Formats told by how a file begins, where its name says nothing.
_BEGINNINGS: Final = (
    ("pdf", re.compile(rb"%PDF-")),
    ("epub", re.compile(rb"PK\x03\x04.{26}mimetypeapplication/epub\+zip", re.S)),
    ("odt", re.compile(rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument", re.S)),
    # The second is Word before 2007, which the reader refuses.
    ("docx", re.compile(rb"PK\x03\x04|\xd0\xcf\x11\xe0")),
    ("vtt", re.compile(rb"(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)")),
    ("srt", re.compile(rb"(?:\xef\xbb\xbf)?\s*\d+[ \t]*\r?\n\d+:\d\d:\d\d,\d+ --> ")),
    (
        "html",
        re.compile(rb"(?:\xef\xbb\xbf)?\s*(?><!--.{,400}?-->\s*)*<(?:!doctype\s+html|html)[\s>]", re.I | re.S),
    ),
)


def recognise(name: str | None, head: bytes) -> str:
    """Return the name of a file's format, ``text`` where nothing tells another.

    Args:
        name: the name of the file, or None.
        head: its first bytes, a few hundred.
    """
    suffix = Path(name).suffix.lower() if name else ""
    for known, one in FORMATS.items():
        if suffix in one.suffixes:
            return known
    return next((known for known, pattern in _BEGINNINGS if pattern.match(head)), "text")


class Rewritten(NamedTuple):
    """A rewritten document.

    Attributes:
        data: the file.
        results: one for each passage, as the model gave them.
    """

    data: bytes
    results: tuple[Result, ...]
