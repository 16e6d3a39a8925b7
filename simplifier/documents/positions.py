"""Places of the characters of a passage in its file, and conversion of edits of a passage to edits of the file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from simplifier.documents.base import ITEM, Passage, PassageResult, TextEdit
from simplifier.documents.edits import grouped, parted
from simplifier.text.markup import MarkedText

__all__ = [
    "BREAK",
    "FIXED",
    "LITERAL",
    "Listed",
    "THING",
    "WHOLE",
    "Place",
    "PlaceBuilder",
    "Replacement",
    "fitting",
    "fitting_at",
    "located",
    "replaced",
    "shown",
    "spliced",
    "with_lines",
]

#: The character that stands in a passage for a picture, or another thing that is no text.
THING: Final = "\ufffc"

#: The kind of a run whose characters are those of the file.
LITERAL: Final = "literal"
#: The kind of a run that the file writes in another way (``&amp;``); it can only be replaced as a whole.
WHOLE: Final = "whole"
#: The kind of a line break within the passage, which may move to another space.
BREAK: Final = "break"
#: The kind of a run that must not change.
FIXED: Final = "fixed"


class Run(NamedTuple):
    """A piece of a passage: its half-open character spans in the text and in the file, and its kind."""

    start: int
    end: int
    source_start: int
    source_end: int
    kind: str


class Replacement(NamedTuple):
    """A half-open character span of the file, and the text to put there.

    Attributes:
        start: first character of the span.
        end: after the last one.
        target: the new text, as the format writes it.
        items: the number of list items in the new text.
        more: True if text follows the list.
    """

    start: int
    end: int
    target: str
    items: int = 0
    more: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """The runs of a passage, in order; if two neighbours do not touch in the file, marks stand between them."""

    runs: tuple[Run, ...]


#: Writes a replacement with a list in the way of the format; None if no list can stand there.
Listed = Callable[[Replacement], Replacement | None]


class PlaceBuilder:
    """Puts a passage together, run by run.

    Attributes:
        length: characters of the text so far.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._runs: list[Run] = []
        self.length = 0

    def add(self, text: str, start: int, end: int, kind: str = LITERAL) -> None:
        """Add text that stands at ``[start, end)`` of the file."""
        if not text:
            return
        last = self._runs[-1] if self._runs else None
        begin = self.length
        self.length += len(text)
        if kind == LITERAL and last is not None and last.kind == kind and last.source_end == start:
            self._runs.pop()
            begin, start = last.start, last.source_start
        self._parts.append(text)
        self._runs.append(Run(begin, self.length, start, end, kind))

    def text(self, whole: bool = False, lists: bool = True) -> str:
        """Return the text, with fixed runs marked as kept; ``whole`` and ``lists`` are those of `MarkedText`."""
        kept = [(run.start, run.end) for run in self._runs if run.kind == FIXED]
        return MarkedText.keeping("".join(self._parts), kept, whole, lists)

    def place(self) -> Place:
        """Return the runs."""
        return Place(tuple(self._runs))


def with_lines(text: str, passages: Sequence[Passage]) -> list[Passage]:
    """Return passages in the order of the file, each with the line where its first word stands.

    Args:
        text: the text of the file.
        passages: passages whose places are `Place` or half-open spans of the file.
    """
    found: list[Passage] = []
    line, counted = 1, 0
    for one in passages:
        assert isinstance(one.place, Place | tuple)
        start = one.place.runs[0].source_start if isinstance(one.place, Place) else one.place[0]
        start += len(one.text) - len(one.text.lstrip())
        line += text.count("\n", counted, start)
        counted = max(counted, start)
        found.append(replace(one, line=line))
    return found


def shown(code: str) -> str:
    """Return the text that stands in a passage for code: the code itself if it looks like one word, else `THING`."""
    return code if code and len(code) <= 60 and not any(map(str.isspace, code)) else THING


def spliced(data: str, replacements: Iterable[Replacement]) -> str:
    """Return a file's text with replacements made, which must not overlap."""
    parts: list[str] = []
    place = 0
    for start, end, target, *_ in sorted(replacements):
        parts += (data[place:start], target)
        place = end
    parts.append(data[place:])
    return "".join(parts)


