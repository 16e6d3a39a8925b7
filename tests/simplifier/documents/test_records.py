"""Subtitles, tables, JSON Lines and plain text."""

from __future__ import annotations

import csv
import io
import json
from importlib import import_module
from inspect import signature

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier.base.errors import FormatError
from simplifier.documents import FORMATS, PassageResult, recognise
from tests.simplifier.documents.conftest import Rewrite
from tests.simplifier.documents.office.archives import archive

SRT = (
    "1\r\n00:00:01,000 --> 00:00:02,000 X1:large\r\n<i>The committee</i> we saw the\r\n"
    "committee large\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}- large\r\n- Large\r\n"
)
VTT = (
    "WEBVTT large\n\nNOTE large\nlarge\n\nSTYLE\n::cue(large) { }\n\nlarge\n"
    "00:01.000 --> 00:02.000 align:large\n<v Large>large &amp; <c.large>large</c>\n\n"
    "00:03.000 --> 00:04.000\n<00:03.500>large"
)


def test_subtitles(rewritten: Rewrite) -> None:
    assert rewritten("srt", SRT) == (
        "1\r\n00:00:01,000 --> 00:00:02,000 X1:large\r\n<i>The group</i> we saw the\r\ngroup big\r\n\r\n"
        "2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}- big\r\n- Big\r\n"
    )
    assert rewritten("vtt", VTT) == (
        "WEBVTT large\n\nNOTE large\nlarge\n\nSTYLE\n::cue(large) { }\n\nlarge\n"
        "00:01.000 --> 00:02.000 align:large\n<v Large>big &amp; <c.large>big</c>\n\n"
        "00:03.000 --> 00:04.000\n<00:03.500>big"
    )


def test_line_breaks_move_to_the_next_space(rewritten: Rewrite) -> None:
    cue = "1\n0:00:01,000 --> 0:00:02,000\nhe was however\n, a man\n"
    assert rewritten("srt", cue) == "1\n0:00:01,000 --> 0:00:02,000\nhe was\nbut a man\n"
    assert rewritten("markdown", "> he was however\n> , a man\n") == "> he was\n> but a man\n"


def test_tables(rewritten: Rewrite) -> None:
    table = 'id,large,note\r\n1,large,large\r\n2,"large, ""large""\n large",large\r\n3\r\n4,"x"large,\r\n'
    wanted = 'id,large,note\r\n1,big,large\r\n2,"big, ""big""\n big",large\r\n3\r\n4,"x"big,\r\n'
    assert rewritten("csv", table, columns=["large"]) == wanted
    assert rewritten("csv", "a;b\nlarge, large;large\n", columns=["a"]) == "a;b\nbig, big;large\n"
    assert rewritten("tsv", '\ufeffa\tb\nlarge\t"large', columns=["a", "b"]) == '\ufeffa\tb\nbig\t"big'


def test_a_cell_is_quoted_where_it_must_be() -> None:
    document = FORMATS["csv"](b"a,b\nlarge,x\n", columns=["a"])
    assert document.written([PassageResult(0, 'big, "x"', ())]) == b'a,b\n"big, ""x""",x\n'


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.text("ab,\"\n\r;'", max_size=6), min_size=2, max_size=2), min_size=1, max_size=5))
def test_tables_are_read_as_they_are_written(rows: list[list[str]]) -> None:
    stream = io.StringIO()
    csv.writer(stream).writerows([["x", "y"], *rows])
    document = FORMATS["csv"](stream.getvalue().encode(), columns=["y"])
    wanted = [row[1] for row in rows if "a" in row[1] or "b" in row[1]]
    assert [passage.text for passage in document.passages()] == wanted
    assert document.written([]) == stream.getvalue().encode()


