"""Bullet points in text, Markdown, HTML and Word; where no list can stand, nothing moves."""

from __future__ import annotations

import io
import json
import re

import docx
import pytest

from simplifier import Simplifier
from simplifier.cli.terminal.diff import marked_result
from simplifier.documents import FORMATS, rewrite
from simplifier.record.edits import applied

LONG = (
    "You must send us your passport, a recent bank statement, a fee of approximately £20, "
    "and a letter from your employer."
)
#: The same with nothing but its words changed.
WHOLE = LONG.replace("approximately", "about")
ITEMS = ["your passport", "a recent bank statement", "a fee of about £20", "a letter from your employer"]
LISTED = "You must send us:" + "".join(f"\n- {item}" for item in ITEMS)


@pytest.fixture(scope="module")
def listing() -> Simplifier:
    return Simplifier.load(overrides={"structure.bullets": True})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{LONG}\n", f"{LISTED}\n"),
        (f"Dear tenant. {LONG} We will write.\n", f"Dear tenant. {LISTED}\n\nWe will write.\n"),
        (f"{LONG} {LONG}", f"{LISTED}\n\n{LISTED}"),
        (f"{LONG}\r\n\r\nWe will write.\r\n", LISTED.replace("\n", "\r\n") + "\r\n\r\nWe will write.\r\n"),
        (f"- {LONG}\n", f"- {WHOLE}\n"),  # an item itself
        (
            "Please bring a passport, a driving licence, a birth certificate or a letter from your bank.",
            "Please bring:\n- a passport, or\n- a driving licence, or\n- a birth certificate, or\n"
            "- a letter from your bank",
        ),
        (
            "The council must consult residents, publish the results, review the plan and report it.",
            "The council must:\n- consult residents\n- publish the results\n- review the plan\n- report it",
        ),
    ],
)
def test_text(listing: Simplifier, text: str, expected: str) -> None:
    assert listing.simplify(text).text == expected


def test_nothing_is_listed_unless_asked_for() -> None:
    assert Simplifier.load().simplify(LONG).text == WHOLE


def test_tokenised_text_stays_on_its_line() -> None:
    tokenised = Simplifier.load(overrides={"structure.bullets": True, "text.tokenised": True})
    spaced = LONG.replace(",", " ,").replace(".", " .")
    assert "\n" not in tokenised.simplify(spaced).text


def test_the_trace_has_the_rule_and_the_places_of_edits(listing: Simplifier) -> None:
    result = listing.simplify(f"Dear tenant. {LONG} We will write.")
    (one,) = [one for one in result.sentences if one.rules]
    assert one.source == f"{LONG} " and [part.output for part in one.parts] == ["You must send us:", *ITEMS]
    record = json.loads(json.dumps(one.to_json()))
    assert record["structure"][-1]["name"] == "list of things"
    assert [part["text"] for part in record["parts"]][3] == "a fee of approximately £20"
    assert {(edit.source, edit.target) for edit in one.edits if edit.kind == "word"} >= {("approximately", "about")}
    assert applied(one.source, one.edits) == one.output
    assert applied(result.source, result.edits) == result.text


def rewritten(listing: Simplifier, kind: str, text: str) -> str:
    return rewrite(FORMATS[kind](text.encode()), listing).data.decode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"# A\n\n{LONG}\n# B\n", f"# A\n\n{LISTED}\n# B\n"),
        (f"Dear *tenant*. {LONG} We **will** write.\n", f"Dear *tenant*. {LISTED}\n\nWe **will** write.\n"),
        (LONG.replace("two", "\ntwo") + "\n", f"{LISTED}\n"),  # a soft break
        (f"- {LONG}\n\n> {LONG}\n", f"- {WHOLE}\n\n> {WHOLE}\n"),
        # The list behind it would be one with ours; a mark inside would be torn. The words change all the same.
        (f"{LONG}\n\n- an item\n", f"{WHOLE}\n\n- an item\n"),
        (LONG.replace("bank", "**bank**") + "\n", WHOLE.replace("bank", "**bank**") + "\n"),
        (f"| a |\n|---|\n| {LONG} |\n", f"| a |\n|---|\n| {WHOLE} |\n"),
    ],
)
def test_markdown(listing: Simplifier, text: str, expected: str) -> None:
    assert rewritten(listing, "markdown", text) == expected