def fitting(text: str, place: Place, result: PassageResult, listed: Listed | None = None) -> PassageResult:
    """Return a passage without the edits that reach over a mark; edits that belong together are left out together.

    Args:
        text: the text of the passage.
        place: the place of the passage.
        result: the rewriting of the passage.
        listed: returns a list as the format writes it; without it, edits that make lists are left out.
    """

    def fits(edit: TextEdit) -> bool:
        span = _span(place.runs, text, edit)
        if span is None or ITEM not in edit.target:
            return span is not None
        return listed is not None and listed(Replacement(*span, edit.target)) is not None

    kept: list[TextEdit] = []
    for group in grouped(text, result.edits):
        parts = [part for edit in group for part in ([edit] if fits(edit) else parted(text, edit))]
        if all(map(fits, parts)):
            kept += parts
    return result.only(text, sorted(kept))


def fitting_at(passage: Passage, result: PassageResult, listed: Listed | None = None) -> PassageResult:
    """Return `fitting` for a passage whose place is a `Place`."""
    assert isinstance(passage.place, Place)
    return fitting(passage.text, passage.place, result, listed)


def replaced(
    data: str,
    text: str,
    place: Place,
    result: PassageResult,
    written: Callable[[str], str],
    listed: Listed | None = None,
) -> list[Replacement]:
    """Return the replacements in a file that the edits of a passage make, as far as they fit (`fitting`).

    Args:
        data: the text of the file.
        text: the text of the passage.
        place: the place of the passage.
        result: the rewriting of the passage.
        written: returns text as the format writes it.
        listed: returns a list as the format writes it; without it, edits that make lists are left out.
    """
    # Line breaks of the file that edits replace are used again for the line breaks in new text, so that wrapped lines
    # keep what stands between them.
    spare: list[str] = []
    missing = " " if any(run.kind == BREAK for run in place.runs) else "\n"
    found: list[Replacement] = []
    for edit in fitting(text, place, result, listed).edits:
        span = _span(place.runs, text, edit)
        assert span is not None, "what does not fit was left out"
        made = listed(Replacement(*span, edit.target)) if listed is not None and ITEM in edit.target else None
        if made is not None:
            found.append(made)
            continue
        spare += [data[run.source_start : run.source_end] for run in _breaks(place.runs, edit)]
        lines = edit.target.split("\n")
        target = written(lines[0])
        for line in lines[1:]:
            target += (spare.pop(0) if spare else missing) + written(line)
        found.append(Replacement(*span, target))
    return found


def located(text: str, place: Place, start: int, end: int) -> tuple[int, int] | None:
    """Return the half-open span in the file for a span of a passage, which has at least one character.

    The result is None if the span cannot be replaced, because it contains marks or code.

    Args:
        text: the text of the passage.
        place: the place of the passage.
        start: first character of the span.
        end: after the last one.
    """
    return _span(place.runs, text, TextEdit(start, end, "-"))


def _breaks(runs: Sequence[Run], edit: TextEdit) -> Iterator[Run]:
    """Yield the line breaks that the old text of an edit has."""
    for place in range(bisect_left(runs, edit.start, key=lambda run: run.start), len(runs)):
        run = runs[place]
        if run.end > edit.end:
            return
        if run.kind == BREAK:
            yield run


def _span(runs: Sequence[Run], text: str, edit: TextEdit) -> tuple[int, int] | None:
    """Return the span in the file for the old text of an edit; None if it cannot be replaced."""
    start, end = edit.start, edit.end
    first = bisect_right(runs, start, key=lambda run: run.start) - 1
    if start == end and first > 0 and runs[first].start == start and text[start - 1 : start].isspace() is False:
        first -= 1  # an insertion right behind a word belongs to the run of that word
    last = first
    while last + 1 < len(runs) and runs[last].end < end:
        last += 1
    covered = runs[first : last + 1]
    # Marks stand between two runs that do not touch in the file, and a replacement would swallow them.
    for one, following in zip(covered, covered[1:], strict=False):
        if one.source_end != following.source_start:
            return None
    for run in covered:
        if run.kind == FIXED or (run.kind != LITERAL and (run.start < start or run.end > end)):
            return None
    if not edit.target.strip() and _empties(runs, first, last, text, start, end):
        return None
    source_start = covered[0].source_start + (start - covered[0].start)
    if covered[-1].kind == LITERAL:
        return source_start, covered[-1].source_start + (end - covered[-1].start)
    return source_start, covered[-1].source_end


def _empties(runs: Sequence[Run], first: int, last: int, text: str, start: int, end: int) -> bool:
    """Return True if a deletion would leave no text between two marks, or between a mark and the passage's end."""
    while first and runs[first - 1].source_end == runs[first].source_start:
        first -= 1
    while last + 1 < len(runs) and runs[last].source_end == runs[last + 1].source_start:
        last += 1
    return not (text[runs[first].start : start] + text[end : runs[last].end]).strip()
