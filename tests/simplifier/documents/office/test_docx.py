from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.errors import FormatError
from simplifier.documents.base import PassageResult, TextEdit
from simplifier.documents.edits import rewrite
from simplifier.documents.office.docx import Docx
from simplifier.record.edits import applied
from simplifier.text.markup import MarkedText
from tests.simplifier.documents.office.archives import (
    archive,
    changed,
    parts_of,
    settled,
    word_document,
    word_parts,
)
from tests.toy_model import build_toy_model

DATE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
MARK = 'w:id="{}" w:author="Simplifier" w:date="2026-01-02T03:04:05Z"'


def run(text: str, properties: str = "") -> str:
    return f'<w:r>{properties}<w:t xml:space="preserve">{text}</w:t></w:r>'


def body_of(data: bytes) -> str:
    main = parts_of(data)["word/document.xml"].decode()
    return main[main.index("<w:body>") + 8 : main.index("</w:body>")]


def texts(data: bytes, **options: bool) -> list[str]:
    return [str(passage.text) for passage in Docx(data, **options).passages()]


def kept(data: bytes, number: int = 0) -> list[str]:
    text = Docx(data).passages()[number].text
    return [text[span.start : span.end] for span in text.spans] if isinstance(text, MarkedText) else []


def test_only_the_words_of_a_run_change() -> None:
    body = (
        '<w:p w:rsidR="00A"><w:pPr><w:pStyle w:val="H"/></w:pPr><w:bookmarkStart w:id="0" w:name="x"/>'
        '<w:r w:rsidRPr="00B"><w:rPr><w:b/></w:rPr><w:t>We commenced &amp; ended.</w:t></w:r>'
        '<w:bookmarkEnd w:id="0"/></w:p>'
    )
    old = word_parts(body)
    document = Docx(word_document(body))
    assert [(one.text, one.place) for one in document.passages()] == [("We commenced & ended.", "document paragraph 1")]
    new = parts_of(changed(document, ("commenced", "began <so>")))
    assert list(new) == list(old)
    assert new["word/document.xml"].decode() == str(old["word/document.xml"]).replace("commenced", "began &lt;so&gt;")
    assert new["word/media/picture.bin"] == old["word/media/picture.bin"]


def test_nothing_changed_is_the_same_parts() -> None:
    data = word_document(f"<w:p>{run('We commenced.')}</w:p>")
    assert parts_of(Docx(data).written([])) == parts_of(data)


def test_an_edit_over_runs_goes_to_the_first() -> None:
    bold = "<w:rPr><w:b/></w:rPr>"
    data = word_document(f"<w:p>{run('The ')}{run('lar', bold)}{run('ge committee comm')}{run('enced')}</w:p>")
    assert body_of(changed(Docx(data), ("large", "big"), ("commenced", "began"))) == (
        f"<w:p>{run('The ')}{run('big', bold)}{run(' committee began')}{run('')}</w:p>"
    )


def test_white_space_at_the_ends_of_a_run() -> None:
    data = word_document("<w:p><w:r><w:t> The end </w:t></w:r><w:r><w:t>very near</w:t></w:r></w:p>")
    assert texts(data) == ["The endvery near"]
    assert body_of(changed(Docx(data), ("very near", " near"))) == (
        '<w:p><w:r><w:t> The end </w:t></w:r><w:r><w:t xml:space="preserve"> near</w:t></w:r></w:p>'
    )


def test_where_text_stands() -> None:
    def box(text: str) -> str:
        return f"<w:txbxContent><w:p>{run(text)}</w:p></w:txbxContent>"

    old_box = f"<mc:Fallback><w:pict>{box('In a box.')}</w:pict></mc:Fallback>"
    body = (
        f"<w:tbl><w:tr><w:tc><w:p>{run('A cell.')}</w:p></w:tc></w:tr></w:tbl>"
        f"<w:sdt><w:sdtContent><w:p>{run('A control.')}</w:p></w:sdtContent></w:sdt>"
        f"<w:p>{run('Around ')}<w:r><mc:AlternateContent><mc:Choice><w:drawing>{box('In a box.')}</w:drawing>"
        f"</mc:Choice>{old_box}</mc:AlternateContent></w:r>{run('it.')}</w:p>"
    )
    note = f'<w:footnote w:type="separator"><w:p>{run("no text")}</w:p></w:footnote>'
    data = word_document(
        body,
        header=f"<w:p>{run('A header.')}</w:p>",
        footnotes=f"{note}<w:footnote><w:p>{run('A note.')}</w:p></w:footnote>",
    )
    assert [(str(one.text), one.place) for one in Docx(data).passages()] == [
        ("A cell.", "document paragraph 1"),
        ("A control.", "document paragraph 2"),
        ("Around it.", "document paragraph 3"),
        ("In a box.", "document paragraph 4"),
        ("A header.", "header paragraph 1"),
        ("A note.", "footnotes paragraph 1"),
    ]
    new = parts_of(changed(Docx(data), ("box", "frame"), ("note", "remark"), ("header", "head")))
    assert new["word/document.xml"].count(b"In a frame.") == 2
    assert b"A remark." in new["word/footnotes.xml"] and b"no text" in new["word/footnotes.xml"]
    assert b"A head." in new["word/header.xml"]


