"""Word documents (Office Open XML, ISO/IEC 29500): words change within their runs, and everything else stays."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import ClassVar, Final

from simplifier.base.errors import FormatError
from simplifier.documents.base import ITEM, Passage, PassageResult, TextEdit
from simplifier.documents.office.docx_styles import Styles
from simplifier.documents.office.docx_writing import (
    TRANSITIONAL,
    Revisions,
    Run,
    Words,
    list_splice,
    plain_splice,
    takes_list,
)
from simplifier.documents.office.markup_source import Element, Source, Splice
from simplifier.documents.office.package import Package
from simplifier.documents.office.slots import Slots

__all__ = ["Docx"]

_OFFICE: Final = "officeDocument"
#: Prefixes of the XML namespaces, of the transitional and of the strict form of the standard.
_SPACES: Final = {
    TRANSITIONAL: "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://www.w3.org/XML/1998/namespace": "xml",
}
_STORIES: Final = ("header", "footer", "footnotes", "endnotes")

_NO_TEXT: Final = {
    "w:del",
    "w:moveFrom",
    "w:pPr",
    "w:rPr",
    "w:sdtPr",
    "w:sectPr",
    "w:tblPr",
    "w:tcPr",
    "w:trPr",
}
_AROUND_RUNS: Final = {
    *(
        "w:hyperlink",
        "w:smartTag",
        "w:customXml",
        "w:sdt",
        "w:sdtContent",
        "w:dir",
        "w:bdo",
        "w:ins",
        "w:moveTo",
    ),
    "w:fldSimple",
}
_INSERTED: Final = {"w:ins", "w:moveTo"}
_BREAKS: Final = {"w:tab", "w:ptab", "w:br", "w:cr"}
_SIGNS: Final = {"w:noBreakHyphen": "\u2011", "w:softHyphen": "\u00ad"}
_WITH_BOXES: Final = {"w:drawing", "w:pict", "w:object", "mc:AlternateContent"}
#: Properties of content controls whose text is chosen from a list or comes from elsewhere.
_FILLED: Final = {
    *(
        "w:dataBinding",
        "w:date",
        "w:dropDownList",
        "w:comboBox",
        "w:docPartObj",
        "w:showingPlcHdr",
        "w:citation",
    ),
    *("w:bibliography", "w:equation"),
}


@dataclass(slots=True)
class _Field:
    """An open field: its code so far, and whether its result has begun."""

    code: str = ""
    result: bool = False

    @property
    def kept(self) -> bool:
        """True if the result of the field must stay, because it is computed; the text of a link may change."""
        return not self.code.strip().upper().startswith("HYPERLINK")


@dataclass(slots=True, eq=False)
class _Stretch:
    """Text of a paragraph between tabs and breaks.

    Attributes:
        place: the place of the paragraph, for messages.
        slots: the text, with its elements.
        whole: True if the text is no running text; its sentences are then not restructured.
        lists: True if the paragraph may become several.
        copies: the same text in older forms, for programs that cannot show the first one (text boxes).
    """

    place: str
    slots: Slots[Words]
    whole: bool
    lists: bool
    copies: list[Slots[Words]] = field(default_factory=list)


class _Story:
    """A part of the document that has running text, such as the body or a header."""

    def __init__(self, part: str, source: Source, styles: Styles, *, tracked: bool) -> None:
        self.part = part
        self.source = source
        self.found: list[_Stretch] = []
        self._styles = styles
        self._tracked = tracked
        self._fields: list[_Field] = []
        self._boxes: list[Element] = []
        self._slots: Slots[Words] = Slots()
        self._paragraphs = 0
        self._tables = 0  # number of open tables
        self._blocks(source.root, kept=False)

    def _blocks(self, element: Element, *, kept: bool) -> None:
        for child in element.elements():
            if child.name == "w:p":
                self._paragraph(child, kept=kept)
            elif child.name == "mc:AlternateContent":
                self._alternatives(child, kept=kept)
            elif child.name in ("w:footnote", "w:endnote") and child.attributes.get("w:type", "normal") != "normal":
                continue
            elif child.name not in _NO_TEXT:
                self._tables += child.name == "w:tbl"
                self._blocks(child, kept=kept or self._keeps(child))
                self._tables -= child.name == "w:tbl"

    def _alternatives(self, element: Element, *, kept: bool) -> None:
        """Read the text of the first form; further forms with the same text become its copies."""
        first: list[_Stretch] | None = None
        for form in element.elements():
            before, paragraphs = len(self.found), self._paragraphs
            self._blocks(form, kept=kept)
            own = self.found[before:]
            if first is None:
                first = own
            elif [one.slots.text for one in own] == [one.slots.text for one in first]:
                for one, copy in zip(first, own, strict=True):
                    one.copies.append(copy.slots)
                del self.found[before:]
                self._paragraphs = paragraphs

    def _paragraph(self, paragraph: Element, *, kept: bool) -> None:
        self._paragraphs += 1
        place = f"{posixpath.basename(self.part).partition('.')[0]} paragraph {self._paragraphs}"
        outer, self._boxes = self._boxes, []
        properties = paragraph.find("w:pPr")
        code = self._styles.is_code_paragraph(properties)
        whole = self._tables > 0 or self._styles.is_whole_paragraph(properties)
        section = properties is not None and properties.find("w:sectPr") is not None
        lists = not (self._tracked or section) and not any(one.name in _BREAKS for one in paragraph.walk())
        for _ in self._stretches(paragraph, kept=kept or code):
            if self._slots.has_words():
                self.found.append(_Stretch(place, self._slots, whole, lists))
            self._slots = Slots()
        # Text boxes follow the paragraph that they are anchored in; its open fields do not reach into them.
        boxes, self._boxes = self._boxes, outer
        for box in boxes:
            with self._no_fields():
                (self._alternatives if box.name == "mc:AlternateContent" else self._blocks)(box, kept=kept)

    @contextmanager
    def _no_fields(self) -> Iterator[None]:
        fields, self._fields = self._fields, []
        yield
        self._fields = fields

    def _stretches(self, paragraph: Element, *, kept: bool) -> Iterator[None]:
        """Yield each time ``_slots`` holds all text up to a tab, a break or the end of the paragraph."""
        yield from self._inline(paragraph, kept=kept)
        yield

    def _inline(self, element: Element, *, kept: bool) -> Iterator[None]:
        for child in element.elements():
            if child.name == "w:r":
                yield from self._run(child, kept=kept)
            elif child.name in _AROUND_RUNS:
                yield from self._inline(child, kept=kept or self._keeps(child))
            elif child.name == "mc:AlternateContent":
                self._boxes.append(child)
            elif child.name in ("m:oMath", "m:oMathPara"):
                self._slots.add(Words(self.source, child), child.text(), kept=True)

    def _keeps(self, element: Element) -> bool:
        if element.name == "w:fldSimple":
            return _Field(element.attributes.get("w:instr", "")).kept
        if element.name == "w:sdt":
            properties = element.find("w:sdtPr")
            return properties is not None and any(one.name in _FILLED for one in properties.elements())
        # Word processors have no revision inside a revision, so text that is one stays.
        return self._tracked and element.name in _INSERTED

    def _run(self, element: Element, *, kept: bool) -> Iterator[None]:
        run = Run(self.source, element)
        kept = kept or self._styles.is_fixed_run(run.properties)
        for child in run.content:
            if child.name == "w:fldChar":
                self._field_mark(child.attributes.get("w:fldCharType", ""))
            elif child.name == "w:instrText" and self._fields:
                self._fields[-1].code += child.text()
            elif child.name in _WITH_BOXES:
                self._boxes.append(child)
            elif all(one.result for one in self._fields):
                if child.name in _BREAKS:
                    yield
                else:
                    self._text(Words(self.source, child, run), kept=kept or any(one.kept for one in self._fields))

    def _field_mark(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append(_Field())
        elif kind == "separate" and self._fields:
            self._fields[-1].result = True
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _text(self, words: Words, *, kept: bool) -> None:
        element = words.element
        if element.name == "w:t":
            self._slots.add(words, words.text, kept=kept)
        elif element.name in _SIGNS:
            self._slots.add(words, _SIGNS[element.name], kept=kept)
        elif element.name == "w:sym":
            self._slots.add(words, "\ufffc", kept=True)
        elif element.name == "w:ruby":
            base = element.find("w:rubyBase")
            self._slots.add(words, base.text() if base else "", kept=True)


class Docx:
    """A Word document.

    The text of paragraphs, tables, headers, footers, notes and text boxes is rewritten; tabs and line breaks separate
    passages. Code (by style or font), hidden text, fields other than links, equations, symbols, content controls that
    are filled from elsewhere, comments and deleted text stay.

    Args:
        data: the bytes of the file.
        name: the name of the file, for messages.
        tracked: True to write changes as revisions by the author "Simplifier", which a person can accept or reject;
            text that is itself a revision then stays.
        date: the date of the revisions; None for now.

    Raises:
        FormatError: a file that is no Word document, is damaged or encrypted, or is too large.
    """

    name: ClassVar[str] = "docx"
    suffixes: ClassVar[tuple[str, ...]] = (".docx", ".docm", ".dotx", ".dotm")

    def __init__(
        self, data: bytes, name: str = "<input>", *, tracked: bool = False, date: datetime | None = None
    ) -> None:
        self._package = Package(data, name, "Word document")
        self._tracked = tracked
        self._date = date
        main = self._related("", _OFFICE, default="word/document.xml")[0]
        root = self._source(main).root.name
        if root != "w:document":
            raise FormatError(name, f"not a Word document: {main} holds <{root}>")
        styles = self._related(main, "styles")
        sources = Styles(self._source(styles[0]).root if styles else None)
        self._bullets = sources.bullets
        parts = [main, *(part for kind in _STORIES for part in self._related(main, kind))]
        self._stories = [_Story(part, self._source(part), sources, tracked=tracked) for part in dict.fromkeys(parts)]
        self._found = [(story, one) for story in self._stories for one in story.found]

    def _source(self, part: str) -> Source:
        return Source(self._package.read_text(part), f"{self._package.name}: {part}", _SPACES)

    def _related(self, part: str, kind: str, default: str = "") -> list[str]:
        """Return the parts to which a part has a relationship of a kind; ``default`` if there is none."""
        folder, file = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{file}.rels")
        if relations not in self._package and not default:
            return []
        found = []
        for one in self._source(relations).root.elements():
            target, mode = one.attributes.get("Target", ""), one.attributes.get("TargetMode")
            if one.attributes.get("Type", "").rpartition("/")[2] == kind and mode != "External":
                found.append(posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/"))
        return found or ([default] if default else [])

    def passages(self) -> Sequence[Passage]:
        """Return the passages; a place reads "document paragraph 3"."""
        return [Passage(one.slots.marked(one.whole, one.lists and not one.copies), one.place) for _, one in self._found]

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """See `DocumentReader`."""
        found = []
        for result in changed:
            _, one = self._found[result.number]
            edits: Sequence[TextEdit] = result.edits
            for slots in (one.slots, *one.copies):
                edits = slots.fitting(edits, takes_list)
            found.append(result.only(one.slots.text, edits))
        return found

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """Return the document with these passages rewritten; an edit that would damage it is left out."""
        revisions = Revisions([story.source for story in self._stories], self._date or datetime.now(UTC))
        splices: dict[str, list[Splice]] = {}
        for result in self.fitted(changed):
            story, one = self._found[result.number]
            for slots in (one.slots, *one.copies):
                for slot, share in slots.shares(result.edits):
                    if any(ITEM in edit.target for edit in share):
                        splice = list_splice(slot, share, self._bullets)
                    else:
                        splice = (revisions.splice if self._tracked else plain_splice)(slot, share)
                    splices.setdefault(story.part, []).append(splice)
        return self._package.written(
            {story.part: story.source.spliced(splices[story.part]) for story in self._stories if story.part in splices}
        )
