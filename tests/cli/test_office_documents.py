"""`simplify` on documents that are archives, and on PDF files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_simplify import Invoke, invoke  # noqa: F401
from tests.simplifier.documents.office.archives import parts_of, word_document
from tests.toy_model import build_toy_model

WORDS = word_document("<w:p><w:r><w:t>The committee commenced.</w:t></w:r></w:p>")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_toy_model(tmp_path)
    (tmp_path / "a.docx").write_bytes(WORDS)
    (tmp_path / "b.docx").write_bytes(WORDS)
    return tmp_path


def test_a_word_document(invoke: Invoke, folder: Path) -> None:  # noqa: F811
    options = (
        "simplify",
        "--config",
        folder / "model.toml",
        folder / "a.docx",
        "--output",
        folder / "new.docx",
    )
    assert invoke(*options).code == 0
    new = parts_of((folder / "new.docx").read_bytes())["word/document.xml"]
    assert b"<w:t>The group started.</w:t>" in new
    assert invoke(*options, "--tracked-changes").code == 0
    new = parts_of((folder / "new.docx").read_bytes())["word/document.xml"]
    assert b"<w:delText>committee</w:delText>" in new and b'w:author="Simplifier"' in new


def test_records_of_a_word_document(invoke: Invoke, folder: Path) -> None:  # noqa: F811
    out = invoke("simplify", "--config", folder / "model.toml", folder / "a.docx", "--format", "jsonl").out
    assert '"output": "The group started."' in out


def test_what_does_not_go(invoke: Invoke, folder: Path) -> None:  # noqa: F811
    model = ("simplify", "--config", folder / "model.toml")
    done = invoke(*model, folder / "a.docx", folder / "b.docx", "--output", folder / "c.docx")
    assert (done.code, done.err) == (
        2,
        "error: a file of format docx is written by itself; name one input, or a folder with --output\n",
    )
    done = invoke(*model, "--tracked-changes", stdin="large")
    assert done.err == "error: --tracked-changes goes with another format; say which with --input-format\n"
    (folder / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    done = invoke(*model, folder / "old.doc", "--output", folder / "c.docx")
    assert done.err.startswith(f"error: {folder / 'old.doc'}: not a Word document: encrypted, or of the format")
    done = invoke(*model, folder / "a.docx", "--tokenized", "--output", folder / "c.docx")
    assert done.err == f"error: --tokenized goes with plain text; {folder / 'a.docx'} is none (format docx)\n"
    (folder / "a.pdf").write_bytes(b"%PDF-1.4")
    done = invoke(*model, folder / "a.pdf", "--output", folder / "c.pdf")
    assert done.err == f"error: {folder / 'c.pdf'}: plain text is written of a pdf file; name a .txt file\n"


def test_a_pdf_file_becomes_text(invoke: Invoke, folder: Path) -> None:  # noqa: F811
    from tests.simplifier.documents.office.test_pdf import pdf

    (folder / "in").mkdir()
    (folder / "in" / "a.pdf").write_bytes(pdf(["The committee commenced."]))
    done = invoke("simplify", "--config", folder / "model.toml", folder / "in", "--output", folder / "out")
    assert done.err == (
        f"note: {folder / 'in' / 'a.pdf'}: only the text of a PDF file is read; its layout is not kept\n"
    )
    assert (folder / "out" / "a.pdf.txt").read_text(encoding="utf-8") == "The group started.\n"


def test_tracked_changes_in_a_folder(invoke: Invoke, folder: Path) -> None:  # noqa: F811
    inside = folder / "in"
    inside.mkdir()
    (inside / "a.docx").write_bytes(WORDS)
    (inside / "b.md").write_text("The committee commenced.\n", encoding="utf-8")
    model = ("--config", folder / "model.toml")
    done = invoke("simplify", *model, inside, "--output", folder / "out", "--tracked-changes")
    assert done.err == (f"note: {inside / 'b.md'}: the format markdown has no tracked changes; it is changed without\n")
    assert (folder / "out" / "b.md").read_text(encoding="utf-8") == "The group started.\n"
    new = parts_of((folder / "out" / "a.docx").read_bytes())["word/document.xml"]
    assert b"<w:delText>committee</w:delText>" in new


MARKED = word_document(
    "<w:p><w:r><w:t>The comm</w:t></w:r><w:fldSimple w:instr='X'><w:r><w:t>ittee</w:t></w:r></w:fldSimple>"
    '<w:r><w:t xml:space="preserve"> commenced deliberations.</w:t></w:r></w:p>'
    "<w:p><w:r><w:t>The cat sat.</w:t></w:r></w:p><w:p><w:r><w:t>A large dog.</w:t></w:r></w:p>"
)


def test_a_word_document_is_shown_counted_and_reported(invoke: Invoke, folder: Path) -> None:  # noqa: F811
    (folder / "a.docx").write_bytes(MARKED)
    command = ("simplify", "--config", folder / "model.toml", folder / "a.docx")
    page = folder / "page.html"
    done = invoke(*command, "--output", folder / "new.docx", "--summary", "--report", page)
    assert done.err.startswith("3 sentences, 2 changed; 3 changes; ")  # the field stays, and so "committee" does
    assert f'<h3 id="p3">{folder / "a.docx"}: document paragraph 3</h3>' in page.read_text(encoding="utf-8")
    done = invoke(*command, "--diff")
    assert done.out == (
        "document paragraph 1: The committee [-commenced-]{+started+} [-deliberations-]{+talks+}.\n"
        "document paragraph 3: A [-large-]{+big+} dog.\n"
    )
    assert invoke(*command, "--diff", "--output", folder / "new.docx").code == 2
    done = invoke(*command, "--output", folder / "plain.txt")
    assert (folder / "plain.txt").read_text(encoding="utf-8") == (
        "The committee started talks.\nThe cat sat.\nA big dog.\n"
    )
    done = invoke(*command, "--output", folder / "plain.odt")
    assert (done.code, (folder / "plain.odt").exists()) == (2, False)
    assert done.err == (
        f"error: {folder / 'plain.odt'}: a file of format docx is written as such; "
        "name a .docx file, or a .txt file for the text alone\n"
    )
