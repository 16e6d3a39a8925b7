"""Changes of a Word document as bytes, written in place or as revisions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from simplifier.documents.base import BEHIND, ITEM, TextEdit
from simplifier.documents.office.markup_source import Element, Source, Splice, escaped
from simplifier.documents.office.slots import AUTHOR, Slot, pieces
from simplifier.record.edits import applied

__all__ = ["TRANSITIONAL", "Revisions", "Run", "Words", "list_splice", "plain_splice", "takes_list"]

#: The XML namespace of Word's elements in nearly all documents.
TRANSITIONAL: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

_WHITE: Final = " \t\r\n"


class Run:
    """A run: text of one format.

    Attributes:
        element: the element ``w:r``.
        properties: its child ``w:rPr``, or None.
        content: all its other children.
    """

    def __init__(self, source: Source, element: Element) -> None:
        self.element = element
        self.properties = element.find("w:rPr")
        self.content = [child for child in element.elements() if child is not self.properties]
        self._source = source

    def beginning(self) -> bytes:
        """Return the start tag of the run, with its format."""
        return self._source.raw(self.element.start, self.element.inner) + self.format()

    def format(self) -> bytes:
        """Return the format of the run (``w:rPr``); empty if it has none."""
        own = self.properties
        return b"" if own is None else self._source.raw(own.start, own.end)

    def ending(self) -> bytes:
        """Return the end tag of the run."""
        return self._source.raw(self.element.inner_end, self.element.end)


@dataclass(frozen=True, slots=True)
class Words:
    """An element with text, and the run that it stands in; None for an element that must stay."""

    source: Source
    element: Element
    run: Run | None = None

    @property
    def text(self) -> str:
        """The text as Word shows it; white space at its ends counts only with ``xml:space="preserve"``."""
        text = self.element.text()
        if self.element.attributes.get("xml:space") != "preserve":
            text = text.strip(_WHITE)
        return re.sub(f"[{_WHITE}]", " ", text)

    def prefix(self) -> bytes:
        """Return the namespace prefix of the element as it is written, with its colon; empty if it has none."""
        name, colon, _ = self.source.tag(self.element).rpartition(b":")
        return name + colon


def plain_splice(slot: Slot[Words], edits: Sequence[TextEdit]) -> Splice:
    """Return the change of an element for its share of the edits."""
    words, text = slot.node, applied(slot.text, edits)
    element = words.element
    if element.name != "w:t" and not text:
        return Splice(element.start, element.end, b"")
    if element.name != "w:t":
        return Splice(element.start, element.end, _text_element(words.prefix(), b"t", text))
    tag = words.source.raw(element.start, element.inner)
    if text != text.strip(_WHITE) and element.attributes.get("xml:space") != "preserve":
        tag = tag[:-1] + b' xml:space="preserve">'
    return Splice(element.start, element.inner_end, tag + escaped(text))


def takes_list(slot: Slot[Words]) -> bool:
    """Return True if a list can stand in an element: it is text, and its run a direct child of a paragraph."""
    run = slot.node.run
    if run is None or slot.node.element.name != "w:t":
        return False
    return run.element.parent is not None and run.element.parent.name == "w:p"


def list_splice(slot: Slot[Words], edits: Sequence[TextEdit], bullets: str) -> Splice:
    """Return the change of an element whose share of the edits makes a list, with a paragraph for every item.

    Args:
        slot: the slot of the element.
        edits: its share of the edits.
        bullets: identifier of the style for bullet points; if empty, bullets are written as text with a hanging indent.
    """
    words = slot.node
    element, run = words.element, words.run
    assert run is not None and run.element.parent is not None, "a list stands only where it fits"
    prefix = words.prefix()
    head, *items = applied(slot.text, edits).split(ITEM)
    last, behind, rest = items.pop().partition(BEHIND)
    paragraph = run.element.parent.find("w:pPr")
    style = None if paragraph is None else paragraph.find("w:pStyle")
    own = b"" if style is None else words.source.raw(style.start, style.end)
    format_ = b'<%spStyle %sval="%s"/>' % (prefix, prefix or b"w:", bullets.encode("utf-8"))
    opening = b"" if bullets else _text_element(prefix, b"t", "\u2022") + b"<%stab/>" % prefix
    if not bullets:
        space = prefix or b"w:"
        format_ = own + b'<%sind %sleft="720" %shanging="360"/>' % (prefix, space, space)
    begin = b"</%st>%s</%sp>" % (prefix, run.ending(), prefix)
    item = b"<%sp><%spPr>%s</%spPr>%s%s" % (prefix, prefix, format_, prefix, run.beginning(), opening)
    text = b'<%st xml:space="preserve">' % prefix
    data = words.source.raw(element.start, element.inner)
    if head != head.strip(_WHITE) and element.attributes.get("xml:space") != "preserve":
        data = data[:-1] + b' xml:space="preserve">'
    data += escaped(head)
    for one in (*items, last):
        data += begin + item + text + escaped(one.strip())
    if behind:
        whole = b"" if paragraph is None else words.source.raw(paragraph.start, paragraph.end)
        data += begin + b"<%sp>" % prefix + whole + run.beginning() + text + escaped(rest)
    return Splice(element.start, element.inner_end, data)


def _text_element(prefix: bytes, name: bytes, text: str) -> bytes:
    space = b' xml:space="preserve"' if text != text.strip(_WHITE) else b""
    name = prefix + name
    return b"<%s%s>%s</%s>" % (name, space, escaped(text), name)


class Revisions:
    """Writes changes as revisions (``w:del``, ``w:ins``), which a reader accepts or rejects.

    Args:
        sources: all parts with text; new revisions get numbers above all numbers in these parts.
        date: the date of the revisions.
    """

    def __init__(self, sources: Sequence[Source], date: datetime) -> None:
        numbers = (
            one.attributes["w:id"] for source in sources for one in source.root.walk() if "w:id" in one.attributes
        )
        self._number = max((int(number) for number in numbers if number.isdecimal()), default=0)
        self._date = date.strftime("%Y-%m-%dT%H:%M:%SZ").encode("ascii")

    def splice(self, slot: Slot[Words], edits: Sequence[TextEdit]) -> Splice:
        """Return the change of an element for its share of the edits; the run is divided around revisions."""
        words = slot.node
        element, run = words.element, words.run
        assert run is not None, "text outside runs stays"
        prefix = words.prefix()
        first, last = run.content[0] is element, run.content[-1] is element
        is_open = not first  # whether the bytes written so far leave a run open
        data: list[bytes] = []
        for kind, text in pieces(slot.text, edits):
            if kind:
                data += ([run.ending()] if is_open else []) + [
                    self._revision(prefix, kind, run, self._content(words, kind, text))
                ]
            else:
                data += ([] if is_open else [run.beginning()]) + [_text_element(prefix, b"t", text)]
            is_open = not kind
        if last and is_open:
            data.append(run.ending())
        elif not last and not is_open:
            data.append(run.beginning())
        start = run.element.start if first else element.start
        return Splice(start, run.element.end if last else element.end, b"".join(data))

    def _content(self, words: Words, kind: str, text: str) -> bytes:
        element = words.element
        if kind == "del" and element.name != "w:t":
            return words.source.raw(element.start, element.end)
        return _text_element(words.prefix(), b"delText" if kind == "del" else b"t", text)

    def _revision(self, prefix: bytes, kind: str, run: Run, content: bytes) -> bytes:
        self._number += 1
        name, own = prefix + kind.encode("ascii"), prefix + b"r"
        known = b'%sid="%d" %sauthor="%s" %sdate="%s"' % (
            *(prefix or b"w:", self._number),
            *(prefix or b"w:", AUTHOR.encode("ascii")),
            *(prefix or b"w:", self._date),
        )
        if not prefix:  # unlike elements, attributes are in no namespace without a prefix
            known += b' xmlns:w="%s"' % TRANSITIONAL.encode("ascii")
        return b"<%s %s><%s>%s%s</%s></%s>" % (name, known, own, run.format(), content, own, name)
