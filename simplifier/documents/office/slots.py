"""Passages whose text lies in many places of a file, and the share that each place has in an edit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from simplifier.documents.base import ITEM, TextEdit
from simplifier.documents.edits import grouped
from simplifier.text.markup import MarkedText

__all__ = ["AUTHOR", "Piece", "Slot", "Slots", "pieces"]

#: Who tracked changes are by.
AUTHOR: Final = "Simplifier"

Node = TypeVar("Node")


@dataclass(slots=True, eq=False)
class Slot(Generic[Node]):
    """A place in the file that holds a stretch of a passage.

    Attributes:
        node: the place.
        text: the stretch.
        start: its first character in the passage.
        kept: True if it must stay as it is.
    """

    node: Node
    text: str
    start: int
    kept: bool

    @property
    def end(self) -> int:
        """After its last character in the passage."""
        return self.start + len(self.text)


class Slots(Generic[Node]):
    """A passage as it grows, slot by slot."""

    def __init__(self) -> None:
        self._slots: list[Slot[Node]] = []
        self._length = 0

    def add(self, node: Node, text: str, *, kept: bool = False) -> None:
        """Add the next stretch of text; one without characters is no part of it."""
        if text:
            self._slots.append(Slot(node, text, self._length, kept))
            self._length += len(text)

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(slot.text for slot in self._slots)

    def has_words(self) -> bool:
        """Whether there is a letter that may change."""
        return any(not slot.kept and any(map(str.isalpha, slot.text)) for slot in self._slots)

    def marked(self, whole: bool = False, lists: bool = True) -> str:
        """Return the text, with marks on what must stay, and as no running text if ``whole``."""
        spans: list[tuple[int, int]] = []
        for slot in self._slots:
            if slot.kept:
                start = spans.pop()[0] if spans and spans[-1][1] == slot.start else slot.start
                spans.append((start, slot.end))
        return MarkedText.keeping(self.text, spans, whole, lists)

    def shares(self, edits: Sequence[TextEdit]) -> list[tuple[Slot[Node], list[TextEdit]]]:
        """Return the slots that edits touch, each with its share in its own characters.

        The new words go to the first slot that an edit touches, the others lose what it replaced. Edits that
        belong together are left out together when one of them touches what must stay, or makes a list of
        more than one slot.

        Args:
            edits: the edits of the passage, in order.
        """
        found: dict[int, list[TextEdit]] = {}
        for group in grouped(self.text, edits):
            touched = [(edit, self._touched(edit)) for edit in group]
            if any(self._slots[at].kept for _, places in touched for at in places):
                continue
            if any(ITEM in edit.target and len(places) != 1 for edit, places in touched):
                continue
            for edit, places in touched:
                for at in places:
                    slot = self._slots[at]
                    start, end = max(edit.start, slot.start), min(edit.end, slot.end)
                    target = edit.target if at == places[0] else ""
                    found.setdefault(at, []).append(TextEdit(start - slot.start, end - slot.start, target))
        return [(self._slots[at], sorted(found[at])) for at in sorted(found)]

    def _touched(self, edit: TextEdit) -> range:
        """Return the slots of an edit; of one that only adds, the one that ends there, or begins."""
        first, last = len(self._slots), -1
        for at, slot in enumerate(self._slots):
            inside = slot.start < edit.end and edit.start < slot.end
            if inside or (edit.start == edit.end and slot.start <= edit.start <= slot.end and last < 0):
                first, last = min(first, at), at
        return range(first, last + 1)


class Piece(NamedTuple):
    """A stretch that stays (``""``), goes (``del``) or comes (``ins``)."""

    kind: str
    text: str


def pieces(text: str, edits: Sequence[TextEdit]) -> Iterator[Piece]:
    """Yield stretches of text with edits made; none is empty."""
    place = 0
    for start, end, target, _ in edits:
        yield from (
            Piece(kind, stretch)
            for kind, stretch in (("", text[place:start]), ("del", text[start:end]), ("ins", target))
            if stretch
        )
        place = end
    if text[place:]:
        yield Piece("", text[place:])
