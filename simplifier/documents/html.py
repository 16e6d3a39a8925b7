"""HTML and XHTML: running text is located in the source, and everything else is never written anew."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from functools import partial
from html import unescape
from typing import ClassVar, Final, NamedTuple

from simplifier.documents.base import BEHIND, ITEM, Passage, PassageResult
from simplifier.documents.decoding import decoded
from simplifier.documents.positions import (
    FIXED,
    THING,
    WHOLE,
    Listed,
    Place,
    PlaceBuilder,
    Replacement,
    fitting_at,
    replaced,
    shown,
    spliced,
    with_lines,
)

__all__ = ["Html", "escaped", "html_passages"]

#: Comments, declarations, processing instructions and tags; everything between them is text.
_MARK: Final = re.compile(
    r"""<!--(?:>|->|.*?(?:--!?>|\Z)) | <!\[CDATA\[.*?(?:\]\]>|\Z) | <![^>]*(?:>|\Z) | <\?.*?(?:>|\Z)
    | </(?P<close>[A-Za-z][^\s/>]*)[^>]*(?:>|\Z)
    | <(?P<open>[A-Za-z][^\s/>]*)(?P<rest>(?:[^>"'=]++|=\s*+(?:"[^"]*"|'[^']*')?|["'])*+)(?:>|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_IDENTITY: Final = re.compile(r"""\sid\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.I)
_CHARSET: Final = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?([\w.:-]+)|encoding=["']([\w.-]+)["']\s*\?>""", re.I)
_FOREIGN: Final = re.compile(r"""\stranslate\s*=\s*["']?no\b|\sclass\s*=\s*["'][^"']*\bnotranslate\b""", re.I)

#: Elements that stand within a line of running text.
_INLINE: Final = frozenset(
    "a abbr acronym b bdi bdo big cite data del dfn em font i ins label mark nobr q rp rt ruby s small span"
    " strike strong sub sup time u wbr".split()
)
#: Elements whose text is rewritten word by word but not restructured: headings, items, cells, quotations.
_WHOLE: Final = frozenset(
    "h1 h2 h3 h4 h5 h6 title caption legend summary option li dt dd th td blockquote figcaption".split()
)
#: Elements around those. Their end also ends elements inside them that the file does not close itself.
_AROUND_WHOLE: Final = frozenset("ul ol menu dl table".split())
#: Elements whose content stays and stands for one thing in a line of text.
_KEPT_INLINE: Final = frozenset("code kbd samp var tt svg math button select object".split())
#: Elements whose content stays, and which end a passage.
_KEPT: Final = frozenset(
    "pre script style textarea template xmp iframe noembed noframes noscript listing plaintext canvas audio"
    " video address datalist".split()
)
#: Elements in which no tag is read but their own closing tag.
_RAW: Final = frozenset("script style textarea xmp iframe noembed noframes plaintext".split())
_VOID: Final = frozenset(
    "area base br col embed hr img input link meta param source track wbr basefont bgsound frame".split()
)
#: Void elements that stand for something in a line of text.
_THINGS: Final = {"br": "\n", "img": THING, "input": THING, "embed": THING}


class _Mark(NamedTuple):
    """A tag or another mark.

    Attributes:
        start: first character.
        end: after the last one.
        element: name of the element in lower case; empty for marks that are no tags.
        kind: ``open``, ``close``, ``void`` or ``other``.
        rest: the attributes, as written.
    """

    start: int
    end: int
    element: str
    kind: str
    rest: str = ""


def escaped(text: str) -> str:
    """Return text with ``&``, ``<`` and ``>`` escaped for HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _marks(text: str) -> Iterator[_Mark]:
    """Yield the marks of a file, in order."""
    place = 0
    while match := _MARK.search(text, place):
        place = match.end()
        if match["close"]:
            yield _Mark(*match.span(), match["close"].lower(), "close")
        elif match["open"]:
            element, rest = match["open"].lower(), match["rest"] or ""
            whole = element in _VOID or rest.rstrip().endswith("/")
            yield _Mark(*match.span(), element, "void" if whole else "open", rest)
            if element in _RAW and not whole:
                end = re.compile(rf"</{re.escape(element)}(?=[\s/>])", re.I).search(text, place)
                place = len(text) if end is None or element == "plaintext" else end.start()
        else:
            yield _Mark(*match.span(), "", "other")


class _Paragraph(NamedTuple):
    """The tags of a ``p`` element whose whole content is one passage."""

    opening: _Mark
    closing: _Mark


def html_passages(text: str) -> list[Passage]:
    """Return the passages of a file; the place of each is a `Place`."""
    return _Reader(text).passages


class _Reader:
    """Reads the passages of a file in one pass.

    Attributes:
        passages: the passages, in order.
        paragraphs: for each passage, the ``p`` element that it is the whole content of; None if there is none.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._builder = PlaceBuilder()
        # Inside an element whose content stays, only elements of the same name are counted, to find its end.
        self._kept: list[str] = []
        self._kept_start = 0
        self._open: list[str] = []  # open elements of _WHOLE and _AROUND_WHOLE
        self.passages: list[Passage] = []
        self.paragraphs: list[_Paragraph | None] = []
        self._block: _Mark | None = None  # the tag behind which the passage begins
        place = 0
        for mark in _marks(text):
            if not self._kept:
                self._add(place, mark.start)
            self._mark(mark)
            place = mark.end
        if not self._kept:
            self._add(place, len(text))
        self._end()

    def _mark(self, mark: _Mark) -> None:
        if self._kept:
            if mark.kind == "open" and mark.element == self._kept[0]:
                self._kept.append(mark.element)
            elif mark.kind == "close" and mark.element == self._kept[0]:
                self._kept.pop()
                if not self._kept and (mark.element in _KEPT_INLINE or mark.element in _INLINE):
                    inside = unescape(_MARK.sub("", self._text[self._kept_start : mark.end]))
                    self._builder.add(shown(inside), self._kept_start, mark.end, FIXED)
            return
        known = mark.element in _INLINE or mark.element in _KEPT_INLINE
        if mark.kind == "open" and (
            mark.element in _KEPT or mark.element in _KEPT_INLINE or _FOREIGN.search(mark.rest)
        ):
            self._kept, self._kept_start = [mark.element], mark.start
            if not known:
                self._end()
                self._block = None
        elif mark.element in _THINGS:
            self._builder.add(_THINGS[mark.element], mark.start, mark.end, FIXED)
        elif not known and mark.kind != "other":
            self._end(mark)
            self._enter(mark)
            self._block = mark

    def _enter(self, mark: _Mark) -> None:
        """Keep account of the open elements whose text is not restructured."""
        if mark.element not in _WHOLE | _AROUND_WHOLE:
            return
        if mark.kind == "open":
            self._open.append(mark.element)
        elif mark.kind == "close" and mark.element in self._open:
            while self._open.pop() != mark.element:
                pass

    def _add(self, start: int, end: int) -> None:
        place = start
        for match in _ENTITY.finditer(self._text, start, end):
            self._builder.add(self._text[place : match.start()], place, match.start())
            self._builder.add(unescape(match[0]), *match.span(), WHOLE)
            place = match.end()
        self._builder.add(self._text[place:end], place, end)

    def _end(self, mark: _Mark | None = None) -> None:
        """End a passage at a mark."""
        block = self._block
        paragraph = None
        if block is not None and mark is not None and (block.element, block.kind) == ("p", "open"):
            paragraph = _Paragraph(block, mark) if (mark.element, mark.kind) == ("p", "close") else None
        text = self._builder.text(whole=not _WHOLE.isdisjoint(self._open), lists=paragraph is not None)
        if any(map(str.isalpha, text)):
            self.passages.append(Passage(text, self._builder.place()))
            self.paragraphs.append(paragraph)
        self._builder = PlaceBuilder()


class Html:
    """An HTML or XHTML file: UTF-8, or in the encoding that it names.

    Args:
        data: the bytes of the file.
        name: the name of the file, for messages.

    Raises:
        FormatError: a byte that is not UTF-8, if no other encoding fits.
    """

    name: ClassVar[str] = "html"
    suffixes: ClassVar[tuple[str, ...]] = (".html", ".htm", ".xhtml")

    def __init__(self, data: bytes, name: str = "<input>") -> None:
        self._encoding = _encoding(data)
        self._text = decoded(data, name) if self._encoding == "utf-8" else data.decode(self._encoding)
        reader = _Reader(self._text)
        self._passages, self._paragraphs = with_lines(self._text, reader.passages), reader.paragraphs

    def passages(self) -> Sequence[Passage]:
        """See `DocumentReader`."""
        return self._passages

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """See `DocumentReader`."""
        return [fitting_at(self._passages[one.number], one, self._listing(one)) for one in changed]

    def _listing(self, result: PassageResult) -> Listed:
        return partial(self._listed, self._paragraphs[result.number])

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """See `DocumentReader`."""
        found = []
        for result in changed:
            passage = self._passages[result.number]
            assert isinstance(passage.place, Place)
            found += replaced(self._text, passage.text, passage.place, result, escaped, self._listing(result))
        return spliced(self._text, found).encode(self._encoding, "xmlcharrefreplace")

    def _listed(self, paragraph: _Paragraph | None, one: Replacement) -> Replacement | None:
        """Write a list behind a paragraph; text behind the list goes into a new paragraph.

        None if there is no paragraph, or if the list would stand inside an inline element.
        """
        if paragraph is None or not _is_between_elements(self._text[paragraph.opening.end : one.start]):
            return None
        head, *items = one.target.split(ITEM)
        last, behind, rest = items[-1].partition(BEHIND)
        lines = [f"{escaped(head)}</p>", "<ul>"]
        lines += [f"<li>{escaped(item.strip())}</li>" for item in (*items[:-1], last)]
        lines.append("</ul>")
        opening, closing = paragraph
        end = one.end
        if behind:
            tag = self._text[opening.start : opening.end]
            lines.append(_IDENTITY.sub("", tag) + escaped(rest))  # an identifier must not occur twice
        elif _MARK.sub("", self._text[one.end : closing.start]).strip():
            return None
        else:
            end = closing.end
        return Replacement(one.start, end, "\n".join(lines), len(items), bool(behind))


def _is_between_elements(text: str) -> bool:
    """Return True if every element that begins in a text ends in it, and the other way round."""
    opened: list[str] = []
    for mark in _marks(text):
        if mark.kind == "open":
            opened.append(mark.element)
        elif mark.kind == "close" and (not opened or opened.pop() != mark.element):
            return False
    return not opened


def _encoding(data: bytes) -> str:
    """Return the encoding that a file names, if decoding and encoding by it gives the same bytes; else UTF-8."""
    match = _CHARSET.search(data[:4096])
    if match is None:
        return "utf-8"
    try:
        named = codecs.lookup((match[1] or match[2]).decode("ascii")).name
        if named == "utf-8" or data.decode(named).encode(named) != data:
            return "utf-8"
    except (LookupError, ValueError):
        return "utf-8"
    return named
