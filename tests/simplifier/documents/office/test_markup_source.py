from __future__ import annotations

import pytest

from simplifier.base.errors import FormatError
from simplifier.documents.office.markup_source import Characters, Element, Source, Splice, escaped

SPACES = {"u": "p"}


def texts(element: Element) -> list[Characters]:
    found: list[Characters] = []
    for child in element.children:
        found += [child] if isinstance(child, Characters) else texts(child)
    return found


def test_every_node_knows_its_bytes() -> None:
    inside = "é&amp;1<!-- c -->2<a:y/><![CDATA[<3]]>\r\n4&#233;"
    data = f"<?xml version='1.0'?>\n<a:x xmlns:a='u' b='>'>{inside}</a:x >".encode()
    source = Source(data, "part", SPACES)
    assert (source.root.name, source.root.attributes) == ("p:x", {"b": ">"})
    assert source.raw(source.root.start, source.root.inner) == b"<a:x xmlns:a='u' b='>'>"
    assert source.raw(source.root.inner_end, source.root.end) == b"</a:x >"
    assert source.tag(source.root) == b"a:x"
    assert [(one.value, source.raw(one.start, one.end).decode()) for one in texts(source.root)] == [
        ("é&1", "é&amp;1"),
        ("2", "2"),
        ("<3\n4é", "<![CDATA[<3]]>\r\n4&#233;"),
    ]
    (empty,) = source.root.elements()
    assert source.raw(empty.start, empty.end) == b"<a:y/>"
    assert source.root.text() == "é&12<3\n4é"


def test_other_bytes_stay() -> None:
    data = b"<a  x = '1'>old<b/>\r\n</a>"
    source = Source(data, "part", {})
    (old, _) = texts(source.root)
    assert source.spliced([Splice(old.start, old.end, escaped("n<e>&w"))]) == (
        b"<a  x = '1'>n&lt;e&gt;&amp;w<b/>\r\n</a>"
    )
    assert source.spliced([]) == data


@pytest.mark.parametrize(
    ("encoding", "declared"), [("utf-16", "UTF-16"), ("iso-8859-1", "ISO-8859-1"), ("utf-8-sig", "utf-8")]
)
def test_a_part_keeps_its_encoding(encoding: str, declared: str) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?><a>né</a>'
    source = Source(text.encode(encoding), "part", {})
    (words,) = texts(source.root)
    assert source.spliced([]) == text.encode(encoding)
    changed = source.spliced([Splice(words.start, words.end, escaped("é東"))])
    known = "é東" if encoding != "iso-8859-1" else "é&#26481;"
    assert changed == text.replace("né", known).encode(encoding)


def test_entities_are_not_expanded() -> None:
    data = b'<!DOCTYPE a [<!ENTITY b "11111111"><!ENTITY c "&b;&b;&b;">]><a>x&c;y</a>'
    (x, entity, y) = texts(Source(data, "part", {}).root)
    assert (x.value, entity.value, entity.whole, y.value) == ("x", "\ufffc", True, "y")


def test_entities_of_html() -> None:
    (x, entity, _) = texts(Source(b"<a>x&nbsp;y</a>", "part", {}, loose=True).root)
    assert (x.value, entity.value) == ("x", "\xa0")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"<a>\n<b></a>", r"part:2: broken XML \(mismatched tag\)"),
        (b"", r"part:1: broken XML \(no element found\)"),
        (b"<a>x&nbsp;y</a>", r"part:1: broken XML \(undefined entity\)"),
        (b"<a>" * 300 + b"</a>" * 300, "part: elements lie more than 256 deep in each other"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "part: is not klingon as it says"),
        (b"<a>\xff</a>", r"part:1: broken XML \(not well-formed"),
    ],
)
def test_broken_parts(data: bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        Source(data, "part", {})