_UL = "<ul>\n" + "".join(f"<li>{item}</li>\n" for item in ITEMS) + "</ul>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"<p>{LONG}</p>\n", f"<p>You must send us:</p>\n{_UL}\n"),
        (
            f'<p id="a" class="b">Dear <b>tenant</b>. {LONG} We <i>will</i> write.</p>',
            f'<p id="a" class="b">Dear <b>tenant</b>. You must send us:</p>\n{_UL}\n'
            '<p class="b">We <i>will</i> write.</p>',
        ),
        (f"<div>{LONG}</div><ul><li>{LONG}</ul>", f"<div>{WHOLE}</div><ul><li>{WHOLE}</ul>"),
        (f"<p><i>{LONG}</i></p>", f"<p><i>{WHOLE}</i></p>"),
        (f"<p>{LONG}<div>x y</div>", f"<p>{WHOLE}<div>x y</div>"),  # not closed
    ],
)
def test_html(listing: Simplifier, text: str, expected: str) -> None:
    assert rewritten(listing, "html", text) == expected


def test_word(listing: Simplifier) -> None:
    document = docx.Document()
    document.add_paragraph(f"Dear tenant. {LONG} We will write.")
    marked = document.add_paragraph()
    for text, bold in zip(("You must send us your passport, a recent ", "bank", LONG[45:]), (0, 1, 0), strict=True):
        marked.add_run(text).bold = bool(bold)
    document.add_paragraph(f"One\t{LONG}")  # a tab: more than one passage
    document.add_table(1, 1).cell(0, 0).text = LONG
    data = io.BytesIO()
    document.save(data)

    def read(**options: bool) -> tuple[list[tuple[str, str]], str]:
        made = rewrite(FORMATS["docx"](data.getvalue(), **options), listing).data
        found = docx.Document(io.BytesIO(made))
        paragraphs = [(one.style.name, one.text) for one in found.paragraphs]
        return paragraphs, found.tables[0].cell(0, 0).text

    paragraphs, cell = read()
    assert paragraphs == [
        ("Normal", "Dear tenant. You must send us:"),
        *[("List Bullet", item) for item in ITEMS],
        ("Normal", "We will write."),
        ("Normal", WHOLE),
        ("Normal", f"One\t{WHOLE}"),
    ]
    assert cell == WHOLE
    assert len(read(tracked=True)[0]) == 3  # revisions part no paragraph


def test_word_without_a_style_for_bullets(listing: Simplifier) -> None:
    document = docx.Document()
    for style in list(document.styles):
        if style.name.startswith("List Bullet"):
            style.delete()
    document.add_paragraph(LONG)
    data = io.BytesIO()
    document.save(data)
    made = docx.Document(io.BytesIO(rewrite(FORMATS["docx"](data.getvalue()), listing).data))
    assert [one.text for one in made.paragraphs] == ["You must send us:", *[f"•\t{item}" for item in ITEMS]]
    assert all(one.paragraph_format.first_line_indent for one in made.paragraphs[1:])


@pytest.mark.parametrize(
    ("kind", "options", "data"),
    [
        ("srt", {}, f"1\n00:00:01,000 --> 00:00:02,000\n{LONG}\n"),
        ("csv", {"columns": ["a"]}, f'a,b\n"{LONG}",x\n'),
        ("jsonl", {"fields": ["a"]}, json.dumps({"a": LONG}) + "\n"),
    ],
)
def test_formats_without_lists(listing: Simplifier, kind: str, options: dict[str, list[str]], data: str) -> None:
    found = rewrite(FORMATS[kind](data.encode(), **options), listing).data.decode()
    assert found == data.replace("approximately", "about")


def test_marked_changes_without_the_old_words_are_the_new_text(listing: Simplifier) -> None:
    result = listing.simplify(f"Dear tenant. {LONG} We will write.\n")
    shown = marked_result(result, colour=False)
    assert re.sub(r"\[-(.*?)-\]|\{\+(.*?)\+\}", lambda mark: mark[2] or "", shown, flags=re.S) == result.text
