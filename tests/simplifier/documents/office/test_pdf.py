from __future__ import annotations

import io
from collections.abc import Sequence

import pypdf
import pytest

from simplifier.base.errors import FormatError
from simplifier.documents.office.pdf import Pdf
from tests.simplifier.documents.office.archives import changed


def pdf(*pages: Sequence[str]) -> bytes:
    """Return a PDF file with lines of text on its pages."""
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        font,
    ]
    for number, lines in enumerate(pages):
        shown = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
        stream = f"BT /F1 12 Tf 72 720 Td {shown} ET"
        objects += [
            "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 612 792] "
            f"/Contents {5 + 2 * number} 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    data, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
    return f"{data}xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{end}".encode("ascii")


def test_the_text_of_pages() -> None:
    data = pdf(
        ["A heading.", "The large committee commenced its delib-", "erations, and ended them.", "It slept."],
        [],
        ["More words commenced."],
    )
    document = Pdf(data)
    assert [(one.text, one.place) for one in document.passages()] == [
        ("A heading.", "page 1 paragraph 1"),
        ("The large committee commenced its deliberations, and ended them.", "page 1 paragraph 2"),
        ("It slept.", "page 1 paragraph 3"),
        ("More words commenced.", "page 3 paragraph 1"),
    ]
    assert changed(document, ("commenced", "began")).decode() == (
        "A heading.\nThe large committee began its deliberations, and ended them.\nIt slept.\n\nMore words began.\n"
    )


def encrypted(data: bytes) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    writer.encrypt("secret", algorithm="RC4-128")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "a.pdf: not a PDF file, or damaged"),
        (b"%PDF-1.4\nnothing", "a.pdf: not a PDF file, or damaged"),
        (
            pdf(["Words."]).replace(b"720 Td", b"720 BI"),
            r"a.pdf: not a PDF file, or damaged \(AssertionError",
        ),
        (pdf([]), "a.pdf: holds no text, only pictures of it"),
        (encrypted(pdf(["Hidden words."])), "a.pdf: is encrypted; save it without a password"),
    ],
    ids=["empty", "damaged", "a picture amid text", "pictures", "encrypted"],
)
def test_what_cannot_be_read(data: bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        Pdf(data, "a.pdf")
