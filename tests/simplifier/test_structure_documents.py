"""Splits in documents: headings and items stay whole, and what stands around is understood as before."""

from __future__ import annotations

import io
import re

import docx
import pytest

from simplifier import Simplifier
from simplifier.documents import FORMATS, rewrite

#: Rules that these documents are written for; they apply wherever they match.
RULES = ["two clauses with and", "two verbs with and", "relative clause at the end", "relative clause inside"]
BOTH = "The council met on Monday in the town hall, and the mayor resigned on the next day."
APART = "The council met on Monday in the town hall. The mayor resigned on the next day."


@pytest.fixture(scope="module")
def splitting() -> Simplifier:
    weights = {f"structure.weights.{name}": 0.0 for name in ("score", "doubt", "added", "shorter")}
    return Simplifier.load(risk=0.0, overrides={"structure.also": RULES, **weights, "structure.weights.sentence": 1.0})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Breaks, blank lines and what stands between sentences stay.
        (
            f"{BOTH}  It rained.\n\n\t{BOTH}\r\n\r\nThe end\n",
            f"{APART}  It rained.\n\n\t{APART}\r\n\r\nThe end\n",
        ),
        # Headings, items and what is quoted, as plain text has them.
        (f"What the council did, and why\n- {BOTH}\n2. {BOTH}\n> {BOTH}\n", None),
        (f'He wrote: "{BOTH}"\n', None),
        # "It" is the museum, and would be the station.
        (
            "The museum of the town bought the old station, which had closed its doors in the winter "
            "of 1950. It has ten rooms.\n",
            None,
        ),
        (
            "The museum of the town bought the old station, which had closed its doors in the winter "
            "of 1950. But its rooms are big.\n",
            None,
        ),
        # Nobody could be meant but the teacher: a council is no "she".
        (
            "The old council of the town chose Mary Lee, who had taught music at the school for ten years. "
            "She left in 1990.\n",
            "The old council of the town chose Mary Lee. She had taught music at the school for ten years. "
            "She left in 1990.\n",
        ),
        # What follows has no pronoun, or stands in another paragraph.
        (
            "The old council of the town chose Mary Lee, who had taught music at the school for ten years. "
            "Visitors like it.\n",
            "The old council of the town chose Mary Lee. She had taught music at the school for ten years. "
            "Visitors like it.\n",
        ),
        (
            "The old council of the town chose Mary Lee, who had taught music at the school for ten years."
            "\n\nIt has ten rooms.\n",
            "The old council of the town chose Mary Lee. She had taught music at the school for ten years."
            "\n\nIt has ten rooms.\n",
        ),
        # The subject is the same as before, so "she" is too.
        (
            "Mary Lee, who had worked at the court since 1950, is now a judge in the largest town. She lives alone.\n",
            "Mary Lee had worked at the court since 1950. She is now a judge in the largest town. She lives alone.\n",
        ),
        # Two of one name: the short one would not tell which.
        (
            "Robert Lee built it. Tarvo Lee, who had worked at the court since 1950, is now a judge "
            "in the largest town.\n",
            "Robert Lee built it. Tarvo Lee had worked at the court since 1950. "
            "Tarvo Lee is now a judge in the largest town.\n",
        ),
        (
            "Tarvo Lee, who had worked at the court since 1950, is now a judge in the largest town.\n",
            "Tarvo Lee had worked at the court since 1950. Lee is now a judge in the largest town.\n",
        ),
        # A term that the document defines stays as it is written.
        (
            'Two people sign: one who lives there (the "Tenant") and one who owns it (the "Landlord"). '
            "The Tenant pays the rent on the first day of the month, and the Landlord keeps the "
            "garden tidy.\n",
            'Two people sign: one who lives there (the "Tenant") and one who owns it (the "Landlord"). '
            "The Tenant pays the rent on the first day of the month. The Landlord keeps the garden tidy.\n",
        ),
        (
            'Help is given by the "Housing Support Scheme". '
            "The town runs the Housing Support Scheme for all families, and the county pays for the "
            "Housing Support Scheme.\n",
            'Help is given by the "Housing Support Scheme". '
            "The town runs the Housing Support Scheme for all families. The county pays for the "
            "Housing Support Scheme.\n",
        ),
    ],
)
def test_plain_text(splitting: Simplifier, text: str, expected: str | None) -> None:
    assert splitting.simplify(text).text == (text if expected is None else expected)


