"""Many small office documents with what such documents hold, and the words that tests change in them."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm

from simplifier.documents.base import DocumentReader, PassageResult, TextEdit
from simplifier.record.edits import applied

#: Old words and new ones, longer, shorter and gone.
WORDS = {
    "the large committee": "the group",
    "commenced": "started",
    "approximately": "about",
    "deliberations": "long & open talks",
    "in order to": "to",
    "very ": "",
}
_OLD = re.compile("|".join(map(re.escape, WORDS)))

#: A picture of one point.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f64540"
    "0000000049454e44ae426082"
)


def expected(text: str) -> str:
    """Return a text with all old words changed."""
    return _OLD.sub(lambda match: WORDS[match[0]], text)


def edited(document: DocumentReader) -> list[PassageResult]:
    """Return edits of all old words in all passages."""
    found = []
    for number, passage in enumerate(document.passages()):
        text = str(passage.text)
        edits = tuple(TextEdit(*match.span(), WORDS[match[0]]) for match in _OLD.finditer(text))
        if edits:
            found.append(PassageResult(number, applied(text, edits), edits))
    return found


def word_document(number: int) -> bytes:
    """Return a Word document; the number says what is in it."""
    document = docx.Document()
    document.add_heading(f"How the large committee commenced {number}", number % 4)
    if number % 2:
        paragraph = document.add_paragraph("Today ")
        paragraph.add_run("the large").bold = True
        paragraph.add_run(" commit").italic = True
        paragraph.add_run("tee has ")
        paragraph.add_run("comm").underline = True
        paragraph.add_run("enced its very long <deliberations>.")
    if number % 3 == 0:
        for style in ("List Bullet", "List Number", "List Bullet 2"):
            document.add_paragraph(f"They met in order to talk, {style}.", style)
    if number % 3 == 1:
        table = document.add_table(2, 3)
        for place, cell in enumerate(cell for row in table.rows for cell in row.cells):
            cell.text = f"approximately {place} deliberations"
        table.cell(1, 1).add_table(1, 1).cell(0, 0).text = "within, approximately"
        table.cell(0, 0).merge(table.cell(0, 1))
    if number % 4 == 0:
        paragraph = document.add_paragraph("See ")
        _link(paragraph, "the deliberations of the large committee", f"https://example.org/{number}")
        paragraph.add_run(", approximately.")
    if number % 5 == 0:
        run = document.add_paragraph("A picture of approx").add_run()
        run.add_picture(io.BytesIO(PICTURE), Cm(1))
        run.add_text("imately nothing")
    if number % 5 == 1:
        paragraph = document.add_paragraph("Name:\tthe large committee")
        paragraph.add_run().add_break()
        paragraph.add_run("commenced\tapproximately now")
        document.add_page_break()
    if number % 4 == 1:
        section = document.sections[0]
        section.header.paragraphs[0].text = "Minutes of the large committee"
        section.footer.paragraphs[0].text = "approximately one page"
        document.add_section().footer.is_linked_to_previous = True
    document.add_paragraph("“Very well”, it said; the large committee’s very small room – naïve, 東京.")
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _link(paragraph: object, text: str, address: str) -> None:
    part = paragraph.part  # type: ignore[attr-defined]
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
    run, words = OxmlElement("w:r"), OxmlElement("w:t")
    words.text = text
    run.append(words)
    link.append(run)
    paragraph._p.append(link)  # type: ignore[attr-defined]


def web_page(number: int) -> str:
    """Return an HTML page, of which an office program makes a document; the number says what is in it."""
    parts = [f"<h{1 + number % 3}>When the large committee commenced {number}</h{1 + number % 3}>"]
    if number % 2:
        parts.append("<p>Today <b>the large</b> <i>committee</i> comm<u>enced</u> its very long deliberations.</p>")
    if number % 3 == 0:
        parts.append("<ul><li>in order to talk<li>approximately <b>three</b><ol><li>deliberations</ol></ul>")
    if number % 3 == 1:
        parts.append(
            "<table border=1><tr><th>the large committee</th><td>approx<sup>i</sup>mately</td></tr>"
            "<tr><td>deliberations</td><td><p>very little</p><p>commenced</p></td></tr></table>"
        )
    if number % 4 == 0:
        parts.append("<p>See <a href='https://example.org/?a=1&amp;b=2'>the deliberations</a>, approximately.</p>")
    if number % 4 == 2:
        parts.append(
            "<p>It commenced<a class='sdfootnoteanc' name='sdfootnote1anc' href='#sdfootnote1sym'>"
            "<sup>1</sup></a> in order to end.</p><div id='sdfootnote1'><p class='sdfootnote'>"
            "<a class='sdfootnotesym' name='sdfootnote1sym' href='#sdfootnote1anc'>1</a>"
            "Only approximately.</div>"
        )
    if number % 5 == 0:
        parts.append("<p>Two   spaces &nbsp; and<br>the large committee&shy;s <img alt=''> deliberations, 東京</p>")
    parts.append("<blockquote>“Very well”: the large<br>committee’s very small room, naïve &amp; so.</blockquote>")
    return f"<!doctype html><html><head><meta charset=utf-8></head><body>{''.join(parts)}</body></html>"


def write_all(folder: Path, count: int) -> Sequence[Path]:
    """Write that many Word documents and as many pages into a folder; return the pages."""
    pages = []
    for number in range(count):
        (folder / f"word{number}.docx").write_bytes(word_document(number))
        pages.append(folder / f"page{number}.html")
        pages[-1].write_text(web_page(number), encoding="utf-8")
    return pages
