"""`simplify --report` on the toy model: what the page tells, and that it can be used without a fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from simplifier.base.page import html_page, html_table
from simplifier.evaluation.page.charts import Point, scatter
from simplifier.pipeline import Simplifier
from simplifier.record.request import SearchRequest
from simplifier.report.rewriting import HardWord, RewritingReport
from simplifier.report.rewriting_page import rewriting_page
from tests.cli.test_simplify import Invoke, invoke, model
from tests.simplifier.record.decoding import split
from tests.simplifier.report.browser import open_browser

__all__ = ["invoke", "model"]

TEXT = "A humorous  man has an large residence.\n\nExceptional <i>words</i> deliberate.\n"


@pytest.fixture
def report(model: Path) -> RewritingReport:
    simplifier = Simplifier.load(model)
    report = RewritingReport(simplifier)
    request = SearchRequest(explain=True)
    for number, result in enumerate(simplifier.stream(TEXT.splitlines(keepends=True), request=request), 1):
        report.add(result, f"line {number}")
    return report


def test_what_is_reported(report: RewritingReport) -> None:
    first, second = report.passages  # a blank line has nothing to report
    assert [(stretch.old, stretch.new) for stretch in first.stretches if stretch.changed] == [
        ("humorous", "funny"),
        ("an", "a"),
        ("large", "big"),
        ("residence", "house"),
    ]
    assert "".join(stretch.old for stretch in first.stretches) == TEXT.splitlines(keepends=True)[0]
    assert [edit.rule for stretch in first.stretches for edit in stretch.edits] == [
        "JJ | humorous | funny",
        "JJ | large | big",
        "JJ | large | big",
        "NN | residence | house",
    ]
    assert first.stretches[1].edits[0].reason == "a plainer word"
    assert (report.tally.changes, report.origins) == (3, {"hand": 3})
    assert [(one.tally.sentences, one.tally.changed) for one in (first, second)] == [(1, 1), (1, 0)]
    assert (first.tally.before.words, report.tally.before.words) == (7, 10)
    why = "no plainer word is known"
    assert report.hard == {
        HardWord("exceptional", why): 1,
        HardWord("deliberate", why): 1,
    }


def test_every_word_of_content_has_its_candidates(report: RewritingReport) -> None:
    first, second = report.passages
    assert [(one.source, [each.text for each in one.ranked]) for one in first.words] == [
        ("A humorous", ["A funny", "An amusing"]),
        ("an large", ["a big"]),
        ("residence", ["house"]),
    ]
    assert second.words == ()  # no rule has them
    text = rewriting_page(report)
    assert text.count('<details class="words">') == 1
    won = '<span title="scores 2.10 more than keeping it"><b>“A funny”</b></span> (a plainer word)'
    assert f"<dt>A humorous</dt>\n<dd>{won}" in text


def test_the_page_of_fifty_sentences_stays_small() -> None:
    simplifier = Simplifier.load()
    report = RewritingReport(simplifier)
    lines = ["The committee commenced numerous deliberations regarding the subsequent construction works.\n"] * 50
    for result in simplifier.stream(lines, request=SearchRequest(explain=True)):
        report.add(result, "x")
    text = rewriting_page(report)
    assert text.count("<dt>commenced</dt>") == 50 and "stands " in text
    assert len(text.encode("utf-8")) < 2_000_000


def test_a_split_is_a_change_with_its_reason(model: Path) -> None:
    whole = "He left, and she stayed."
    report = RewritingReport(Simplifier.load(model))
    report.add(split(whole, whole, "He left.", "And she stayed."), "x")
    changed = [(one.old, one.new) for one in report.passages[0].stretches if one.changed]
    assert changed == [(", and", ". And")]
    tally = report.passages[0].tally
    assert (tally.sentences, tally.changes, tally.after.sentences) == (1, 1, 2)
    assert "two short sentences are easier to follow" in rewriting_page(report)


def test_the_command_writes_text_and_page(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    plain = invoke("simplify", "--config", model, stdin=TEXT)
    assert invoke("simplify", "--config", model, "--report", page, stdin=TEXT) == plain
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"<script|https?://|url\(|\son\w+=|<i>words", text)
    assert '<h3 id="p1">&lt;stdin&gt;:1</h3>' in text and "&lt;stdin&gt;:3</h3>" in text
    assert '<tr><th scope="row">hand</th><td>3</td><td>100%</td></tr>' in text
    assert "“humorous” → “funny”; a plainer word" in text
    document = tmp_path / "in.md"
    document.write_text("# Very large\n\nA *humorous* man.\n", encoding="utf-8")
    assert invoke("simplify", "--config", model, "--report", page, document).out == "# Big\n\nA *funny* man.\n"
    assert "in.md: line 3</h3>" in page.read_text(encoding="utf-8")


def test_what_does_not_go_together(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    text = tmp_path / "in.txt"
    text.write_text("Very large.\n", encoding="utf-8")
    for arguments, fault in (
        (("--report", text, text), "is an input or the output"),
        (("--report", "-", text), "standard output holds the text"),
        (("--report", tmp_path / "no" / "x.html", text), "no"),
    ):
        ended = invoke("simplify", "--config", model, *arguments)
        assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
        assert fault in ended.err
    assert text.read_text(encoding="utf-8") == "Very large.\n"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_browser(tmp_path_factory.mktemp("profile")) as session:
        yield session


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_no_fault_of_accessibility(
    browser: Any, report: RewritingReport, tmp_path: Path, scheme: str, width: int
) -> None:
    if find_spec("axe_selenium_python") is None:
        pytest.skip("needs axe-selenium-python (extra 'test')")
    from axe_selenium_python import Axe

    table = html_table("Many", ["one", "two"], [["a" * 80, "b" * 80]])
    plot = scatter("Points", "x", "y", [Point(0, 0, "a"), Point(1, 1, "b")])
    for number, page in enumerate((rewriting_page(report), html_page("Table", table + plot))):
        path = tmp_path / f"{number}.html"
        path.write_text(page, encoding="utf-8")
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        browser.get(path.as_uri())
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        for summary in browser.find_elements("css selector", "summary")[:1]:
            summary.click()
            assert "funny" in browser.find_element("css selector", "details[open] .why").text
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        axe = Axe(browser)
        axe.inject()
        assert [one["id"] for one in axe.run()["violations"]] == []


def test_one_page_for_all_files_of_a_folder(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text("Very large.\n", encoding="utf-8")
    (folder / "b.md").write_text("# A *large* house\n", encoding="utf-8")
    page = tmp_path / "page.html"
    assert invoke("simplify", "--config", model, folder, "--output", tmp_path / "out", "--report", page).code == 0
    told = page.read_text(encoding="utf-8")
    headings = re.findall(r"<h[23][^>]*>([^<]+)", told[: told.index("Where the changes")])
    a, b = folder / "a.txt", folder / "b.md"
    assert headings == ["Text", str(a), f"{a}: line 1", str(b), f"{b}: line 1"]
    assert "<span>sentences:</span> <b>2</b>" in told and (tmp_path / "out" / "b.md").exists()
