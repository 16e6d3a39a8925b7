"""XML whose every node knows its bytes, so that a change leaves all other bytes as they are."""

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
        value: its characters.
        start: first byte.
        end: after the last byte.
        whole: True if it stands or falls as one, as an entity of the document type does.
    """

    value: str
    start: int
    end: int
    whole: bool = False


@dataclass(slots=True, eq=False)
class Element:
    """An element; its name has the prefix that the reader knows the name space by.

    Attributes:
        name: ``w:p``, or without a prefix where the name space is not known.
        attributes: values by names of the same kind.
        start: first byte of the start tag.
        inner: after the start tag.
        inner_end: first byte of the end tag; ``inner`` where the element is empty.
        end: after the end tag.
        parent: None of the root.
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
        """Yield the elements right in it."""
        return (child for child in self.children if isinstance(child, Element))

    def find(self, name: str) -> Element | None:
        """Return the first element right in it of a name."""
        return next((child for child in self.elements() if child.name == name), None)

    def walk(self) -> Iterator[Element]:
        """Yield it and all elements in it, in the order of the document."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(list(element.elements())))

    def text(self) -> str:
        """Return all text in it."""
        return "".join(child.value if isinstance(child, Characters) else child.text() for child in self.children)


class Splice(NamedTuple):
    """Bytes that take the place of others."""

    start: int
    end: int
    data: bytes


def escaped(text: str) -> bytes:
    """Return text as it stands between tags, in UTF-8."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    return text.encode("utf-8")


class Source:
    """A part in XML.

    Args:
        data: the part.
        name: the name of the part, for messages.
        spaces: the prefix that stands for each name space here, whatever it is in the part.
        loose: entities that the document does not declare are taken as those of HTML.

    Raises:
        FormatError: broken XML, or an encoding that is not known.
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
        """Return the bytes of a place."""
        return self.data[start:end]

    def tag(self, element: Element) -> bytes:
        """Return the name of an element as it is written."""
        found = re.match(rb"<([^\s/>]+)", self.data[element.start : element.inner])
        assert found, "an element begins with its tag"
        return found[1]

    def spliced(self, splices: Sequence[Splice]) -> bytes:
        """Return the part with bytes replaced, in its own encoding."""
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
    """Return the Python name of an encoding; UTF-16 with its byte order, so that its mark is a character."""
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
        # With it no entity of the document is expanded, however often it holds itself.
        self._expat.DefaultHandler = lambda data: None
        if loose:
            self._expat.UseForeignDTD(True)

    def root(self) -> Element:
        self._expat.Parse(self._data, True)
        assert self._root is not None, "what has no root is broken"
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
