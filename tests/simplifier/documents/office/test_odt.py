from __future__ import annotations

import random
import re
from datetime import UTC, datetime

import pytest

from simplifier import Simplifier
from simplifier.base.errors import FormatError
from simplifier.documents import rewrite
from simplifier.documents.office.odt import Odt
from simplifier.text.markup import MarkedText
from tests.simplifier.documents.office.archives import archive, changed, parts_of

SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        *(
            ("office", "office"),
            ("text", "text"),
            ("style", "style"),
            ("draw", "drawing"),
            ("table", "table"),
        ),
        ("svg", "svg-compatible"),
    )
)
STYLES = (
    '<office:font-face-decls><style:font-face style:name="F" style:font-pitch="fixed"/>'
    "</office:font-face-decls>"
    '<office:styles><style:style style:family="paragraph" style:name="Source_20_Code"/></office:styles>'
    "<office:master-styles><style:master-page><style:header><text:p>A header.</text:p></style:header>"
    "</style:master-page></office:master-styles>"
)
AUTOMATIC = (
    '<style:style style:family="text" style:name="T1"><style:text-properties style:font-name="F"/>'
    '</style:style><style:style style:family="text" style:name="T2"><style:text-properties '
    'text:display="none"/></style:style>'
    '<style:style style:family="paragraph" style:name="P1" style:parent-style-name="Source_20_Code"/>'
)


def parts(body: str, **more: str) -> dict[str, str | bytes]:
    return {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<?xml version='1.0' encoding='UTF-8'?>\n<office:document-content {SPACES}>"
        f"<office:automatic-styles>{AUTOMATIC}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "styles.xml": f"<office:document-styles {SPACES}>{STYLES}</office:document-styles>",
        "Pictures/one.png": bytes(range(200)),
        **more,
    }


def texts(body: str) -> list[str]:
    return [str(passage.text) for passage in Odt(archive(parts(body))).passages()][:-1]


def kept(body: str) -> list[str]:
    text = Odt(archive(parts(body))).passages()[0].text
    return [text[span.start : span.end] for span in text.spans] if isinstance(text, MarkedText) else []


def rewritten(body: str, *edits: tuple[str, str]) -> str:
    old = parts(body)
    new = parts_of(changed(Odt(archive(old)), *edits))
    assert list(new) == list(old)
    content = new["content.xml"].decode()
    before, after = str(old["content.xml"]).split(body)
    assert content.startswith(before) and content.endswith(after)
    return content[len(before) : -len(after)]


def test_words_change_within_their_spans() -> None:
    body = (
        '<text:h text:outline-level="1">How it commenced</text:h><text:list><text:list-item><text:p>We '
        '<text:span text:style-name="B">lar</text:span>ge &amp; old</text:p></text:list-item></text:list>'
    )
    assert texts(body) == ["How it commenced", "We large & old"]
    assert rewritten(body, ("commenced", "began <x>"), ("large", "big")) == (
        body.replace("commenced", "began &lt;x&gt;").replace(">lar<", ">big<").replace("ge &amp;", " &amp;")
    )


def test_the_archive_begins_with_its_type() -> None:
    data = archive(parts("<text:p>It commenced.</text:p>"))
    written = changed(Odt(data), ("commenced", "began"), ("header", "head"))
    assert written[30:77] == b"mimetypeapplication/vnd.oasis.opendocument.text"
    assert b"A head." in parts_of(written)["styles.xml"]
    assert parts_of(written)["Pictures/one.png"] == bytes(range(200))


def test_white_space_counts_as_it_is_shown() -> None:
    body = (
        "<text:p>\n  One\n  two<text:span> </text:span> three<text:s text:c='2'/>four<text:tab/>five"
        "<text:line-break/>six </text:p>"
    )
    assert texts(body) == ["One two three  four", "five", "six "]
    assert rewritten(body, ("three  four", "3 4"), ("two ", "2 ")) == (
        "<text:p>One 2 <text:span></text:span>3 4<text:tab/>five<text:line-break/>six </text:p>"
    )


