from __future__ import annotations

import re

import pytest

from simplifier.base.errors import FormatError
from simplifier.documents.office.epub import Epub
from tests.simplifier.documents.office.archives import archive, changed, parts_of

PAGE = (
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml">'
    '<head><link href="a.css"/></head><body>{}</body></html>'
)


def parts(**more: str) -> dict[str, str | bytes]:
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles>'
        "</container>",
        "OEBPS/book.opf": "<package><metadata><title>It commenced</title></metadata><manifest>"
        '<item id="one" href="text/one%20a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        '<item id="picture" href="a.png" media-type="image/png"/></manifest>'
        '<spine><itemref idref="two"/><itemref idref="one"/><itemref idref="picture"/></spine></package>',
        "OEBPS/text/one a.xhtml": PAGE.format("<p>It&#160;<b>commenced</b>.</p><hr/><p>Again</p>"),
        "OEBPS/two.xhtml": PAGE.format("<h1>It commenced &amp; ended</h1>"),
        "OEBPS/nav.xhtml": PAGE.format("<p>It commenced</p>"),
        "OEBPS/a.png": bytes(range(99)),
        **more,
    }


def test_pages_change_in_reading_order_and_nothing_else() -> None:
    book = Epub(archive(parts()))
    assert [(str(one.text), one.place) for one in book.passages()] == [
        ("It commenced & ended", "OEBPS/two.xhtml passage 1"),
        ("It\xa0commenced.", "OEBPS/text/one a.xhtml passage 1"),
        ("Again", "OEBPS/text/one a.xhtml passage 2"),
    ]
    written = changed(book, ("commenced", "began"))
    old, new = parts_of(archive(parts())), parts_of(written)
    assert list(new) == list(old)
    pages = {"OEBPS/two.xhtml", "OEBPS/text/one a.xhtml"}
    assert {name for name in old if old[name] != new[name]} == pages
    assert new["OEBPS/two.xhtml"] == old["OEBPS/two.xhtml"].replace(b"commenced", b"began")
    assert new["OEBPS/text/one a.xhtml"] == old["OEBPS/text/one a.xhtml"].replace(b"<b>commenced</b>", b"<b>began</b>")
    assert written[30:58] == b"mimetypeapplication/epub+zip"


ENCRYPTION = '<encryption><CipherData><CipherReference URI="{}"/></CipherData></encryption>'


def test_encrypted_fonts_matter_to_nobody() -> None:
    assert Epub(archive(parts(**{"META-INF/encryption.xml": ENCRYPTION.format("OEBPS/f.otf")}))).passages()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"mimetype": "application/zip"}, "not an EPUB book: its mimetype is another"),
        ({"META-INF/container.xml": "<container/>"}, "META-INF/container.xml names no book"),
        ({"OEBPS/book.opf": "<package/>"}, "OEBPS/book.opf names no pages to read"),
        ({"OEBPS/book.opf": "<package>"}, "OEBPS/book.opf:1: broken XML (no element found)"),
        (
            {"META-INF/encryption.xml": ENCRYPTION.format("OEBPS/two.xhtml")},
            "OEBPS/two.xhtml is encrypted; use a copy without protection",
        ),
    ],
)
def test_damaged_books(change: dict[str, str], problem: str) -> None:
    with pytest.raises(FormatError, match=re.escape(f"a.epub: {problem}")):
        Epub(archive(parts(**change)), "a.epub")