def test_tabs_and_breaks_part_passages() -> None:
    data = word_document(
        "<w:p><w:r><w:t>Name:</w:t><w:tab/><w:t>Ann</w:t><w:br/><w:t>12</w:t><w:cr/></w:r>"
        f"{run('co')}<w:r><w:noBreakHyphen/></w:r>{run('operate')}</w:p>"
    )
    assert texts(data) == ["Name:", "Ann", "co\u2011operate"]
    assert body_of(changed(Docx(data), ("co\u2011operate", "help"))).endswith(
        f"{run('help')}<w:r></w:r>{run('')}</w:p>"
    )


def field(code: str, result: str) -> str:
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{code}</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def test_fields_stay_and_links_change() -> None:
    link = field(' HYPERLINK "http://commenced.org" ', run("it commenced"))
    body = (
        f"<w:p>{run('See ')}{field(' REF commenced ', run('what commenced'))}{run(' or ')}{link}</w:p>"
        f'<w:p><w:fldSimple w:instr="DATE">{run("it commenced")}</w:fldSimple></w:p>'
        f'<w:p><w:hyperlink w:anchor="commenced">{run("There it commenced")}</w:hyperlink></w:p>'
    )
    data = word_document(body)
    assert texts(data) == ["See what commenced or it commenced", "There it commenced"]
    assert kept(data) == ["what commenced"]
    assert body_of(changed(Docx(data), ("it commenced", "it began"))) == body.replace(
        link, link.replace("it commenced", "it began")
    ).replace("There it commenced", "There it began")


def test_a_field_over_paragraphs_stays() -> None:
    contents = field("TOC", f"{run('One')}</w:p><w:p>{run('Two')}")
    assert texts(word_document(f"<w:p>{contents}</w:p><w:p>{run('Three')}</w:p>")) == ["Three"]


def test_an_edit_that_touches_what_stays_is_left_out_with_its_company() -> None:
    body = f"<w:p>{run('An old ')}{field('REF x', run('house'))}{run(' and an old tree')}</w:p>"
    document = Docx(word_document(body))
    text = str(document.passages()[0].text)
    assert text == "An old house and an old tree"
    edits = (TextEdit(0, 2, "A"), TextEdit(3, 12, "home"), TextEdit(17, 23, "a new"))
    written = document.written([PassageResult(0, applied(text, edits), edits)])
    assert body_of(written) == body.replace("and an old tree", "and a new tree")


STYLES = (
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="P"><w:name w:val="Source Code"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Q"><w:name w:val="Mine"/><w:basedOn w:val="P"/></w:style>'
    '<w:style w:type="character" w:styleId="C"><w:name w:val="Small"/><w:rPr><w:rFonts w:ascii="Consolas"/>'
    "</w:rPr></w:style>"
)


def test_code_and_hidden_text_stay() -> None:
    def styled(text: str, properties: str) -> str:
        return run(text, f"<w:rPr>{properties}</w:rPr>")

    code = styled("go", '<w:rStyle w:val="C"/>')
    typed = styled("run", '<w:rFonts w:ascii="Courier New"/>')
    hidden = styled(" or hide", "<w:vanish/>") + styled(" here", '<w:vanish w:val="0"/>')
    data = word_document(
        f'<w:p><w:pPr><w:pStyle w:val="Q"/></w:pPr>{run("commence(now)")}</w:p>'
        f"<w:p>{run('Say ')}{code}{run(' or ')}{typed}{hidden}</w:p>",
        styles=STYLES,
    )
    assert texts(data) == ["Say go or run or hide here"]
    assert kept(data) == ["go", "run or hide"]


