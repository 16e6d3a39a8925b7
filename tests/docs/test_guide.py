"""What the guide shows is what comes out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.settings import PACKAGE
from simplifier.text.markup import read_markup

DOCS = Path(__file__).resolve().parents[2] / "docs"
MODEL = PACKAGE / "models" / "en"

pytestmark = pytest.mark.skipif(not MODEL.is_dir(), reason="the embedded model is not in this installation")


def text_of(page: str) -> str:
    """Return a page of one of the three shelves."""
    (path,) = (path for shelf in ("use", "build", "understand") for path in (DOCS / shelf).glob(page))
    return path.read_text(encoding="utf-8")


def block(page: str, before: str) -> str:
    """Return the indented lines that follow a text of a page."""
    _, found, rest = text_of(page).partition(before)
    assert found, f"{page} lacks {before!r}"
    block = re.match(r"\n+((?:    .*\n|\n(?=    ))+)", rest)
    assert block, f"{page} has no block after {before!r}"
    return re.sub(r"^    ", "", block[1], flags=re.MULTILINE)


REPORT = block("first_text.md", "Say `report.txt` holds")


@pytest.mark.parametrize(
    ("command", "settings"),
    [("$ simplify report.txt", {}), ("$ simplify --split off report.txt", {"structure.split": "off"})],
)
def test_the_first_text(command: str, settings: dict[str, object]) -> None:
    simplifier = Simplifier.load(overrides=settings)
    assert simplifier.simplify(REPORT).text == block("first_text.md", command)


def test_protected_terms_and_python() -> None:
    page = " ".join(text_of("first_text.md").split())
    text = Simplifier.load(protected=["percent", "numerous"]).simplify(REPORT).text
    assert f'"{text.splitlines()[2]}"' in page
    text = Simplifier.load().simplify("The committee commenced its work.").text
    assert f"# '{text}'" in page


def test_marks_in_the_text() -> None:
    marked = block("own_rules.md", "$ cat marked.txt").split("$")[0].strip()
    (result,) = Simplifier.load().stream([read_markup(marked, "marked.txt", 1)])
    assert result.text.strip() == block("own_rules.md", "$ simplify --markup marked.txt").strip()