def test_where_text_stands() -> None:
    body = (
        "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>"
        "<text:table-of-content><text:p>How</text:p></text:table-of-content>"
        "<table:table><table:table-cell><text:p>A cell</text:p></table:table-cell></table:table>"
        "<text:p>Text<text:note><text:note-citation>1</text:note-citation><text:note-body>"
        "<text:p>A note</text:p></text:note-body></text:note> and "
        "<draw:frame><draw:text-box><text:p>A box</text:p></draw:text-box><svg:title>x</svg:title>"
        "</draw:frame>"
        "<office:annotation><text:p>A comment</text:p></office:annotation><text:a>a link</text:a></text:p>"
        '<text:section text:protected="true"><text:p>Closed</text:p></text:section>'
    )
    assert texts(body) == ["A cell", "Text and a link", "A note", "A box"]
    found = Odt(archive(parts(body))).passages()
    assert [one.place for one in found][-2:] == ["content paragraph 4", "styles paragraph 1"]


def test_what_is_no_running_text() -> None:
    body = (
        "<text:h>a b</text:h><text:list><text:list-item><text:p>c</text:p></text:list-item></text:list>"
        "<table:table><table:table-row><table:table-cell><text:p>d</text:p></table:table-cell></table:table-row>"
        '</table:table><text:p text:style-name="Quotations">e</text:p><text:p>f</text:p>'
    )
    found = [one.text for one in Odt(archive(parts(body))).passages()][:-1]
    assert [(str(one), isinstance(one, MarkedText) and one.whole) for one in found] == [
        *((text, True) for text in ("a b", "c", "d", "e")),
        ("f", False),
    ]


def test_code_fields_and_hidden_text_stay() -> None:
    body = (
        '<text:p>Say <text:span text:style-name="T1">go</text:span> on <text:date>Monday</text:date>'
        '<text:span text:style-name="T2"> or hide</text:span> now</text:p>'
        '<text:p text:style-name="P1">commence(now)</text:p>'
    )
    assert texts(body) == ["Say go on Monday or hide now"]
    assert kept(body) == ["go", "Monday or hide"]
    assert rewritten(body, ("on Monday", "then"), ("now", "soon")) == body.replace(" now<", " soon<")


def tracked(body: str, *edits: tuple[str, str]) -> str:
    document = Odt(archive(parts(body)), tracked=True, date=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    content = parts_of(changed(document, *edits))["content.xml"].decode()
    return content[content.index("<office:text>") + 13 : content.index("</office:text>")]


def region(name: str, kind: str, content: str = "") -> str:
    return (
        f'<text:changed-region xml:id="{name}" text:id="{name}"><text:{kind}><office:change-info>'
        f"<dc:creator {DC}>Simplifier</dc:creator><dc:date {DC}>2026-01-02T03:04:05</dc:date>"
        f"</office:change-info>{content}</text:{kind}></text:changed-region>"
    )


DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'


def test_tracked_changes() -> None:
    span = '<text:span text:style-name="B">'
    body = f"<text:p>It {span}commenced</text:span> very late</text:p>"
    assert tracked(body, ("commenced", "be<gan"), ("very ", "")) == (
        "<text:tracked-changes>"
        + region("simplifier1", "deletion", f"<text:p>{span}commenced</text:span></text:p>")
        + region("simplifier2", "insertion")
        + region("simplifier3", "deletion", '<text:p>very<text:s text:c="1"/></text:p>')
        + f'</text:tracked-changes><text:p>It {span}<text:change text:change-id="simplifier1"/>'
        '<text:change-start text:change-id="simplifier2"/>be&lt;gan<text:change-end '
        'text:change-id="simplifier2"/></text:span> <text:change text:change-id="simplifier3"/>late</text:p>'
    )


def test_tracked_changes_beside_those_of_others() -> None:
    others = '<text:changed-region text:id="simplifier1"/>'
    body = (
        f"<office:forms/><text:tracked-changes>{others}</text:tracked-changes>"
        '<text:p>It <text:change-start text:change-id="simplifier1"/>commenced<text:change-end '
        'text:change-id="simplifier1"/> very late</text:p>'
    )
    new = tracked(body, ("commenced", "began"), ("late", "soon"))
    assert new.startswith(
        f"<office:forms/><text:tracked-changes>{others}"
        + region("simplifier2", "deletion", "<text:p>late</text:p>")
        + region("simplifier3", "insertion")
        + "</text:tracked-changes>"
    )
    assert ">commenced<" in new and "began" not in new
    assert "<text:tracked-changes>" in tracked("<text:tracked-changes/><text:p>late</text:p>", ("late", "soon"))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            {"mimetype": "application/vnd.oasis.opendocument.spreadsheet"},
            "not an OpenDocument text: its mimetype",
        ),
        ({"content.xml": "<a"}, "content.xml:1: broken XML"),
        ({"content.xml": "<a/>"}, "not an OpenDocument text: content.xml holds no text"),
        (
            {
                "META-INF/manifest.xml": '<m xmlns="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
                "<encryption-data/></m>"
            },
            "is encrypted; save the document without a password",
        ),
    ],
)
def test_damaged_documents(change: dict[str, str], problem: str) -> None:
    with pytest.raises(FormatError, match=re.escape(f"a.odt: {problem}")):
        Odt(archive(parts("", **change)), "a.odt")


