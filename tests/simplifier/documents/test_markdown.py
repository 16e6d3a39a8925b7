"""Markdown: words change, nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier.documents import FORMATS, PassageResult, TextEdit
from tests.simplifier.documents.conftest import Rewrite

#: What is written, and what comes out; one of every construct.
CASES = [
    # headings
    ("# Large items\n", "# Big items\n"),
    ("# Large items #\n", "# Big items #\n"),
    ("## Large items ##   \n", "## Big items ##   \n"),
    ("   ### Large\n", "   ### Big\n"),
    ("Large items\n===\n", "Big items\n===\n"),
    ("Large\nitems\n---\n", "Big\nitems\n---\n"),
    ("#Large items\n", "#Large items\n"),
    # emphasis
    ("**Large** items\n", "**Big** items\n"),
    ("__Large__ items\n", "__Big__ items\n"),
    ("*a large* item\n", "*a big* item\n"),
    ("***large*** items\n", "***big*** items\n"),
    ("~~large~~ items\n", "~~big~~ items\n"),
    ("the *large\nhouse* is\n", "the *big\nhouse* is\n"),
    ("the **committee** commenced\n", "the **group** started\n"),
    ("**the committee** commenced\n", "**the group** started\n"),
    ("the* committee\n", "the* committee\n"),
    ("2 * large * 3\n", "2 * big * 3\n"),
    # "very" goes with its space, of which half is not emphasised; "large" stands next to it.
    ("a **very** large one\n", "a **very** big one\n"),
    ("**very large** one\n", "**big** one\n"),
    # code
    ("`large` and large\n", "`large` and big\n"),
    ("``a ` large`` and large\n", "``a ` large`` and big\n"),
    ("a large ` one\n", "a big ` one\n"),
    ("`large()`\n", "`large()`\n"),
    ("    large = 1\n", "    large = 1\n"),
    ("\tlarge house\n", "\tlarge house\n"),
    ("```\nlarge\n```\nlarge\n", "```\nlarge\n```\nbig\n"),
    ("~~~ python\nlarge = 2\n~~~\n", "~~~ python\nlarge = 2\n~~~\n"),
    ("- a\n\n      large\n", "- a\n\n      large\n"),
    ("> ```\n> large\n> ```\n", "> ```\n> large\n> ```\n"),
    # links and pictures
    ("[large](http://large.org/large 'large') item\n", "[big](http://large.org/large 'large') item\n"),
    ("a [large *large*][r] item\n\n[r]: /large\n", "a [big *big*][r] item\n\n[r]: /large\n"),
    ("[large] item\n\n[large]: /x\n", "[large] item\n\n[large]: /x\n"),
    ("[large][] item\n\n[large]: /x\n", "[large][] item\n\n[large]: /x\n"),
    ("[large](broken item\n", "[big](broken item\n"),
    ("![large](large.png) large\n", "![large](large.png) big\n"),
    ("[![large](large.png) large](/x) large\n", "[![large](large.png) big](/x) big\n"),
    ("<http://large.org> large\n", "<http://large.org> big\n"),
    ("http://large.org/large/ large\n", "http://large.org/large/ big\n"),
    ("[a](<large> 'x') [large](/y)\n", "[a](<large> 'x') [big](/y)\n"),
    # lists and quotes
    ("- large\n- large\n", "- big\n- big\n"),
    ("* large\n\n  large\n", "* big\n\n  big\n"),
    ("1. large\n2) large\n", "1. big\n2) big\n"),
    ("- - large\n", "- - big\n"),
    ("- [ ] large\n", "- [ ] big\n"),
    ("> large\nlarge\n", "> big\nbig\n"),
    ("> > large\n>\n> large\n", "> > big\n>\n> big\n"),
    ("> - large\n>   large\n", "> - big\n>   big\n"),
    # tables
    ("| large | b |\n|---|:-:|\n| *large* | `large` |\n", "| big | b |\n|---|:-:|\n| *big* | `large` |\n"),
    ("large | b\n--- | ---\nlarge | large\n", "big | b\n--- | ---\nbig | big\n"),
    ("| a \\| large | large |\n|---|---|\n", "| a \\| large | big |\n|---|---|\n"),
    ("> | large |\n> |---|\n> | large |\n", "> | big |\n> |---|\n> | big |\n"),
    # HTML, entities, escapes
    ("<div class='large'>\nlarge\n</div>\n\nlarge\n", "<div class='large'>\nlarge\n</div>\n\nbig\n"),
    ("<b class=large>large</b> large\n", "<b class=large>big</b> big\n"),
    ("<!-- large --> large\n", "<!-- large --> large\n"),
    ("a <!-- large --> large\n", "a <!-- large --> big\n"),
    ("AT&amp;T large &copy; &#35;\n", "AT&amp;T big &copy; &#35;\n"),
    ("\\*large\\* \\# large\n", "\\*big\\* \\# big\n"),
    # line ends, breaks, front matter
    ("a large  \nhouse\n", "a big  \nhouse\n"),
    ("a large\\\nhouse\n", "a big\\\nhouse\n"),
    ("the\ncommittee commenced\n", "the\ngroup started\n"),
    ("> we saw the\n> committee\n", "> we saw the\n> group\n"),
    ("large\r\n\r\n* large\r\n", "big\r\n\r\n* big\r\n"),
    ("---\ntitle: large\n---\nlarge\n", "---\ntitle: large\n---\nbig\n"),
    ("\ufefflarge", "\ufeffbig"),
    ("***\nlarge\n\n***\n", "***\nbig\n\n***\n"),
    ("", ""),
]


@pytest.mark.parametrize(("source", "wanted"), CASES, ids=[source for source, _ in CASES])
def test_words_change_and_marks_stay(rewritten: Rewrite, source: str, wanted: str) -> None:
    # A sentence begins with a capital in the toy model's output only if it did.
    assert rewritten("markdown", source) == wanted


def test_the_first_example(rewritten: Rewrite) -> None:
    source = "# Large items\n\n**Large**, see `terminate()` and `rm -rf /large`. Ref: LARGE/2024/large\n"
    wanted = "# Big items\n\n**Big**, see `terminate()` and `rm -rf /large`. Ref: LARGE/2024/large\n"
    assert rewritten("markdown", source) == wanted


MARKS = st.text(alphabet="ab *_`[]()<>!#|\\&;~-+>1.:\"'\t\n\r=", max_size=60)
LINES = st.lists(
    st.sampled_from(
        [
            "# a b",
            "- a",
            "  b",
            "> c *d",
            "e* f",
            "```",
            "| a | b |",
            "|---|---|",
            "    x",
            "[a]: /b",
            "[a] c",
        ]
        + [
            "a\\",
            "*a* **b _c_**",
            "",
            "===",
            "1. x",
            "<div>",
            "</div>",
            "\tq",
            "`a` &amp; <b>",
            "![a](b)",
            "\u00a0",
        ]
    ),
    max_size=12,
).map("\n".join)


@settings(max_examples=150, deadline=None)
@given(MARKS | LINES | st.text(max_size=40))
def test_no_change_gives_the_same_bytes_and_places_are_true(source: str) -> None:
    document = FORMATS["markdown"](source.encode("utf-8", "replace"))
    text = source.encode("utf-8", "replace").decode()
    assert document.written([]) == text.encode()
    for passage in document.passages():
        for run in passage.place.runs:  # type: ignore[attr-defined]
            if run.kind == "literal":
                assert text[run.source_start : run.source_end] == passage.text[run.start : run.end]


@settings(max_examples=150, deadline=None)
@given(MARKS | LINES, st.sampled_from(["x", "*", "x y", "", "# x", "_x", "](", "`"]))
def test_any_edit_leaves_the_document_what_it_is(source: str, word: str) -> None:
    before = FORMATS["markdown"](source.encode())
    changed = []
    for number, passage in enumerate(before.passages()):
        place = next(i for i, character in enumerate(passage.text) if character.isalpha())
        text = passage.text[:place] + word + passage.text[place + 1 :]
        changed.append(PassageResult(number, text, (TextEdit(place, place + 1, word),)))
    written = before.written(changed)
    after = FORMATS["markdown"](written)
    assert after._shape == before._shape  # type: ignore[attr-defined]
