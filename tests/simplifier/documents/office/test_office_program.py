"""What an office program reads in rewritten documents."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from simplifier.documents.office.docx import Docx
from simplifier.documents.office.odt import Odt
from simplifier.documents.office.slots import AUTHOR
from tests.simplifier.documents.office.archives import parts_of, settled

pytest.importorskip("docx", reason="python-docx makes the documents")
from tests.simplifier.documents.office.samples import edited, expected, write_all

OFFICE = shutil.which("soffice")
TEXT = "txt:Text (encoded):UTF8"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(OFFICE is None, reason="needs LibreOffice (soffice), which is not installed"),
]


def convert(kind: str, files: Sequence[Path], folder: Path, home: Path) -> None:
    """Write documents in another format, all by one start of the program."""
    command = [str(OFFICE), f"-env:UserInstallation={home.as_uri()}", "--headless", "--convert-to", kind]
    done = subprocess.run(
        [*command, "--outdir", str(folder), *map(str, files)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("office")


def test_52_documents_read_as_they_should(tmp_path: Path, home: Path) -> None:
    pages = write_all(tmp_path, 13)
    convert("odt:writer8", [*sorted(tmp_path.glob("*.docx")), *pages], tmp_path, home)
    convert("docx:MS Word 2007 XML", sorted(tmp_path.glob("page*.odt")), tmp_path, home)
    made = sorted([*tmp_path.glob("*.docx"), *tmp_path.glob("*.odt")])
    assert len(made) == 52
    both = tmp_path / "both"
    both.mkdir()
    for path in made:
        data = path.read_bytes()
        document = (Docx if path.suffix == ".docx" else Odt)(data, path.name)
        (both / f"{path.stem}_{path.suffix[1:]}_old{path.suffix}").write_bytes(data)
        written = document.written(edited(document))
        (both / f"{path.stem}_{path.suffix[1:]}_new{path.suffix}").write_bytes(written)
    convert(TEXT, sorted(both.iterdir()), tmp_path / "text", home)
    for old in sorted((tmp_path / "text").glob("*_old.txt")):
        text = old.read_text(encoding="utf-8")
        new = old.with_name(old.name.replace("_old.", "_new.")).read_text(encoding="utf-8")
        assert new == expected(text) != text, old.name


def lines(path: Path, *, accept: bool) -> list[str]:
    return ["".join(text for _, text in one) for one in settled(path.read_bytes(), accept=accept)]


def test_revisions_are_revisions(tmp_path: Path, home: Path) -> None:
    pages = write_all(tmp_path, 7)
    convert("odt:writer8", pages, tmp_path, home)
    both = tmp_path / "both"
    both.mkdir()
    for path in sorted([*tmp_path.glob("*.docx"), *tmp_path.glob("*.odt")]):
        data = path.read_bytes()
        document = (Docx if path.suffix == ".docx" else Odt)(data, path.name, tracked=True)
        (both / f"{path.stem}_old{path.suffix}").write_bytes(data)
        (both / f"{path.stem}_new{path.suffix}").write_bytes(document.written(edited(document)))
    convert("docx:MS Word 2007 XML", sorted(both.iterdir()), tmp_path / "read", home)
    olds = sorted((tmp_path / "read").glob("*_old.docx"))
    assert len(olds) == 14
    for old in olds:
        new = old.with_name(old.name.replace("_old.", "_new."))
        text = lines(old, accept=True)
        assert lines(new, accept=False) == text, old.name
        assert lines(new, accept=True) == [expected(line) for line in text] != text, old.name
        revisions = re.findall(rb'<w:(?:ins|del) [^>]*w:author="([^"]*)"', parts_of(new.read_bytes())[MAIN])
        assert set(revisions) == {AUTHOR.encode()}, old.name


MAIN = "word/document.xml"
