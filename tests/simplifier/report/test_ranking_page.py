"""The HTML report in a real browser: it shows, searches, sorts, turns pages, opens details."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from simplifier.core import TableBuilder
from simplifier.pipeline import Simplifier
from simplifier.report import (
    RankingReport,
    json_lines,
    rank_text,
    rank_words,
    ranking_page,
    table_lines,
    tsv_lines,
)
from simplifier.rules.inspection.ranking import NamedTable
from simplifier.rules.tables.table import open_table
from tests.simplifier.report.browser import open_browser
from tests.toy_model import build_toy_model

TEXT = [
    "A humorous residence , approximately large .",
    "The humorous <committee> commenced \U0001f600 deliberations .",
]


@pytest.fixture(scope="module")
def text_report(tmp_path_factory: pytest.TempPathFactory) -> RankingReport:
    simplifier = Simplifier.load(build_toy_model(tmp_path_factory.mktemp("toy")))
    return rank_text(simplifier, TEXT)


@pytest.fixture(scope="module")
def guarded_report(tmp_path_factory: pytest.TempPathFactory) -> RankingReport:
    """The toy with a guard that lets nothing pass."""
    config = Simplifier.load(build_toy_model(tmp_path_factory.mktemp("guarded"))).config
    names = {"reward": config.all_weights()["reward"] * -100.0}
    changed = {"weights_file": None, "weights": {}, "guards": {**config.all_weights(), **names}}
    return rank_text(Simplifier(config.model_copy(update=changed)), TEXT)


@pytest.fixture(scope="module")
def long_report(tmp_path_factory: pytest.TempPathFactory) -> RankingReport:
    """1,000 sources with 10 candidates each, 6 features."""
    folder = tmp_path_factory.mktemp("long")
    names = ["TargetWords", "MeteorLogProb", "SyllablesDiff", "NormalLMDiff", "SameStem", "ParallelLogCount"]
    builder = TableBuilder(str(folder / "t"), names, [0.0] * 6, ["made"], "{}", str(folder))
    rows = [(f"word{s}", f"word{s}" if t == 3 else f"target{s * 10 + t}") for s in range(1000) for t in range(10)]
    values = np.random.default_rng(1).normal(size=(len(rows), 6)).astype(np.float32)
    builder.add(["NN"] * len(rows), [r[0] for r in rows], [r[1] for r in rows], values, None, 0)
    builder.finish()
    tables = [NamedTable("made", open_table(folder / "t"))]
    return rank_words(tables, dict.fromkeys(names, 1.0), (f"word{s}" for s in range(1000)))


@pytest.fixture(scope="module")
def vetoed_report(tmp_path_factory: pytest.TempPathFactory) -> RankingReport:
    folder = tmp_path_factory.mktemp("vetoed")
    builder = TableBuilder(str(folder / "t"), ["reward", "ReviewedBad"], [0.0] * 2, ["made"], "{}", str(folder))
    targets = {"hard": (0.0, 0.0), "tough": (1.0, 0.0), "durable": (1.5, 1.0), "": (-2.0, 1.0)}
    values = np.array(list(targets.values()), dtype=np.float32)
    builder.add(["JJ"] * 4, ["hard"] * 4, list(targets), values, None, 0)
    builder.finish()
    weights = {"reward": 1.0, "ReviewedBad": -1000.0}
    return rank_words([NamedTable("made", open_table(folder / "t"))], weights, ["hard"], top=2)


def test_vetoed_candidates_stand_apart_in_every_form(vetoed_report: RankingReport) -> None:
    table = list(table_lines(vetoed_report))
    assert table[0] == "hard: 2 candidates, copying ranks 2, 2 vetoed"
    assert [line.split()[:2] for line in table[2:4]] == [["1", "tough"], ["2", "hard"]]
    assert table[4] == "  vetoed, found bad in review (scores without that): durable 1.500, (left out) -2.000"
    header, *rows = [line.split("\t") for line in tsv_lines(vetoed_report)]
    told = [(row[1], row[2], row[4], row[header.index("decided")]) for row in rows]
    assert told == [
        ("1", "tough", "1", ""),
        ("2", "hard", "0", ""),
        ("", "durable", "1.5", "vetoed: found bad in review"),
        ("", "", "-2", "vetoed: found bad in review"),
    ]
    candidates = json.loads("\n".join(json_lines(vetoed_report)))["sources"][0]["candidates"]
    assert [(one["rank"], one["vetoed"]) for one in candidates] == [
        (1, False),
        (2, False),
        (None, True),
        (None, True),
    ]
    decided = {"reason": "found bad in review", "features": {"ReviewedBad": -1000.0}}
    assert candidates[0]["decided"] is None and candidates[2]["decided"] == decided
    assert candidates[2]["groups"]["given"] == 1.5 and "ReviewedBad" not in candidates[2]["contributions"]


def test_a_veto_does_not_squeeze_the_bars(browser: Any, vetoed_report: RankingReport, tmp_path: Path) -> None:
    show(browser, vetoed_report, tmp_path)
    assert column(browser, "td.target") == ["tough", "hard", "durable", "(left out)"]
    wide = browser.execute_script(
        "return [...document.querySelectorAll('.bar')].map((bar) => Math.max(0, ...[...bar.querySelectorAll("
        "'i:not(.zero):not(.sum)')].map((one) => one.offsetWidth / bar.offsetWidth)))"
    )
    assert wide[0] > 0.95 and len(wide) == 2  # the vetoed have no bar
    (first, _) = browser.find_elements("css selector", ".stopped")
    assert first.text.split("\n") == ["vetoed: found bad in review", "would score 1.500 without that"]
    click(browser, "[data-key=score] button")
    click(browser, "[data-key=score] button")  # upwards: what has no place on the scale stays below
    assert column(browser, "td.target")[0] == "hard"
    click(browser, "tr.vetoed .open")
    assert "ReviewedBad" in browser.find_element("css selector", "tr.details").text
    browser.execute_script(
        "const box = document.getElementById('scope'); box.value = 'open';box.dispatchEvent(new Event('change'))"
    )
    assert column(browser, "td.target") == ["hard", "tough"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_browser(tmp_path_factory.mktemp("profile")) as session:
        yield session


def show(browser: Any, report: RankingReport, folder: Path) -> None:
    page = folder / "report.html"
    page.write_text(ranking_page(report), encoding="utf-8")
    browser.get(page.as_uri())
    errors = [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]
    assert errors == []


def column(browser: Any, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map((cell) => cell.firstChild?.textContent ?? '')"
    return [str(text) for text in browser.execute_script(script, f"#body > tr.row > {selector}")]


def click(browser: Any, selector: str) -> None:
    browser.find_element("css selector", selector).click()


def wait_for(browser: Any, script: str) -> None:
    for _ in range(100):
        if browser.execute_script(f"return {script}"):
            return
        time.sleep(0.05)
    raise AssertionError(script)


def test_the_page_needs_nothing_else(text_report: RankingReport) -> None:
    page = ranking_page(text_report)
    assert not re.search(r"https?:|//[a-z]|@import|url\(|\ssrc=|<link", page)
    assert page.count("<script") == 2 and "<committee>" not in page
    assert not re.search(r"@[A-Z]+@", page)


def test_what_the_decoder_chose_is_shown(browser: Any, text_report: RankingReport, tmp_path: Path) -> None:
    show(browser, text_report, tmp_path)
    assert column(browser, "th.source")[:3] == ["humorous", "humorous", "residence"]
    assert column(browser, "td.target")[:3] == ["funny", "amusing", "house"]
    assert "chosen 2 of 2" in column(browser, "td.choice")[0]
    click(browser, "#body .open")
    details = browser.find_element("css selector", "tr.details").text
    assert "reward" in details and "Line 1: funny, by 1.000; runner-up: humorous -> amusing" in details
    marked = browser.execute_script("return [...document.querySelectorAll('mark')].map((one) => one.textContent)")
    assert marked == ["humorous", "humorous"]
    click(browser, "#body .open")
    assert not browser.find_elements("css selector", "tr.details")


def test_the_page_says_what_stopped_the_others(browser: Any, guarded_report: RankingReport, tmp_path: Path) -> None:
    assert all(place.decided for source in guarded_report.sources for place in source.occurrences)
    show(browser, guarded_report, tmp_path)
    assert set(column(browser, "td.number:nth-child(3)")) == {"\u2013"}  # nothing but vetoed candidates
    click(browser, "#body .open")
    details = browser.find_element("css selector", "tr.details").text
    assert "Line 1: copied, humorous -> amusing is stopped (reward decides); without that" in details


def test_search_and_sort(browser: Any, long_report: RankingReport, tmp_path: Path) -> None:
    started = time.monotonic()
    show(browser, long_report, tmp_path)
    assert browser.find_element("id", "count").text == "10,000 of 10,000 candidates, 1,000 of 1,000 sources"
    assert len(column(browser, "th.source")) == 100
    assert time.monotonic() - started < 10
    best = sorted((one.score for source in long_report.sources for one in source.ranking.candidates), reverse=True)
    took = browser.execute_script(
        "const start = performance.now(); document.querySelector('[data-key=score] button').click();"
        "document.body.offsetHeight; return performance.now() - start"
    )
    assert took < 2000  # milliseconds for 10,000 rows; some 50 on an idle machine
    shown = browser.execute_script(
        "return [...document.querySelectorAll('#body > tr.row')].map((row) => row.cells[5].textContent)"
    )
    assert [float(text.replace("\u2212", "-")) for text in shown] == pytest.approx(best[:100], abs=6e-4)
    header = browser.find_element("css selector", "[data-key=score]")
    assert header.get_attribute("aria-sort") == "descending"
    click(browser, "[data-key=score] button")
    assert header.get_attribute("aria-sort") == "ascending"
    click(browser, "[data-key=score] button")
    assert header.get_attribute("aria-sort") == "none"

    browser.find_element("css selector", "body").send_keys("/")  # jumps to the search
    browser.switch_to.active_element.send_keys("word77 target7")
    wait_for(browser, "document.getElementById('count').textContent.startsWith('99 ')")
    assert set(column(browser, "th.source")) == {"word77", *(f"word77{digit}" for digit in range(10))}
    click(browser, "button[type=reset]")
    click(browser, "#next")
    assert browser.find_element("id", "place").text == "Page 2 of 100"
    assert column(browser, "th.source")[0] == "word10"
    browser.execute_script(
        "const box = document.getElementById('scope'); box.value = 'best';box.dispatchEvent(new Event('change'))"
    )
    assert set(column(browser, "td:nth-child(3)")) == {"1"}


def test_every_control_has_a_name_and_the_keyboard_reaches_it(
    browser: Any, text_report: RankingReport, tmp_path: Path
) -> None:
    show(browser, text_report, tmp_path)
    tree = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    controls = [
        node for node in tree if node.get("role", {}).get("value") in ("button", "searchbox", "combobox", "radio")
    ]
    assert len(controls) > 15 and all(node.get("name", {}).get("value") for node in controls)
    bars = [node for node in tree if node.get("role", {}).get("value") == "image"]
    assert any("given +2.00" in node["name"]["value"] for node in bars)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screenshot_shows_the_page(browser: Any, text_report: RankingReport, tmp_path: Path, scheme: str) -> None:
    feature = {"name": "prefers-color-scheme", "value": scheme}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    show(browser, text_report, tmp_path)
    image = imread(io.BytesIO(browser.get_screenshot_as_png()), format="png")
    pixels = (image[..., :3] * 255).astype(np.uint8)
    assert pixels.shape[1] == 1400 and pixels.shape[0] > 700
    brightness = pixels.mean(axis=2)
    assert np.median(brightness) < 60 if scheme == "dark" else np.median(brightness) > 230
    colours = np.unique(pixels.astype(np.int32) @ (65536, 256, 1))
    assert len(colours) > 100  # text and bars, not an empty page
    assert 0.01 < (abs(brightness - np.median(brightness)) > 60).mean() < 0.5