def test_a_missing_part() -> None:
    with pytest.raises(FormatError, match=r"a\.odt: content\.xml is missing"):
        Odt(archive({"mimetype": "application/vnd.oasis.opendocument.text"}), "a.odt")


def settled(body: str, *, accept: bool) -> str:
    """Return the text of a body with tracked changes, all of them accepted or rejected."""
    changes, _, rest = body.partition("</text:tracked-changes>")
    for whole in re.findall(r"<text:changed-region.*?</text:changed-region>", changes):
        (name,) = re.findall(r'xml:id="(.*?)"', whole)
        gone = re.sub(r'<text:s text:c="(\d+)"/>', lambda match: " " * int(match[1]), "".join(_DELETED.findall(whole)))
        mark = f'text:change-id="{name}"/>'
        rest = rest.replace(f"<text:change {mark}", "" if accept else gone)
        inside = rf"<text:change-start {mark}(.*?)<text:change-end {mark}"
        rest = re.sub(inside, (lambda match: match[1]) if accept else "", rest)
    return re.sub(r"<.*?>", "", rest)


_DELETED = re.compile(r"<text:p>(.*?)</text:p>")
BOTH = "The council met on Monday in the town hall, and the mayor resigned on the next day."
APART = "The council met on Monday in the town hall. The mayor resigned on the next day."
_RULES = ["two clauses with and", "two verbs with and"]


@pytest.fixture(scope="module")
def splitting() -> Simplifier:
    weights = {f"structure.weights.{name}": 0.0 for name in ("score", "doubt", "added", "shorter")}
    return Simplifier.load(risk=0.0, overrides={"structure.also": _RULES, **weights, "structure.weights.sentence": 1.0})


@pytest.mark.parametrize("seed", range(12))
def test_the_tracked_changes_of_a_split(splitting: Simplifier, seed: int) -> None:
    chance = random.Random(seed)
    cuts = (
        [0, *sorted(chance.sample(range(1, len(BOTH)), chance.randrange(1, 8))), len(BOTH)] if seed else [0, len(BOTH)]
    )
    pieces = [BOTH[start:end] for start, end in zip(cuts[:-1], cuts[1:], strict=True)]
    body = "".join(f'<text:span text:style-name="S{place % 2}">{one}</text:span>' for place, one in enumerate(pieces))
    data = archive(parts(f"<text:p>{body}</text:p>"))
    written = [
        parts_of(rewrite(Odt(data, tracked=tracked), splitting).data)["content.xml"].decode()
        for tracked in (True, False)
    ]
    own, plain = (one[one.index("<office:text>") + 13 : one.index("</office:text>")] for one in written)
    assert (settled(own, accept=False), settled(own, accept=True)) == (BOTH, APART)
    assert re.sub(r"<.*?>", "", plain) == APART
    if seed == 0:
        assert _DELETED.findall(own.partition("</text:tracked-changes>")[0]) == [
            '<text:span text:style-name="S0">, and the</text:span>'
        ]
