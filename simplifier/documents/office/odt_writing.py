"""Changes of an OpenDocument text as bytes, written in place or as tracked changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from simplifier.documents.base import TextEdit
from simplifier.documents.office.markup_source import Characters, Element, Source, Splice, escaped
from simplifier.documents.office.slots import AUTHOR, Slot, pieces
from simplifier.record.edits import applied

__all__ = ["SPACES", "Revisions", "Words", "plain_splice"]

_URN: Final = "urn:oasis:names:tc:opendocument:xmlns"
#: The usual prefixes of the XML namespaces.
SPACES: Final = {
    f"{_URN}:office:1.0": "office",
    f"{_URN}:text:1.0": "text",
    f"{_URN}:style:1.0": "style",
    f"{_URN}:drawing:1.0": "draw",
    f"{_URN}:manifest:1.0": "manifest",
    f"{_URN}:xsl-fo-compatible:1.0": "fo",
    f"{_URN}:svg-compatible:1.0": "svg",
    "http://purl.org/dc/elements/1.1/": "dc",
}
_OUTER: Final = re.compile(r"^ +|(?<= ) +| +$")


@dataclass(frozen=True, slots=True)
class Words:
    """Text, or an element that stands for spaces, and the spans around it, outermost first."""

    node: Characters | Element
    spans: tuple[Element, ...] = ()


def plain_splice(slot: Slot[Words], edits: Sequence[TextEdit]) -> Splice:
    """Return the change of a node for its share of the edits."""
    node = slot.node.node
    return Splice(node.start, node.end, escaped(applied(slot.text, edits)))


class Revisions:
    """Writes tracked changes (``text:changed-region``), which a person can accept or reject.

    Args:
        source: the part with the text.
        text: its element ``office:text``.
        date: the date of the changes.
    """

    def __init__(self, source: Source, text: Element, date: datetime) -> None:
        self._source = source
        self._text = text
        self._date = date.strftime("%Y-%m-%dT%H:%M:%S")
        self._taken = {one.attributes["text:id"] for one in text.walk() if "text:id" in one.attributes}
        self._regions: list[bytes] = []
        root = source.raw(source.root.start, source.root.inner).decode("utf-8")
        own = {prefix: f'xmlns:{prefix}="{space}"' for space, prefix in SPACES.items()}
        self._missing = {
            prefix: "" if name in root else f" {name}"
            for prefix, name in own.items()
            if prefix in ("office", "text", "dc")
        }

    def splice(self, slot: Slot[Words], edits: Sequence[TextEdit]) -> Splice:
        """Return the change of a node for its share of the edits."""
        node = slot.node.node
        space = self._missing["text"]
        data: list[bytes] = []
        for kind, text in pieces(slot.text, edits):
            if not kind:
                data.append(escaped(text))
            elif kind == "del":
                name = self._region("deletion", self._deleted(slot.node, text))
                data.append(f'<text:change{space} text:change-id="{name}"/>'.encode())
            else:
                name = self._region("insertion", b"")
                data += [
                    f'<text:change-start{space} text:change-id="{name}"/>'.encode(),
                    escaped(text),
                    f'<text:change-end{space} text:change-id="{name}"/>'.encode(),
                ]
        return Splice(node.start, node.end, b"".join(data))

    def regions(self) -> Splice:
        """Return the record of all changes, with author, date and deleted text; call this after every `splice`."""
        content = b"".join(self._regions)
        known = self._text.find("text:tracked-changes")
        if known is not None and known.inner_end != known.end:
            return Splice(known.inner_end, known.inner_end, content)
        name = f"text:tracked-changes{self._missing['text']}".encode()
        whole = b"<%s>%s</text:tracked-changes>" % (name, content)
        if known is not None:
            return Splice(known.start, known.end, whole)
        forms = self._text.find("office:forms")
        place = self._text.inner if forms is None else forms.end
        return Splice(place, place, whole)

    def _region(self, kind: str, content: bytes) -> str:
        number = len(self._taken) + 1
        while (name := f"simplifier{number}") in self._taken:
            number += 1
        self._taken.add(name)
        text, office, dc = (self._missing[prefix] for prefix in ("text", "office", "dc"))
        begin = (
            f'<text:changed-region{text} xml:id="{name}" text:id="{name}"><text:{kind}>'
            f"<office:change-info{office}><dc:creator{dc}>{AUTHOR}</dc:creator><dc:date{dc}>{self._date}</dc:date>"
            "</office:change-info>"
        )
        self._regions.append(b"%s%s</text:%s></text:changed-region>" % (begin.encode(), content, kind.encode()))
        return name

    def _deleted(self, words: Words, text: str) -> bytes:
        """Return a paragraph with deleted text, in its spans."""
        # A reader of the file drops white space at the ends of a paragraph and all but one space of a row, so that such
        # spaces are written as elements.
        inside = _OUTER.sub(lambda match: f"\0{len(match[0])}\0", text)
        parts = [
            f'<text:s text:c="{part}"/>'.encode() if place % 2 else escaped(part)
            for place, part in enumerate(inside.split("\0"))
        ]
        for span in reversed(words.spans):
            tag = self._source.raw(span.start, span.inner)
            parts = [tag, *parts, b"</%s>" % self._source.tag(span)]
        return b"<text:p>%s</text:p>" % b"".join(parts)
