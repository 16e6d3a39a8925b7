from __future__ import annotations

import io
import re
import struct
import zipfile

import pytest

from simplifier.base.errors import FormatError
from simplifier.documents.office.package import LARGEST_PART, LARGEST_TEXT, Package
from tests.simplifier.documents.office.archives import archive, parts_of

PARTS: dict[str, str | bytes] = {"mimetype": "a/b", "one.xml": "<a/>" * 50, "folder/two.bin": bytes(99)}


def refused(data: bytes, part: str = "one.xml") -> str:
    with pytest.raises(FormatError) as caught:
        Package(data, "f.docx", "Word document").read_text(part)
    return str(caught.value)


def with_field(data: bytes, offset: int, form: str, value: int) -> bytes:
    """Return the archive with a field of the second part's entry in the central directory set."""
    places = [match.start() for match in re.finditer(b"PK\x01\x02", data)]
    at = places[1] + offset
    return data[:at] + struct.pack(form, value) + data[at + struct.calcsize(form) :]


def test_parts_come_back_in_order_with_packing_dates_and_comments() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        made.comment = b"of the whole"
        stored = zipfile.ZipInfo("mimetype", (1999, 1, 2, 3, 4, 6))
        made.writestr(stored, "a/b")
        made.writestr(zipfile.ZipInfo("folder/"), "")
        packed = zipfile.ZipInfo("folder/ä.xml", (2001, 1, 2, 3, 4, 6))
        packed.compress_type, packed.comment, packed.external_attr = (
            zipfile.ZIP_DEFLATED,
            b"note",
            0o640 << 16,
        )
        made.writestr(packed, "old")
    written = Package(stream.getvalue(), "f", "book").written({"folder/ä.xml": b"new"})
    assert list(parts_of(written).items()) == [
        ("mimetype", b"a/b"),
        ("folder/", b""),
        ("folder/ä.xml", b"new"),
    ]
    with zipfile.ZipFile(io.BytesIO(written)) as again:
        assert again.comment == b"of the whole"
        first, _, last = again.infolist()
    assert (first.compress_type, first.date_time) == (zipfile.ZIP_STORED, stored.date_time)
    assert (last.compress_type, last.comment, last.external_attr, last.date_time) == (
        *(zipfile.ZIP_DEFLATED, b"note", packed.external_attr, packed.date_time),
    )
    assert written.startswith(b"PK\x03\x04") and written[30:41] == b"mimetypea/b"


def test_damaged_archives() -> None:
    data = archive(PARTS)
    assert refused(b"no archive").startswith("f.docx: not a Word document, or damaged (File is not a zip file)")
    assert refused(data[:-30]).startswith("f.docx: not a Word document, or damaged")
    assert refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1").startswith("f.docx: not a Word document: encrypted")
    assert refused(data, "three.xml").startswith("f.docx: three.xml is missing")
    bad = data.replace(b"mimetypea/b", b"mimetypea/c")
    assert refused(bad, "mimetype").startswith("f.docx: mimetype is damaged (Bad CRC-32")
    assert refused(with_field(data, 8, "<H", 1)) == (
        "f.docx: one.xml is encrypted; save the document without a password"
    )
    assert refused(with_field(data, 10, "<H", 99)).startswith("f.docx: one.xml is damaged (That compression")


def test_parts_of_one_name() -> None:
    assert refused(archive({"a.xml": "1", "b.xml": "2"}).replace(b"b.xml", b"a.xml")).startswith(
        "f.docx: holds a.xml twice"
    )


def test_what_unpacks_to_too_much() -> None:
    data = archive(PARTS)
    assert refused(with_field(data, 24, "<L", LARGEST_PART + (1 << 20))) == (
        "f.docx: one.xml unpacks to 257 MiB, more than the 256 MiB that are read"
    )
    assert refused(with_field(data, 24, "<L", LARGEST_TEXT + (1 << 20))) == (
        "f.docx: one.xml unpacks to 33 MiB, more than the 32 MiB that are read"
    )


def test_a_part_that_is_larger_than_it_says() -> None:
    assert refused(with_field(archive(PARTS), 24, "<L", 3)).startswith("f.docx: one.xml is damaged (Bad CRC-32")