def test_in_a_typescript_the_font_says_nothing() -> None:
    fonts = '<w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr>'
    data = word_document(
        f"<w:p>{run('It commenced.', fonts)}</w:p>",
        styles=f"<w:docDefaults><w:rPrDefault>{fonts}</w:rPrDefault></w:docDefaults>{STYLES}",
    )
    assert (texts(data), kept(data)) == (["It commenced."], [])


def test_revisions() -> None:
    bold = "<w:rPr><w:b/></w:rPr>"
    data = word_document(f'<w:bookmarkStart w:id="6"/><w:p>{run("It commenced ")}{run("large", bold)}</w:p>')
    new = changed(Docx(data, tracked=True, date=DATE), ("commenced", "began"), ("large", "big"))
    first = f"<w:del {MARK.format(7)}><w:r><w:delText>commenced</w:delText></w:r></w:del>"
    first += f"<w:ins {MARK.format(8)}><w:r><w:t>began</w:t></w:r></w:ins>"
    second = f"<w:del {MARK.format(9)}><w:r>{bold}<w:delText>large</w:delText></w:r></w:del>"
    second += f"<w:ins {MARK.format(10)}><w:r>{bold}<w:t>big</w:t></w:r></w:ins>"
    assert body_of(new) == (
        f'<w:bookmarkStart w:id="6"/><w:p>{run("It ")}{first}'.replace(" <w:del", " <w:del")
        + f"{run(' ')}{second}</w:p>"
    )


def test_what_others_propose() -> None:
    body = f"<w:p>{run('It ')}<w:ins w:id='1'>{run('commenced')}</w:ins><w:del w:id='2'><w:r>" + (
        f"<w:delText>started</w:delText></w:r></w:del>{run(' now')}</w:p>"
    )
    data = word_document(body)
    assert (texts(data), kept(data)) == (["It commenced now"], [])
    assert body_of(changed(Docx(data), ("commenced", "began"))) == body.replace("commenced", "began")
    tracked = Docx(data, tracked=True)
    assert body_of(changed(tracked, ("commenced", "began"))) == body


@pytest.mark.parametrize("seed", range(40))
def test_accepting_and_rejecting_all_revisions(seed: int) -> None:
    chance = random.Random(seed)
    forms = ["", "<w:rPr><w:b/></w:rPr>", "<w:rPr><w:i/><w:sz w:val='20'/></w:rPr>"]
    paragraphs = []
    for _ in range(4):
        runs = ""
        for _ in range(chance.randrange(1, 6)):
            pieces = [
                chance.choice(["<w:tab/>", *[f'<w:t xml:space="preserve">{word}</w:t>' for word in WORDS]])
                for _ in range(chance.randrange(1, 4))
            ]
            content = f"<w:r>{chance.choice(forms)}{''.join(pieces)}</w:r>"
            runs += f"<w:hyperlink>{content}</w:hyperlink>" if chance.random() < 0.2 else content
        paragraphs.append(f"<w:p>{runs}</w:p>")
    data = word_document("".join(paragraphs))
    plain, tracked = Docx(data), Docx(data, tracked=True)
    results = []
    for number, passage in enumerate(plain.passages()):
        text = str(passage.text)
        cuts = sorted(chance.sample(range(len(text) + 1), min(len(text) + 1, 2 * chance.randrange(1, 4))))
        edits = tuple(
            TextEdit(start, end, chance.choice(["", "new", " & more "]))
            for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        )
        results.append(PassageResult(number, applied(text, edits), edits))
    revised = tracked.written(results)
    assert settled(revised, accept=False) == settled(data, accept=False)
    assert settled(revised, accept=True) == settled(plain.written(results), accept=True)
    assert [str(one.text) for one in Docx(plain.written(results)).passages() if one.text.strip()] == [
        result.text for result in results if any(map(str.isalpha, result.text))
    ]


WORDS = ("one ", "two", " three", "fo", "ur five", "&amp; six")


def test_with_a_model(tmp_path: Path) -> None:
    simplifier = Simplifier.load(build_toy_model(tmp_path))
    data = word_document(
        f"<w:p>{run('The comm')}{run('ittee', '<w:rPr><w:b/></w:rPr>')}{run(' commenced ')}"
        f"{field('REF x', run('deliberations'))}{run('.')}</w:p>"
    )
    written = rewrite(Docx(data), simplifier)
    assert [result.text for result in written.results] == ["The group started deliberations."]
    assert texts(written.data) == ["The group started deliberations."]


