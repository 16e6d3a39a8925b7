"""Passages whose text is spread over several nodes of a file, and the share of each node in an edit."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from simplifier.documents.base import ITEM, TextEdit
from simplifier.documents.edits import grouped, parted
from simplifier.text.markup import MarkedText

__all__ = ["AUTHOR", "Piece", "Slot", "Slots", "pieces"]

#: The author of tracked changes.
AUTHOR: Final = "Simplifier"

Node = TypeVar("Node")


@dataclass(slots=True, eq=False)
class Slot(Generic[Node]):
    """A node of the file that holds a piece of a passage.

    Attributes:
        node: the node.
        text: the piece of text.
        start: first character of the piece in the passage.
        kept: True if the piece must stay as it is.
    """

    node: Node
    text: str
    start: int
    kept: bool

    @property
    def end(self) -> int:
        """The place after the last character of the piece in the passage."""
        return self.start + len(self.text)


class Slots(Generic[Node]):
    """A passage, built slot by slot."""

    def __init__(self) -> None:
        self._slots: list[Slot[Node]] = []
        self._length = 0

    def add(self, node: Node, text: str, *, kept: bool = False) -> None:
        """Add the next piece of text; an empty piece is ignored."""
        if text:
            self._slots.append(Slot(node, text, self._length, kept))
            self._length += len(text)

    @property
    def text(self) -> str:
        """The text of the passage."""
        return "".join(slot.text for slot in self._slots)

    def has_words(self) -> bool:
        """Return True if some letter of the passage may change."""
        return any(not slot.kept and any(map(str.isalpha, slot.text)) for slot in self._slots)

    def marked(self, whole: bool = False, lists: bool = True) -> str:
        """Return the text, with kept slots marked; ``whole`` and ``lists`` are those of `MarkedText`."""
        spans: list[tuple[int, int]] = []
        for slot in self._slots:
            if slot.kept:
                start = spans.pop()[0] if spans and spans[-1][1] == slot.start else slot.start
                spans.append((start, slot.end))
        return MarkedText.keeping(self.text, spans, whole, lists)

    def fitting(
        self, edits: Sequence[TextEdit], lists: Callable[[Slot[Node]], bool] = lambda slot: False
    ) -> list[TextEdit]:
        """Return the edits that can be made, in order.

        Edits that belong together are left out together if one of them touches a kept slot, or makes a list where none
        can stand.

        Args:
            edits: the edits of the passage, in order.
            lists: tells whether a list can stand in a slot.
        """

        def fits(edit: TextEdit) -> bool:
            touched = [self._slots[at] for at in self._touched(edit)]
            if any(slot.kept for slot in touched):
                return False
            return ITEM not in edit.target or (len(touched) == 1 and lists(touched[0]))

        found: list[TextEdit] = []
        for group in grouped(self.text, edits):
            parts = [part for edit in group for part in self._parted(edit)]
            if all(map(fits, parts)):
                found += parts
        return sorted(found)

    def _parted(self, edit: TextEdit) -> list[TextEdit]:
        """Return an edit, in parts if it touches several slots, so that more of its words keep their slot."""
        return parted(self.text, edit) if len(self._touched(edit)) > 1 else [edit]

    def shares(self, edits: Sequence[TextEdit]) -> list[tuple[Slot[Node], list[TextEdit]]]:
        """Return the slots that edits touch, each with its share of the edits, counted in its own characters.

        The new words of an edit go to the first slot that it touches; the other slots only lose words.

        Args:
            edits: edits of the passage that can be made (`fitting`), in order.
        """
        found: dict[int, list[TextEdit]] = {}
        for edit in edits:
            places = self._touched(edit)
            for at in places:
                slot = self._slots[at]
                start, end = max(edit.start, slot.start), min(edit.end, slot.end)
                target = edit.target if at == places[0] else ""
                found.setdefault(at, []).append(TextEdit(start - slot.start, end - slot.start, target))
        return [(self._slots[at], sorted(found[at])) for at in sorted(found)]

    def _touched(self, edit: TextEdit) -> range:
        """Return the places of the slots that an edit touches.

        An edit that only adds words belongs to the slot that ends at its place, or else to the one that begins there.
        """
        behind = bisect_left(self._slots, edit.end, key=_start)
        if edit.start == edit.end:
            first = max(behind - 1, 0)
            return range(first, min(first + 1, len(self._slots)))
        return range(bisect_right(self._slots, edit.start, key=_start) - 1, behind)


def _start(slot: Slot[Node]) -> int:
    return slot.start


class Piece(NamedTuple):
    """A piece of text that stays (kind ``""``), is deleted (``del``) or is inserted (``ins``)."""

    kind: str
    text: str


def pieces(text: str, edits: Sequence[TextEdit]) -> Iterator[Piece]:
    """Yield the pieces of a text with edits made; no piece is empty."""
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
