"""EPUB books: the pages in reading order, each read as HTML."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final
from urllib.parse import unquote

from simplifier.base.errors import FormatError
from simplifier.documents.base import Passage, PassageResult
from simplifier.documents.html import Html
from simplifier.documents.office.markup_source import Element, Source
from simplifier.documents.office.package import Package

__all__ = ["Epub"]

_CONTAINER: Final = "META-INF/container.xml"
_ENCRYPTION: Final = "META-INF/encryption.xml"
_TYPE: Final = b"application/epub+zip"
_PAGES: Final = {"application/xhtml+xml", "text/html", "application/x-dtbncx+html"}
_SPACES: Final[dict[str, str]] = {}  # local names are enough to tell the elements apart


class Epub:
    """An EPUB book.

    The text of its pages is rewritten, in reading order; tables of contents, metadata and all other parts stay.

    Args:
        data: the bytes of the file.
        name: the name of the file, for messages.

    Raises:
        FormatError: a file that is no EPUB book, is damaged, has encrypted pages, or is too large.
    """

    name: ClassVar[str] = "epub"
    suffixes: ClassVar[tuple[str, ...]] = (".epub",)

    def __init__(self, data: bytes, name: str = "<input>") -> None:
        self._package = Package(data, name, "EPUB book")
        if "mimetype" in self._package and self._package.read("mimetype").strip() != _TYPE:
            raise FormatError(name, "not an EPUB book: its mimetype is another")
        parts = self._reading_order()
        hidden = self._encrypted()
        for part in parts:
            if part in hidden:
                raise FormatError(name, f"{part} is encrypted; use a copy without protection")
        self._pages = [(part, Html(self._package.read_text(part), f"{name}: {part}")) for part in parts]
        self._found = [
            (part, page, place, passage.text)
            for part, page in self._pages
            for place, passage in enumerate(page.passages())
        ]

    def _root(self, part: str) -> Element:
        data = self._package.read_text(part)
        return Source(data, f"{self._package.name}: {part}", _SPACES, loose=True).root

    def _reading_order(self) -> list[str]:
        files = (one for one in self._root(_CONTAINER).walk() if one.name == "rootfile")
        book = next((one.attributes.get("full-path", "") for one in files), "")
        if not book:
            raise FormatError(self._package.name, f"{_CONTAINER} names no book")
        root = self._root(book)
        items = {one.attributes.get("id", ""): one.attributes for one in root.walk() if one.name == "item"}
        parts = []
        for one in root.walk():
            item = items.get(one.attributes.get("idref", "")) if one.name == "itemref" else None
            if item and item.get("media-type") in _PAGES and "href" in item:
                href = unquote(item["href"].partition("#")[0])
                parts.append(posixpath.normpath(posixpath.join(posixpath.dirname(book), href)))
        if not parts:
            raise FormatError(self._package.name, f"{book} names no pages to read")
        return list(dict.fromkeys(parts))

    def _encrypted(self) -> set[str]:
        if _ENCRYPTION not in self._package:
            return set()
        references = (one for one in self._root(_ENCRYPTION).walk() if one.name == "CipherReference")
        return {unquote(one.attributes.get("URI", "")).lstrip("/") for one in references}

    def passages(self) -> Sequence[Passage]:
        """Return the passages; a place reads "OEBPS/one.xhtml passage 3"."""
        return [Passage(text, f"{part} passage {place + 1}") for part, _, place, text in self._found]

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """See `DocumentReader`."""
        found = []
        for result in changed:
            _, page, place, _ = self._found[result.number]
            (own,) = page.fitted([replace(result, number=place)])
            found.append(replace(own, number=result.number))
        return found

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """Return the book with these passages rewritten; an edit that would damage a page is left out."""
        own: dict[str, list[PassageResult]] = {}
        for result in changed:
            part, _, place, _ = self._found[result.number]
            own.setdefault(part, []).append(replace(result, number=place))
        pages = {part: page.written(own[part]) for part, page in self._pages if part in own}
        return self._package.written(pages)