def damaged(change: tuple[str, str | None]) -> bytes:
    parts = word_parts(f"<w:p>{run('It commenced.')}</w:p>")
    name, content = change
    if content is None:
        del parts[name]
    else:
        parts[name] = content
    return archive(parts)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            ("word/document.xml", None),
            "a.docx: word/document.xml is missing; open it in its program and save",
        ),
        (("_rels/.rels", None), "a.docx: _rels/.rels is missing"),
        (("word/document.xml", "<w:document"), "a.docx: word/document.xml:1: broken XML"),
        (
            ("word/document.xml", "<workbook/>"),
            "a.docx: not a Word document: word/document.xml holds <workbook>",
        ),
    ],
)
def test_damaged_documents(change: tuple[str, str | None], problem: str) -> None:
    with pytest.raises(FormatError, match=re.escape(problem)):
        Docx(damaged(change), "a.docx")


BOTH = "The council met on Monday in the town hall, and {}the mayor{} resigned on the next day."
_RULES = ["two clauses with and", "two verbs with and"]


@pytest.fixture(scope="module")
def splitting() -> Simplifier:
    weights = {f"structure.weights.{name}": 0.0 for name in ("score", "doubt", "added", "shorter")}
    return Simplifier.load(risk=0.0, overrides={"structure.also": _RULES, **weights, "structure.weights.sentence": 1.0})


def test_the_revisions_of_a_split_are_small(splitting: Simplifier) -> None:
    bold = "<w:rPr><w:b/></w:rPr>"
    start, end = BOTH.split("{}the mayor{}")
    data = word_document(f"<w:p>{run(start)}{run('the mayor', bold)}{run(end)}</w:p>")
    rewritten = rewrite(Docx(data, tracked=True, date=DATE), splitting)
    (result,) = rewritten.results
    assert [(one.kind, len(one.edits)) for one in result.changes] == [("split", 1)]
    found = re.findall(r"<w:(del|ins) .*?<w:r>(?:<w:rPr>.*?</w:rPr>)?<w:\w+[^>]*>(.*?)</w:", body_of(rewritten.data))
    assert found == [("del", ", and"), ("ins", "."), ("del", "the"), ("ins", "The")]
    assert settled(rewritten.data, accept=False) == settled(data, accept=False)
    ((first, middle, last),) = settled(rewritten.data, accept=True)
    assert (first[1], middle[1], last[1]) == ("The council met on Monday in the town hall. ", "The mayor", end)
    assert "b" in middle[0] and not first[0]
    assert settled(rewritten.data, accept=True) == settled(rewrite(Docx(data), splitting).data, accept=True)


@pytest.mark.parametrize("seed", range(12))
def test_revisions_of_splits_in_runs_at_random(splitting: Simplifier, seed: int) -> None:
    chance = random.Random(seed)
    text = BOTH.format("", "")
    cuts = [0, *sorted(chance.sample(range(1, len(text)), chance.randrange(1, 8))), len(text)]
    forms = ["", "<w:rPr><w:b/></w:rPr>", "<w:rPr><w:i/></w:rPr>"]
    runs = "".join(run(text[start:end], chance.choice(forms)) for start, end in zip(cuts[:-1], cuts[1:], strict=True))
    data = word_document(f"<w:p>{runs}</w:p>")
    tracked, plain = (rewrite(Docx(data, tracked=one, date=DATE), splitting) for one in (True, False))
    assert settled(tracked.data, accept=False) == settled(data, accept=False)
    assert settled(tracked.data, accept=True) == settled(plain.data, accept=True)
    assert texts(plain.data) == [one.text for one in plain.results] == [one.text for one in tracked.results]
    assert plain.results[0].text == ("The council met on Monday in the town hall. The mayor resigned on the next day.")


def test_a_mark_inside_words_that_move(tmp_path: Path) -> None:
    simplifier = Simplifier.load(build_toy_model(tmp_path))
    data = word_document(
        f"<w:p>{run('The book was written by ')}{run('the girl', '<w:rPr><w:b/></w:rPr>')}{run('.')}</w:p>"
    )
    tracked, plain = (rewrite(Docx(data, tracked=one, date=DATE), simplifier) for one in (True, False))
    assert texts(plain.data) == ["The girl wrote the book."]
    assert settled(tracked.data, accept=False) == settled(data, accept=False)
    assert settled(tracked.data, accept=True) == settled(plain.data, accept=True)
