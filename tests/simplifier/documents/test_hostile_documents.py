"""Files made to take long, to fill memory or to lead elsewhere: refused with one line, or read in bounds."""

from __future__ import annotations

import json

import pytest

from simplifier.base.errors import FormatError
from simplifier.documents import FORMATS, recognise
from simplifier.documents.office import package
from tests.simplifier.documents.office.archives import archive, word_document, word_parts


def refused(kind: str, data: bytes, **options: object) -> str:
    with pytest.raises(FormatError) as caught:
        FORMATS[kind](data, name="f", **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_row_of_comments_is_looked_at_once() -> None:
    assert recognise(None, b"<!---->" * 73) == "text"
    assert recognise(None, b"<!---->" * 60 + b"<html>") == "html"
    assert recognise(None, b"<!-- a --> <!-- b -->\n<!doctype html>") == "html"


def test_json_of_any_depth_and_any_number() -> None:
    deep = "[" * 500 + '"a b"' + "]" * 500
    assert len(FORMATS["jsonl"]((f'{{"t": {deep}}}\n' * 3).encode(), fields=["t"]).passages()) == 3
    assert "too deep" in refused("jsonl", b'{"t": ' + b"[" * 100_000, fields=["t"])
    number = b'{"n": ' + b"1" * 100_000 + b', "t": "a b"}'
    assert [one.text for one in FORMATS["jsonl"](number, fields=["t"]).passages()] == ["a b"]
    assert refused("jsonl", b'{"t": "a"}\n\xef\xbb\xbf{"t": "b"}', fields=["t"]).startswith("f:2: not JSON")


def test_nested_json_is_read_once() -> None:
    inner = json.dumps(["a b"] * 20_000)
    data = ('{"t": ' + "[" * 400 + inner + "]" * 400 + "}").encode()
    assert len(FORMATS["jsonl"](data, fields=["t"]).passages()) == 20_000


def test_parts_of_a_document_fill_memory_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "LARGEST_TEXT", 1 << 20)
    half = "<w:p>" + " " * 600_000 + "</w:p>"
    assert FORMATS["docx"](word_document(half)).passages() == []
    assert refused("docx", word_document(half, header=half)) == (
        "f: the text of the document unpacks to 1 MiB, more than the 1 MiB that are read"
    )


def test_entities_are_not_expanded_and_nothing_is_fetched() -> None:
    lines = ['<?xml version="1.0"?>', '<!DOCTYPE d [<!ENTITY a0 "lol">']
    lines += [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    lines += ['<!ENTITY f SYSTEM "file:///etc/passwd">]>']
    parts = word_parts("<w:p><w:r><w:t>one &a9; &f; two</w:t></w:r></w:p>")
    main = str(parts["word/document.xml"]).partition("\n")[2]
    parts["word/document.xml"] = "\n".join(lines) + main
    (passage,) = FORMATS["docx"](archive(parts)).passages()
    assert passage.text == "one \ufffc  two"  # the file is not even named


def test_names_that_lead_out_of_an_archive_are_names_like_others() -> None:
    parts = word_parts("<w:p><w:r><w:t>one</w:t></w:r></w:p>") | {"../../out.txt": "x", "/etc/y": "y"}
    document = FORMATS["docx"](archive(parts))
    assert [one.text for one in document.passages()] == ["one"]
    assert b"../../out.txt" in document.written([])
