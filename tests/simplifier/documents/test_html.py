"""HTML: words change, nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier import Simplifier
from simplifier.base.errors import FormatError
from simplifier.documents import FORMATS, rewrite
from tests.simplifier.documents.conftest import Rewrite

CASES = [
    ("<p>large</p>", "<p>big</p>"),
    ("<p>The <b>large</b> house</p>", "<p>The <b>big</b> house</p>"),
    ("<p>the <i>committee</i>\n commenced", "<p>the <i>group</i>\n started"),
    ("<p class='large' title=\"large > x\">large</p>", "<p class='large' title=\"large > x\">big</p>"),
    ("<a href=large>large</a>", "<a href=large>big</a>"),
    ("<script>large < '<p>large</p>'</script>large", "<script>large < '<p>large</p>'</script>big"),
    ("<STYLE>.large { }</STYLE ><p>large", "<STYLE>.large { }</STYLE ><p>big"),
    ("<pre>large <b>large</b></pre>large", "<pre>large <b>large</b></pre>big"),
    ("<p>a <code>large</code> large", "<p>a <code>large</code> big"),
    (
        "<p>a <code>a <code>large</code> large</code> large",
        "<p>a <code>a <code>large</code> large</code> big",
    ),
    ("<textarea><p>large</textarea>large", "<textarea><p>large</textarea>big"),
    (
        "<!-- large <p> --><!DOCTYPE large><?php large ?>large",
        "<!-- large <p> --><!DOCTYPE large><?php large ?>big",
    ),
    ("<p>large &amp; large &nbsp;&lt;large&gt;", "<p>big &amp; big &nbsp;&lt;large&gt;"),
    ("<p>a &mdash; large", "<p>a &mdash; big"),
    ("a < b large & large", "a < b big & big"),
    ("<title>Large</title>", "<title>Big</title>"),
    ("<p translate=no>large</p>large", "<p translate=no>large</p>big"),
    (
        "<p>a <span class='x notranslate'>large</span> large",
        "<p>a <span class='x notranslate'>large</span> big",
    ),
    ("<img alt='large'>large<br>large", "<img alt='large'>big<br>big"),
    ("<td>large<td>large", "<td>big<td>big"),
    ("<p>see large() and /large/x", "<p>see large() and /large/x"),
    ("<p>large", "<p>big"),
    ("<p", "<p"),
    ("<script>large", "<script>large"),
    ("", ""),
]


@pytest.mark.parametrize(("source", "wanted"), CASES, ids=[source for source, _ in CASES])
def test_words_change_and_marks_stay(rewritten: Rewrite, source: str, wanted: str) -> None:
    assert rewritten("html", source) == wanted


def test_phrases_over_the_border_of_a_mark_stay(rewritten: Rewrite) -> None:
    assert rewritten("html", "<p>However <b>, he is large") == "<p>However <b>, he is big"
    assert rewritten("html", "<p><b>However ,</b> he is large") == "<p><b>But</b> he is big"
    assert rewritten("html", "<p>He is <b>very</b> nice") == "<p>He is <b>very</b> nice"


def test_other_encodings_stay_what_they_are(toy: Simplifier) -> None:
    page = '<meta charset="iso-8859-1"><p>large café'.encode("latin-1")
    assert rewrite(FORMATS["html"](page), toy).data == page.replace(b"large", b"big")
    with pytest.raises(FormatError, match=r"page.html:2: byte 4 of the line \(0xe9\) is not UTF-8"):
        FORMATS["html"]("<p>\ncafé".encode("latin-1"), name="page.html")


@settings(max_examples=200, deadline=None)
@given(
    st.text(alphabet="ab <>/&;!-'\"=\n?", max_size=60)
    | st.lists(
        st.sampled_from(["<p>", "</p>", "<b>", "</b>", "a b", "&amp;", "<script>", "</script>", "<code>", "</code>"])
    ).map("".join)
)
def test_no_change_gives_the_same_bytes_and_places_are_true(source: str) -> None:
    document = FORMATS["html"](source.encode())
    assert document.written([]) == source.encode()
    for passage in document.passages():
        for run in passage.place.runs:  # type: ignore[attr-defined]
            if run.kind == "literal":
                assert source[run.source_start : run.source_end] == passage.text[run.start : run.end]
