"""The form in a real browser: by keyboard alone, and without a fault of accessibility."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from simplifier.evaluation.ratings.sheets import read_items
from tests.evaluation.ratings.forms import write_sheets
from tests.simplifier.report.browser import open_browser

pytestmark = pytest.mark.slow

PROGRAM = [sys.executable, "-c", "from simplifier.cli.main import simplifier; simplifier()"]
TAB, ENTER, RIGHT = "\ue004", "\ue007", "\ue014"
#: Controls smaller than 24 x 24 (WCAG 2.2, 2.5.8).
SMALL_TARGETS = """
return [...document.querySelectorAll("button, input, summary, main a")].filter((one) => {
  const { width, height } = (one.closest(".segments label") ?? one).getBoundingClientRect();
  return one.checkVisibility() && Math.min(width, height) < 24;
}).map((one) => one.outerHTML)
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_browser(tmp_path_factory.mktemp("profile")) as session:
        yield session


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_sheets(tmp_path / "sheets")


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    command = [*PROGRAM, "rate", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stderr.readline())
        assert found is not None
        again = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert again.returncode == 2 and "another program serves it already" in again.stderr
        try:
            yield found[0]
        finally:
            server.send_signal(signal.SIGTERM)
            assert server.stderr.read() == "stopped\n"
    assert server.returncode == 0


def find(browser: Any, selector: str) -> Any:
    return browser.find_element("css selector", selector)


def wait_for(browser: Any, selector: str, text: str) -> None:
    """Wait for a page on which an element has a text."""
    script = "return document.readyState === 'complete' && document.querySelector(arguments[0])?.textContent"
    for _ in range(200):
        if text in (browser.execute_script(script, selector) or ""):
            return
        time.sleep(0.05)
    raise AssertionError(text)


def test_by_keyboard_alone(browser: Any, address: str, folder: Path) -> None:
    browser.get(address)
    find(browser, "input[name=rater]").send_keys("Ann" + ENTER)
    wait_for(browser, "h1", "Sentence 1 of 2")
    find(browser, "body").send_keys(TAB)
    assert browser.switch_to.active_element.text == "Skip to the main part"
    for _ in range(2):
        browser.switch_to.active_element.send_keys(TAB)
    expected = []
    for page in (1, 2):
        items = [one.id for one in read_items(folder) if one.page == page]
        wait_for(browser, "h1", f"Sentence {page} of 2")
        browser.execute_script("document.querySelector('.segments input').focus()")
        for item in items:
            for digit in "403":
                browser.switch_to.active_element.send_keys(digit)
            expected.append(f"{item}\t4\t0\t3")
        assert browser.switch_to.active_element.get_attribute("id") == "save"
        browser.switch_to.active_element.send_keys(ENTER)
    wait_for(browser, "h1", "Done")
    kept = (folder / "ratings" / "ann.tsv").read_text().splitlines()
    assert kept[1:] == expected
    find(browser, "main a").click()
    wait_for(browser, "h1", "Sentence 1")
    assert len(browser.find_elements("css selector", "input:checked")) == 3 * sum(
        one.page == 1 for one in read_items(folder)
    )
    find(browser, "input:checked").send_keys(RIGHT)  # without the script's digits too: from 4 round to 0
    browser.switch_to.active_element.send_keys(ENTER)
    wait_for(browser, "h1", "Done")
    again = (folder / "ratings" / "ann.tsv").read_text().splitlines()
    assert again[: len(kept)] == kept and again[len(kept)].endswith("\t0\t0\t3")
    assert [line for line in browser.get_log("browser") if line["level"] == "SEVERE"] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_no_fault_of_accessibility(browser: Any, address: str, width: int, scheme: str) -> None:
    if find_spec("axe_selenium_python") is None:
        pytest.skip("needs axe-selenium-python (extra 'test')")
    from axe_selenium_python import Axe

    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    feature = {"name": "prefers-color-scheme", "value": scheme}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def check() -> None:
        axe = Axe(browser)
        axe.inject()
        found = axe.run()["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert browser.execute_script(SMALL_TARGETS) == []

    browser.get(address)
    check()
    find(browser, "input[name=rater]").send_keys("../x" + ENTER)
    wait_for(browser, "[role=alert]", "A name has letters")
    check()
    browser.get(f"{address}rate/eve/1")
    find(browser, "summary").click()
    check()
    browser.execute_script("document.querySelector('form').noValidate = true")
    find(browser, "#save").click()
    wait_for(browser, "[role=alert]", "Not saved")
    check()
    for page in (1, 2):
        browser.get(f"{address}rate/eve/{page}")
        browser.execute_script(
            "document.querySelectorAll('.segments input[value=\"2\"]').forEach((one) => one.click())"
        )
        find(browser, "#save").click()
        wait_for(browser, "h1", "Done" if page == 2 else "Sentence 2")
    check()
