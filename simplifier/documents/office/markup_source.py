"""XML trees whose nodes know their bytes in the file, so that a change leaves all other bytes as they are."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.entities import html5
from typing import Final, NamedTuple
from xml.parsers import expat

from simplifier.base.errors import FormatError

__all__ = ["Characters", "Element", "Source", "Splice", "escaped"]

_TAG: Final = re.compile(rb"""<(?:[^<>"']++|"[^"]*"|'[^']*')*+>""")
_ENCODING: Final = re.compile(rb"""\s*<\?xml[^>]{,200}?\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_DEEPEST: Final = 256


@dataclass(slots=True, eq=False)
class Characters:
    """Text between two marks.

    Attributes:
        value: the characters.
        start: first byte.
        end: after the last byte.
        whole: True if the text cannot be changed in part: an entity that the document type declares.
    """

    value: str
    start: int
    end: int
    whole: bool = False


@dataclass(slots=True, eq=False)
class Element:
    """An element. Names have the prefixes that the reader gave to namespaces, whatever those of the file are.

    Attributes:
        name: name with its prefix, such as ``w:p``; without a prefix if the namespace is not known.
        attributes: the values of attributes, by names of the same kind.
        start: first byte of the start tag.
        inner: after the start tag.
        inner_end: first byte of the end tag; equal to ``inner`` for an empty-element tag.
        end: after the end tag.
        parent: the element around it; None for the root.
        children: elements and text, in order.
    """

    name: str
    attributes: dict[str, str]
    start: int
    inner: int
    parent: Element | None
    inner_end: int = 0
    end: int = 0
    children: list[Element | Characters] = field(default_factory=list)

    def elements(self) -> Iterator[Element]:
        """Yield the child elements."""
        return (child for child in self.children if isinstance(child, Element))

    def find(self, name: str) -> Element | None:
        """Return the first child element of a name; None if there is none."""
        return next((child for child in self.elements() if child.name == name), None)

    def walk(self) -> Iterator[Element]:
        """Yield the element and all elements inside it, in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(list(element.elements())))

    def text(self) -> str:
        """Return all text inside the element."""
        return "".join(child.value if isinstance(child, Characters) else child.text() for child in self.children)


class Splice(NamedTuple):
    """New bytes for a half-open span of bytes."""

    start: int
    end: int
    data: bytes


def escaped(text: str) -> bytes:
    """Return text escaped for use between tags, in UTF-8."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    return text.encode("utf-8")


class Source:
    """A part of a document in XML.

    Args:
        data: the bytes of the part.
        name: the name of the part, for messages.
        spaces: the prefix to use for each namespace, whatever prefix the part uses.
        loose: True to read entities that the document does not declare as those of HTML.

    Raises:
        FormatError: broken XML, an unknown encoding, or elements that are nested too deeply.

    Attributes:
        encoding: the Python name of the part's own encoding.
        data: the part in UTF-8, to which all byte positions refer.
        root: the root element.
    """

    def __init__(self, data: bytes, name: str, spaces: Mapping[str, str], *, loose: bool = False) -> None:
        self.encoding = _encoding(data)
        try:
            decoded = data if self.encoding == "utf-8" else data.decode(self.encoding).encode("utf-8")
        except (LookupError, UnicodeError):
            raise FormatError(name, f"is not {self.encoding} as it says; save the document anew") from None
        self.data = decoded
        try:
            self.root = _Parser(self.data, spaces, loose).root()
        except expat.ExpatError as error:
            problem = f"broken XML ({expat.ErrorString(error.code)}); save the document anew in its program"
            raise FormatError(name, problem, error.lineno) from None
        except RecursionError:
            raise FormatError(name, f"elements lie more than {_DEEPEST} deep in each other") from None

    def raw(self, start: int, end: int) -> bytes:
        """Return the bytes of a half-open span."""
        return self.data[start:end]

    def tag(self, element: Element) -> bytes:
        """Return the name of an element as the file writes it."""
        found = re.match(rb"<([^\s/>]+)", self.data[element.start : element.inner])
        assert found, "an element begins with its tag"
        return found[1]

    def spliced(self, splices: Sequence[Splice]) -> bytes:
        """Return the part with spans of bytes replaced, in its own encoding; spans must not overlap."""
        parts: list[bytes] = []
        place = 0
        for start, end, data in sorted(splices):
            parts += (self.data[place:start], data)
            place = end
        parts.append(self.data[place:])
        whole = b"".join(parts)
        if self.encoding == "utf-8":
            return whole
        return whole.decode("utf-8").encode(self.encoding, "xmlcharrefreplace")


def _encoding(data: bytes) -> str:
    """Return the Python name of a part's encoding.

    UTF-16 is named with its byte order, so that the byte order mark is decoded as a character and written again.
    """
    for mark, name in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            return name
    declared = _ENCODING.match(data.removeprefix(codecs.BOM_UTF8))
    name = declared[1].decode("ascii").lower() if declared else "utf-8"
    return "utf-8" if name in ("utf8", "us-ascii", "ascii") else name


class _Parser:
    """Builds the tree of a part in UTF-8."""

    def __init__(self, data: bytes, spaces: Mapping[str, str], loose: bool) -> None:
        self._data = data
        self._spaces = spaces
        self._names: dict[str, str] = {}
        self._root: Element | None = None
        self._open: list[Element] = []
        self._cdata: tuple[int, list[str]] | None = None
        self._expat = expat.ParserCreate("utf-8", namespace_separator=" ")
        self._expat.buffer_text = False
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._characters
        self._expat.StartCdataSectionHandler = self._start_cdata
        self._expat.EndCdataSectionHandler = self._end_cdata
        self._expat.SkippedEntityHandler = self._entity
        # With a default handler expat does not expand entities of the document, so nested entities cannot fill memory.
        self._expat.DefaultHandler = lambda data: None
        if loose:
            self._expat.UseForeignDTD(True)

    def root(self) -> Element:
        self._expat.Parse(self._data, True)
        assert self._root is not None, "XML without a root element is refused by the parser"
        return self._root

    def _name(self, name: str) -> str:
        known = self._names.get(name)
        if known is None:
            space, _, local = name.rpartition(" ")
            prefix = self._spaces.get(space, "")
            known = self._names[name] = f"{prefix}:{local}" if prefix else local
        return known

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        start = self._expat.CurrentByteIndex
        tag = _TAG.match(self._data, start)
        assert tag, "the parser found a tag here"
        parent = self._open[-1] if self._open else None
        if len(self._open) == _DEEPEST:
            raise RecursionError
        named = {self._name(key): value for key, value in attributes.items()}
        element = Element(self._name(name), named, start, tag.end(), parent)
        if parent is None:
            self._root = element
        else:
            parent.children.append(element)
        self._open.append(element)

    def _end(self, name: str) -> None:
        element = self._open.pop()
        if self._data.startswith(b"/>", element.inner - 2):
            element.inner_end = element.end = element.inner
            return
        element.inner_end = self._expat.CurrentByteIndex
        element.end = self._data.index(b">", element.inner_end) + 1

    def _characters(self, value: str) -> None:
        if self._cdata is not None:
            self._cdata[1].append(value)
            return
        # expat tells where a piece begins. How many bytes it takes depends on how the file writes it: as a reference,
        # as a line end of one or two bytes (which expat reports as "\n"), or as the characters themselves.
        start = self._expat.CurrentByteIndex
        if self._data.startswith(b"&", start):
            end = self._data.index(b";", start) + 1
        elif value == "\n":
            end = start + (2 if self._data.startswith(b"\r\n", start) else 1)
        else:
            end = start + len(value.encode("utf-8"))
        self._add(Characters(value, start, end))

    def _add(self, piece: Characters) -> None:
        siblings = self._open[-1].children
        last = siblings[-1] if siblings else None
        if isinstance(last, Characters) and last.end == piece.start and not (last.whole or piece.whole):
            last.value += piece.value
            last.end = piece.end
            return
        siblings.append(piece)

    def _start_cdata(self) -> None:
        self._cdata = (self._expat.CurrentByteIndex, [])

    def _end_cdata(self) -> None:
        assert self._cdata is not None, "a section that ends has begun"
        start, values = self._cdata
        self._cdata = None
        end = self._expat.CurrentByteIndex + len(b"]]>")
        self._add(Characters("".join(values), start, end))

    def _entity(self, name: str, is_parameter: bool) -> None:
        if is_parameter or not self._open:
            return
        start = self._expat.CurrentByteIndex
        end = self._data.index(b";", start) + 1
        self._add(Characters(html5.get(f"{name};", "\ufffc"), start, end, whole=True))