def _written(splitting: Simplifier, kind: str, text: str) -> str:
    return rewrite(FORMATS[kind](text.encode()), splitting).data.decode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"# {BOTH}\n\n{BOTH}\n\n{BOTH}\n===\n", f"# {BOTH}\n\n{APART}\n\n{BOTH}\n===\n"),
        (
            f"- {BOTH}\n- b\n\n  {BOTH}\n\n1. {BOTH}\n\n{BOTH}\n",
            f"- {BOTH}\n- b\n\n  {BOTH}\n\n1. {BOTH}\n\n{APART}\n",
        ),
        (f"> {BOTH}\n>\n> - {BOTH}\n\n{BOTH}\n", f"> {BOTH}\n>\n> - {BOTH}\n\n{APART}\n"),
        (
            f"| a | b |\n|---|---|\n| {BOTH} | c |\n\n{BOTH}\n",
            f"| a | b |\n|---|---|\n| {BOTH} | c |\n\n{APART}\n",
        ),
        # Marks and the breaks of lines inside a paragraph stay.
        (BOTH.replace("council", "**council**") + "\n", APART.replace("council", "**council**") + "\n"),
        (
            f"{BOTH}\nShe\nleft.\n".replace("met on", "met\non"),
            f"{APART}\nShe\nleft.\n".replace("met on", "met\non"),
        ),
    ],
)
def test_markdown(splitting: Simplifier, text: str, expected: str) -> None:
    assert _written(splitting, "markdown", text) == expected


def test_html(splitting: Simplifier) -> None:
    text = "".join(
        f"<{tag}>{BOTH}</{tag}>\n" for tag in ("h1", "h6", "title", "blockquote", "caption", "p", "div", "section")
    )
    text += f"<ul><li>{BOTH}<li><p>{BOTH}</p></ul><p>{BOTH}</p><dl><dt>{BOTH}<dd>{BOTH}</dl>\n"
    text += f"<table><tr><th>{BOTH}<td>{BOTH}</table>{BOTH}<p>He wrote <q>{BOTH}</q> at once.</p>\n"
    expected = re.sub(rf"<(p|div|section)>{BOTH}</\1>", lambda found: found[0].replace(BOTH, APART), text)
    expected = expected.replace(f"<li><p>{APART}", f"<li><p>{BOTH}").replace(f"</table>{BOTH}", f"</table>{APART}")
    assert expected.count(APART) == 5
    assert _written(splitting, "html", text) == expected


def _document() -> bytes:
    """Return a Word document with a paragraph of each kind."""
    document = docx.Document()
    document.add_heading(BOTH, 1)
    for style in ("Title", "List Bullet", "List Number", "Quote", "Intense Quote", "Caption", "Normal"):
        document.add_paragraph(BOTH, style=style)
    document.add_table(1, 1).cell(0, 0).text = BOTH
    document.add_paragraph("She had been in office for ten years.")
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def test_word(splitting: Simplifier) -> None:
    data = rewrite(FORMATS["docx"](_document()), splitting).data
    written = docx.Document(io.BytesIO(data))
    found = {one.style.name: one.text for one in written.paragraphs[:-1] if one.style is not None}
    assert found.pop("Normal") == APART
    assert len(found) == 7 and set(found.values()) == {BOTH}
    assert written.tables[0].cell(0, 0).text == BOTH
    assert len(written.paragraphs) == len(docx.Document(io.BytesIO(_document())).paragraphs)