def test_json_lines(rewritten: Rewrite) -> None:
    lines = (
        '{"a": {"b":"large \\u00e9\\n\\"large\\"", "c": "large"}, "b": "large"}\n\n'
        '{"a":[{"b": ["large", 1, {"b": "large"}]}, "large"],"x":null}\r\n'
    )
    assert rewritten("jsonl", lines, fields=["a.b"]) == (
        '{"a": {"b":"big \\u00e9\\n\\"big\\"", "c": "large"}, "b": "large"}\n\n'
        '{"a":[{"b": ["big", 1, {"b": "large"}]}, "large"],"x":null}\r\n'
    )
    assert rewritten("jsonl", '"large"\n["large", {"large": "large"}]', fields=["large"]) == (
        '"large"\n["large", {"large": "big"}]'
    )


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None)
@given(VALUES, st.booleans())
def test_json_strings_are_read_as_they_are_written(value: object, plain: bool) -> None:
    data = json.dumps({"a": [value, "x"]}, ensure_ascii=plain).encode("utf-8", "replace")
    document = FORMATS["jsonl"](data, fields=["a"])
    assert document.written([]) == data
    strings = set[str]()

    def collect(one: object) -> None:
        if isinstance(one, list):
            for item in one:
                collect(item)
        elif isinstance(one, str):
            strings.add(one)

    collect(json.loads(data)["a"])
    assert {passage.text for passage in document.passages()} == {one for one in strings if any(map(str.isalpha, one))}


@pytest.mark.parametrize(
    ("kind", "data", "options", "message"),
    [
        ("csv", "a,b\n", {}, "x: a table: say which columns are text with --column NAME; it has a, b"),
        ("csv", "a,b\n", {"columns": ["aa"]}, "x: has no column 'aa'; did you mean 'a'?; it has a, b"),
        (
            "jsonl",
            "{}",
            {},
            "x: JSON Lines: say which fields are text with --field NAME, such as --field a.b",
        ),
        ("jsonl", "{}\n{a}", {"fields": ["a"]}, "x:2: not JSON: Expecting property name enclosed in double "),
        ("jsonl", "{} {}", {"fields": ["a"]}, "x:1: not JSON: Extra data (column 4)"),
        (
            "jsonl",
            "{}",
            {"fields": ["a.b"]},
            "x: no line has a text in the field 'a.b'; name another with --field",
        ),
        ("text", "\udcff", {}, "x:1: byte 1 of the line (0xff) is not UTF-8; convert the file"),
    ],
)
def test_what_is_wrong_is_one_line(kind: str, data: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        FORMATS[kind](data.encode("utf-8", "surrogateescape"), name="x", **options)
    assert str(caught.value).startswith(message)


def test_plain_text(rewritten: Rewrite) -> None:
    text = "large\r\n\n    large = 1\n\tA large man.\n\n```\nlarge\n```\n/large/x large"
    assert rewritten("text", text) == "big\r\n\n    large = 1\n\tA big man.\n\n```\nlarge\n```\n/large/x big"


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("a.md", b"<html>", "markdown"),
        ("A.HTM", b"", "html"),
        ("a.txt", b"WEBVTT\n", "text"),
        ("a", b"WEBVTT\n", "vtt"),
        (None, b"\xef\xbb\xbfWEBVTT", "vtt"),
        (None, b"1\r\n00:00:01,000 --> 00:00:02,000\r\n", "srt"),
        (None, b"\n<!-- x --> <!DOCTYPE html>", "html"),
        (None, b"<html lang=en>", "html"),
        (None, b"<htmlx>", "text"),
        ("notes.tex", b"x", "text"),
        ("A.DOCX", b"", "docx"),
        (None, b"PK\x03\x04", "docx"),
        ("old.doc", b"\xd0\xcf\x11\xe0", "docx"),
        (None, archive({"mimetype": "application/epub+zip"}), "epub"),
        (None, archive({"mimetype": "application/vnd.oasis.opendocument.text"}), "odt"),
        (None, b"%PDF-1.7", "pdf"),
    ],
)
def test_formats_are_recognised(name: str | None, head: bytes, kind: str) -> None:
    assert recognise(name, head) == kind


@pytest.mark.parametrize("kind", FORMATS)
def test_the_list_of_formats_says_what_the_readers_say(kind: str) -> None:
    module, _, name = FORMATS[kind].home.partition(":")
    reader = getattr(import_module(module), name)
    assert (reader.name, reader.suffixes) == (kind, FORMATS[kind].suffixes)
    assert {"data", "name", *FORMATS[kind].options} <= signature(reader).parameters.keys()
