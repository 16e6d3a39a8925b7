"""OpenDocument texts (ODF, ISO/IEC 26300): words change within their spans, and everything else stays."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import ClassVar, Final

from simplifier.base.errors import FormatError
from simplifier.documents.base import Passage, PassageResult
from simplifier.documents.office.markup_source import Characters, Element, Source, Splice
from simplifier.documents.office.odt_styles import Styles
from simplifier.documents.office.odt_writing import SPACES, Revisions, Words, plain_splice
from simplifier.documents.office.package import Package
from simplifier.documents.office.slots import Slots

__all__ = ["Odt"]

_CONTENT: Final = "content.xml"
_STYLES: Final = "styles.xml"
_MANIFEST: Final = "META-INF/manifest.xml"
_TYPE: Final = "application/vnd.oasis.opendocument.text"
_PARAGRAPHS: Final = {"text:p", "text:h"}
#: Elements without text of their own, or with text that is generated from other text.
_NO_TEXT: Final = {
    *("text:tracked-changes", "office:annotation", "office:forms", "text:note-citation", "text:number"),
    *("text:table-of-content", "text:illustration-index", "text:table-index", "text:object-index"),
    *("text:user-index", "text:alphabetical-index", "text:bibliography", "svg:title", "svg:desc"),
}
#: Elements that are no running text, or that hold none.
_WHOLE: Final = {"text:h", "text:list-item", "text:list-header", "table-cell"}
_SPANS: Final = {"text:span", "text:a", "text:meta"}
_BREAKS: Final = {"text:tab", "text:line-break"}
_WHITE: Final = re.compile(r"[ \t\r\n]+")


class _Story:
    """A part of the document that has running text.

    Attributes:
        found: for each passage its place, its text, and whether it is no running text.
    """

    def __init__(self, part: str, source: Source, root: Element, styles: Styles, *, tracked: bool) -> None:
        self.part = part
        self.source = source
        self.found: list[tuple[str, Slots[Words], bool]] = []
        self._styles = styles
        self._tracked = tracked
        self._proposed: set[str] = set()  # tracked changes of the file whose end has not come yet
        self._spans: tuple[Element, ...] = ()
        self._paragraphs = 0
        self._slots: Slots[Words] = Slots()
        self._boxes: list[Element] = []
        self._after_space = True
        self._wholes = 0  # number of open elements of _WHOLE
        self._blocks(root, kept=False)

    def _blocks(self, element: Element, *, kept: bool) -> None:
        self._wholes += element.name in _WHOLE
        if element.name in _PARAGRAPHS:
            self._paragraph(element, kept=kept)
        elif element.name not in _NO_TEXT:
            kept = kept or element.attributes.get("text:protected") == "true"
            for child in element.elements():
                self._blocks(child, kept=kept or child.name == "text:section-source")
        self._wholes -= element.name in _WHOLE

    def _paragraph(self, paragraph: Element, *, kept: bool) -> None:
        self._paragraphs += 1
        place = f"{posixpath.splitext(self.part)[0]} paragraph {self._paragraphs}"
        outer, self._boxes = self._boxes, []
        self._after_space = True
        fixed = kept or self._styles.is_fixed("paragraph", paragraph)
        whole = self._wholes > 0 or self._styles.is_whole(paragraph)
        for _ in self._stretches(paragraph, kept=fixed):
            if self._slots.has_words():
                self.found.append((place, self._slots, whole))
            self._slots = Slots()
        boxes, self._boxes = self._boxes, outer
        for box in boxes:
            self._blocks(box, kept=kept)

    def _stretches(self, paragraph: Element, *, kept: bool) -> Iterator[None]:
        """Yield each time ``_slots`` holds all text up to a tab, a break or the end of the paragraph."""
        yield from self._inline(paragraph, kept=kept)
        yield

    def _inline(self, element: Element, *, kept: bool) -> Iterator[None]:
        for child in element.children:
            if isinstance(child, Characters):
                self._characters(child, kept=kept)
            elif child.name in _SPANS:
                outer = self._spans
                self._spans = (*outer, child) if child.name == "text:span" else outer
                yield from self._inline(child, kept=kept or self._styles.is_fixed("text", child))
                self._spans = outer
            elif child.name in _BREAKS:
                self._after_space = False
                yield
            elif child.name == "text:s":
                count = child.attributes.get("text:c", "1")
                self._slots.add(
                    Words(child, self._spans),
                    " " * min(int(count) if count.isdecimal() else 1, 1000),
                    kept=kept,
                )
                self._after_space = False
            elif child.name == "text:note" or child.name.startswith("draw:"):
                self._boxes.append(child)
            elif child.name == "text:ruby":
                base = child.find("text:ruby-base")
                self._field(child, base.text() if base else "")
            elif child.name == "text:change-start":
                self._proposed.add(child.attributes.get("text:change-id", ""))
            elif child.name == "text:change-end":
                self._proposed.discard(child.attributes.get("text:change-id", ""))
            elif child.name not in _NO_TEXT:
                self._field(child, child.text())

    def _field(self, element: Element, text: str) -> None:
        """Add text that must stay, because it is computed or has marks of its own."""
        if text:
            self._slots.add(Words(element), _WHITE.sub(" ", text), kept=True)
            self._after_space = False

    def _characters(self, node: Characters, *, kept: bool) -> None:
        """Add text; each run of white space becomes one space, or none at the beginning of the paragraph."""
        text = _WHITE.sub(" ", node.value)
        if self._after_space:
            text = text.removeprefix(" ")
        # Word processors have no tracked change inside another, so text that is one stays.
        kept = kept or node.whole or (self._tracked and bool(self._proposed))
        self._slots.add(Words(node, self._spans), text, kept=kept)
        if text:
            self._after_space = text.endswith(" ")


class Odt:
    """An OpenDocument text.

    The text of paragraphs, headings, lists, tables, notes, frames, headers and footers is rewritten; tabs and line
    breaks separate passages. Code (by style or font), hidden text, fields, indexes, protected sections, comments and
    deleted text stay.

    Args:
        data: the bytes of the file.
        name: the name of the file, for messages.
        tracked: True to write tracked changes by the author "Simplifier", which a person can accept or reject; headers,
            footers, and text that is itself a tracked change then stay.
        date: the date of the changes; None for now.

    Raises:
        FormatError: a file that is no OpenDocument text, is damaged or encrypted, or is too large.
    """

    name: ClassVar[str] = "odt"
    suffixes: ClassVar[tuple[str, ...]] = (".odt", ".ott")

    def __init__(
        self, data: bytes, name: str = "<input>", *, tracked: bool = False, date: datetime | None = None
    ) -> None:
        self._tracked = tracked
        self._date = date
        self._package = Package(data, name, "OpenDocument text")
        kind = self._package.read("mimetype") if "mimetype" in self._package else _TYPE.encode("ascii")
        if not kind.startswith(_TYPE.encode("ascii")):
            raise FormatError(name, "not an OpenDocument text: its mimetype is another")
        if _MANIFEST in self._package and any(
            one.name == "manifest:encryption-data" for one in self._source(_MANIFEST).root.walk()
        ):
            raise FormatError(name, "is encrypted; save the document without a password")
        content = self._source(_CONTENT)
        body = content.root.find("office:body")
        text = body.find("office:text") if body else None
        if text is None:
            raise FormatError(name, f"not an OpenDocument text: {_CONTENT} holds no text")
        common = self._source(_STYLES) if _STYLES in self._package else None
        shared = [] if common is None else [common.root]
        self._stories = [_Story(_CONTENT, content, text, Styles([*shared, content.root]), tracked=tracked)]
        self._text = text
        masters = common.root.find("office:master-styles") if common else None
        if common is not None and masters is not None and not tracked:
            self._stories.append(_Story(_STYLES, common, masters, Styles(shared), tracked=False))
        self._found = [(story, *one) for story in self._stories for one in story.found]

    def _source(self, part: str) -> Source:
        return Source(self._package.read_text(part), f"{self._package.name}: {part}", SPACES)

    def passages(self) -> Sequence[Passage]:
        """Return the passages; a place reads "content paragraph 3"."""
        return [Passage(slots.marked(whole), place) for _, place, slots, whole in self._found]

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """See `DocumentReader`."""
        found = []
        for result in changed:
            _, _, slots, _ = self._found[result.number]
            found.append(result.only(slots.text, slots.fitting(result.edits)))
        return found

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """Return the document with these passages rewritten; an edit that would damage it is left out."""
        revisions = Revisions(self._stories[0].source, self._text, self._date or datetime.now(UTC))
        write = revisions.splice if self._tracked else plain_splice
        splices: dict[str, list[Splice]] = {}
        for result in self.fitted(changed):
            story, _, slots, _ = self._found[result.number]
            for slot, share in slots.shares(result.edits):
                splices.setdefault(story.part, []).append(write(slot, share))
        if self._tracked and splices:
            splices[_CONTENT].append(revisions.regions())
        return self._package.written(
            {story.part: story.source.spliced(splices[story.part]) for story in self._stories if story.part in splices}
        )
