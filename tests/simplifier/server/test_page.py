"""The page in a real browser: the whole journey, by keyboard too, without a fault of accessibility."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.simplifier.report.browser import open_browser
from tests.simplifier.server.serving import running

pytestmark = pytest.mark.slow

TEXT = "😀 One very humorous residence, approximately large.\n\nThe committee commenced deliberately."
SIMPLE = "😀 One funny house, about big.\n\nThe group started deliberately."


FOCUSED = "document.activeElement.getAttribute('aria-label') === '{}'"
#: Controls smaller than 24 x 24 (WCAG 2.2, 2.5.8), words in a sentence left out of account.
SMALL_TARGETS = """
return [...document.querySelectorAll("button, input, textarea, summary")].filter((one) => {
  const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
  return one.checkVisibility() && Math.min(width, height) < 24;
}).map((one) => one.outerHTML)
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with open_browser(tmp_path_factory.mktemp("profile")) as session:
        yield session


@pytest.fixture(scope="module")
def address(toy_config: Path) -> Iterator[str]:
    with running("--config", toy_config) as server:
        yield server.address


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    browser.get(address)
    browser.execute_script("localStorage.clear(); sessionStorage.clear()")
    resize(browser, 1280, 900)
    browser.get(address)
    wait_for(browser, "document.body.dataset.ready === 'yes'")
    yield browser
    assert [line for line in browser.get_log("browser") if line["level"] == "SEVERE"] == []


def resize(browser: Any, width: int, height: int) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def wait_for(browser: Any, script: str) -> None:
    for _ in range(200):
        if browser.execute_script(f"return {script}"):
            return
        time.sleep(0.05)
    raise AssertionError(script)


def find(browser: Any, selector: str) -> Any:
    return browser.find_element("css selector", selector)


def simplify(browser: Any, text: str = TEXT) -> None:
    find(browser, "#source").send_keys(text.replace("😀", ""))  # the driver cannot type it
    browser.execute_script("document.getElementById('source').value = arguments[0]", text)
    find(browser, "#run").click()
    settled(browser)


def settled(browser: Any) -> None:
    """Wait until reasons and offers are there too."""
    wait_for(browser, "document.body.dataset.state === 'done'")
    wait_for(browser, "document.body.dataset.reasons === 'done'")


def result(browser: Any) -> str:
    """Return the new text as it would be copied."""
    return str(
        browser.execute_script(
            "const copy = document.getElementById('after').cloneNode(true);"
            "copy.querySelectorAll('del').forEach((one) => one.remove()); return copy.textContent"
        )
    )


def words(browser: Any, kind: str) -> list[str]:
    return [str(one.get_attribute("aria-label")) for one in browser.find_elements("css selector", f"#after .{kind}")]


def click(browser: Any, selector: str) -> None:
    """Click what may lie under the bar at the foot of the page, as a person who scrolls to it."""
    element = find(browser, selector)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    element.click()


def open_change(browser: Any, label: str) -> None:
    click(browser, f"#after [aria-label='{label}']")
    wait_for(browser, "document.querySelectorAll('#choice-list input').length > 0")


def options(browser: Any) -> list[str]:
    return [one.text for one in browser.find_elements("css selector", "#choice-list .option b")]


def stored(browser: Any) -> dict[str, Any]:
    return dict(json.loads(browser.execute_script("return localStorage.getItem('simplifier')")))


def test_changes_are_marked_by_colour_and_underline(page: Any) -> None:
    simplify(page)
    assert result(page) == SIMPLE
    assert words(page, "change") == [
        "very, left out",
        "funny, was humorous",
        "house, was residence",
        "about, was approximately",
        "big, was large",
        "group, was committee",
        "started, was commenced",
    ]
    assert words(page, "hard") == ["deliberately, hard, stayed: no plainer word is known"]
    marks = page.execute_script(
        "return [...document.querySelectorAll('#after .change, #after .hard')].map((one) => {"
        "const style = getComputedStyle(one); return [style.textDecorationLine, style.textDecorationStyle,"
        "style.backgroundColor] })"
    )
    assert {(line, style) for line, style, _ in marks[:-1]} == {("underline", "solid")}
    assert len({colour for _, _, colour in marks[:-1]}) == 1 and marks[-1][:2] == ["underline", "dotted"]
    assert marks[0][2] != marks[-1][2]
    assert [one.text for one in page.find_elements("css selector", "#before .was")][:2] == [
        "very ",
        "humorous",
    ]
    before, after = (float(find(page, f"#grade-{one}").text) for one in ("before", "after"))
    assert before > after
    assert find(page, "#counts").text == "2 of 2 sentences changed, 7 changes."


def test_another_word_and_back(page: Any) -> None:
    simplify(page)
    open_change(page, "funny, was humorous")
    assert options(page) == ["funny", "humorous", "amusing"]
    reasons = [one.text for one in page.find_elements("css selector", "#choice-list small")]
    assert reasons == ["reads best here", "keep the original", "another change of these words was better"]
    page.find_elements("css selector", "#choice-list input")[2].click()
    assert result(page) == SIMPLE.replace("funny", "amusing")
    find(page, "#choice-done").click()
    wait_for(page, FOCUSED.format("amusing, was humorous"))
    find(page, "#undo").click()
    assert result(page) == SIMPLE and not find(page, "#undo").is_enabled()
    open_change(page, "funny, was humorous")
    page.find_elements("css selector", "#choice-list input")[1].click()
    find(page, "#choice-done").click()
    assert words(page, "taken") == ["humorous, kept as it was"]
    open_change(page, "deliberately, hard, stayed: no plainer word is known")
    find(page, "#choice-own").send_keys("on purpose\ue007")
    assert result(page) == SIMPLE.replace("funny", "humorous").replace("deliberately", "on purpose")


def test_lists_are_kept_in_the_browser(page: Any, address: str) -> None:
    simplify(page)
    open_change(page, "house, was residence")
    find(page, "#choice-protect").click()
    wait_for(page, "document.querySelector(\"#after [aria-label^='residence, hard']\") !== null")
    assert "residence, hard, stayed: not “house”: you asked to keep these words" in words(page, "hard")
    settled(page)
    open_change(page, "funny, was humorous")
    page.find_elements("css selector", "#choice-list input")[2].click()
    find(page, "#choice-keep").click()
    wait_for(page, "document.getElementById('after').textContent.includes('amusing')")
    settled(page)
    assert stored(page)["protect"] == ["residence"] and stored(page)["rules"] == [["humorous", "amusing"]]
    page.get(address)
    wait_for(page, "document.body.dataset.ready === 'yes'")
    assert find(page, "#lists-count").text == "(2)"
    simplify(page, "A humorous residence. A humorous man.")
    assert result(page) == "An amusing residence. An amusing man."
    find(page, "#lists summary").click()
    find(page, "#rules-list button").click()
    wait_for(page, "document.getElementById('after').textContent.includes('funny')")
    assert stored(page)["rules"] == []
    find(page, "#undo").click()
    wait_for(page, "document.getElementById('after').textContent.includes('amusing')")
    assert stored(page)["rules"] == [["humorous", "amusing"]]


def test_what_goes_to_the_list_is_true_for_every_sentence(page: Any) -> None:
    simplify(page, "A humorous man. Large men. The committee.")
    open_change(page, "funny, was humorous")
    assert options(page) == ["A funny", "A humorous", "An amusing"]
    page.find_elements("css selector", "#choice-list input")[2].click()
    find(page, "#choice-keep").click()
    wait_for(page, "document.getElementById('after').textContent.includes('amusing')")
    settled(page)
    open_change(page, "Big, was Large")
    find(page, "#choice-own").send_keys("Huge\ue004")
    find(page, "#choice-keep").click()
    wait_for(page, "document.getElementById('after').textContent.includes('Huge')")
    assert stored(page)["rules"] == [["humorous", "amusing"], ["large", "huge"]]
    assert result(page) == "An amusing man. Huge men. The group."


def test_dial_view_and_theme(page: Any) -> None:
    names = [one.text for one in page.find_elements("css selector", "#dial span")]
    assert names == ["More", "Usual"]  # by risk: 0.5 and 1
    assert not find(page, "#split-label").is_displayed()  # the toy cannot
    simplify(page)
    find(page, "[name=preset][value=more]").click()
    settled(page)
    assert result(page) == SIMPLE and stored(page)["preset"] == "more"
    find(page, "[name=view][value=place]").click()
    assert not find(page, "#before-pane").is_displayed()
    assert "humorous" in find(page, "#after").text and "funny" in find(page, "#after").text
    find(page, "#edit-too").click()
    assert find(page, "#source").is_displayed()
    find(page, "#theme").click()
    find(page, "#theme").click()
    assert page.execute_script("return getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_what_is_saved(page: Any) -> None:
    page.execute_script(
        "window.saved = []; const make = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { window.saved.push(blob); return make.call(URL, blob) };"
        "HTMLAnchorElement.prototype.click = () => {}"
    )
    simplify(page, "A humorous <b>man</b>.")
    find(page, "#save-text").click()
    find(page, "#save-html").click()
    text, html = page.execute_async_script(
        "const done = arguments[0]; Promise.all(window.saved.map((one) => one.text())).then(done)"
    )
    assert text == "A funny <b>man</b>."
    assert '<ins title="was: humorous (a plainer word)">funny</ins> &#60;b&#62;man' in html


def test_a_file_is_rewritten_and_saved(page: Any, tmp_path: Path) -> None:
    downloads = {"behavior": "allow", "downloadPath": str(tmp_path)}
    page.execute_cdp_cmd("Browser.setDownloadBehavior", downloads)
    own = tmp_path / "own"
    own.mkdir()
    (own / "a ä.md").write_text("# A *large* man\n", encoding="utf-8")
    find(page, "#file-input").send_keys(str(own / "a ä.md"))
    assert find(page, "#file-title").text == "a ä.md"
    assert not find(page, "#file-tracked").is_displayed()
    find(page, "#file-run").click()
    wait_for(page, "!document.getElementById('file-save').hidden")
    assert find(page, "#file-told").text == "1 of 1 sentence changed, 1 change."
    find(page, "#file-save").click()
    for _ in range(100):
        if (tmp_path / "a ä.md").exists():
            break
        time.sleep(0.05)
    assert (tmp_path / "a ä.md").read_text(encoding="utf-8") == "# A *big* man\n"
    assert not find(page, "#file").is_displayed()


def test_a_file_is_dropped(page: Any) -> None:
    drop = (
        "const data = new DataTransfer(); data.items.add(new File(['no'], 'letter.docx'));"
        "for (const kind of ['dragover', 'drop'])"
        " document.body.dispatchEvent(new DragEvent("
        "kind, {dataTransfer: data, bubbles: true, cancelable: true}))"
    )
    page.execute_script(drop)
    assert find(page, "#file-title").text == "letter.docx"
    find(page, "#file-tracked").click()
    find(page, "#file-run").click()
    wait_for(page, "document.getElementById('file-told').textContent.startsWith('letter.docx: ')")
    assert find(page, "#file-run").is_enabled()
    page.get_log("browser")  # with the answer 422


def test_by_keyboard_alone(page: Any) -> None:
    def active() -> Any:
        return page.switch_to.active_element

    find(page, "body").send_keys("\ue004")  # Tab
    assert active().text == "Skip to the text"
    active().send_keys("\ue007")
    active().send_keys("A humorous man.")
    active().send_keys("\ue009" + "\ue007")  # Ctrl Enter
    settled(page)
    for _ in range(30):
        if active().get_attribute("aria-label") == "funny, was humorous":
            break
        (find(page, "body") if active().tag_name == "body" else active()).send_keys("\ue004")
    active().send_keys(" ")
    wait_for(page, "document.querySelectorAll('#choice-list input').length > 0")
    assert active().get_attribute("value") == "A funny"
    active().send_keys("\ue015")  # Down
    active().send_keys("\ue015")
    assert active().get_attribute("value") == "An amusing"
    active().send_keys("\ue00c")  # Escape
    assert result(page) == "An amusing man."
    wait_for(page, FOCUSED.format("An amusing, was A humorous"))
    active().send_keys("\ue009z")
    assert result(page) == "A funny man."


def test_a_server_that_asks_for_a_token(browser: Any, toy_config: Path) -> None:
    with running("--config", toy_config, "--token", "secret") as server:
        browser.get(server.address)
        wait_for(browser, "document.getElementById('gate').open")
        find(browser, "#gate-token").send_keys("secret\ue007")
        wait_for(browser, "document.body.dataset.ready === 'yes'")
        simplify(browser, "A humorous man.")
        assert result(browser) == "A funny man."
        browser.get_log("browser")  # with the answer 401


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_no_fault_of_accessibility(page: Any, scheme: str, width: int) -> None:
    if find_spec("axe_selenium_python") is None:
        pytest.skip("needs axe-selenium-python (extra 'test')")
    from axe_selenium_python import Axe

    resize(page, width, 900)
    feature = {"name": "prefers-color-scheme", "value": scheme}
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    axe = Axe(page)
    axe.inject()

    def faults() -> list[tuple[str, list[str]]]:
        found = axe.run()
        return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]]

    assert faults() == []
    page.execute_script(
        "const data = new DataTransfer(); data.items.add(new File(['no'], 'letter.docx'));"
        "document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}))"
    )
    assert faults() == [] and page.execute_script(SMALL_TARGETS) == []
    find(page, "#file-close").click()
    simplify(page)
    find(page, "#lists summary").click()
    for view in ("side", "place"):
        find(page, f"[name=view][value={view}]").click()
        assert faults() == []
        assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert page.execute_script(SMALL_TARGETS) == []
    find(page, "#after .change").click()
    wait_for(page, "document.querySelectorAll('#choice-list input').length > 0")
    assert faults() == []
    find(page, "#choice-done").click()


KINDS = (
    "Any person who is in receipt of a pension may apply prior to the commencement of the scheme. "
    "Although the road was closed, the council opened numerous offices.\n\n"
    "The man, who was tall, utilised twenty-five tools. The tenant shall furnish the documentation forthwith.\n"
)


@pytest.fixture(scope="module")
def embedded_address() -> Iterator[str]:
    # Bolder than by itself, so that changes of every kind are made.
    with running("--risk", 0.15, "--set", "guards.InNumberList=32") as server:
        yield server.address


@pytest.fixture
def whole_page(browser: Any, embedded_address: str) -> Iterator[Any]:
    browser.get(embedded_address)
    browser.execute_script("localStorage.clear(); sessionStorage.clear()")
    resize(browser, 1280, 900)
    browser.get(embedded_address)
    wait_for(browser, "document.body.dataset.ready === 'yes'")
    yield browser
    assert [line for line in browser.get_log("browser") if line["level"] == "SEVERE"] == []


def plain(browser: Any, pane: str) -> str:
    return str(browser.execute_script(f"return document.getElementById('{pane}').textContent"))


def test_the_page_shows_what_was_given_and_takes_everything_back(whole_page: Any) -> None:
    page = whole_page
    simplify(page, KINDS)
    assert plain(page, "before") == KINDS
    changed = result(page)
    assert "gets a pension" in changed and "The road was closed. But the council opened many offices." in changed
    assert "25 tools" in changed
    click(page, "#kinds summary")
    labels = [one.text.split(" (")[0] for one in page.find_elements("css selector", "#kinds-list li")]
    assert {"Plainer words", "Long sentences split", "Plainer constructions", "Numbers and dates"} <= {*labels}
    # The split goes, and the plainer word in its second half stays.
    click(page, "#kinds-list [aria-label='Take back: Long sentences split']")
    assert "Although the road was closed, the council opened many offices." in result(page)
    buttons = page.find_elements("css selector", "#kinds-list [aria-label^='Take back']")
    for button in [one.get_attribute("aria-label") for one in buttons]:
        click(page, f"#kinds-list [aria-label='{button}']")
    assert result(page) == KINDS
    while find(page, "#undo").is_enabled():
        find(page, "#undo").click()
    assert result(page) == changed


def test_offers_are_made_by_the_reader_alone(whole_page: Any) -> None:
    page = whole_page
    simplify(page, KINDS)
    offered = words(page, "offer")
    assert "documentation, possible: “documents”" in offered and "documentation" in result(page)
    click(page, "#kinds summary")
    click(page, "#kinds-list [aria-label='Make all: Possible, not made']")
    assert "documentation" not in result(page) and words(page, "offer") == []


def test_a_split_has_a_dialog_within_the_window(whole_page: Any) -> None:
    page = whole_page
    simplify(page, KINDS)
    for height in (900, 420):
        resize(page, 1280, height)
        click(page, "#after [aria-label='. But, was ,']")
        wait_for(page, "document.querySelectorAll('#choice-list input').length === 2")
        assert find(page, "#choice-title").text == "One sentence became two"
        assert "of 100 editors would let it stand" in find(page, "#choice-why").text
        box = page.execute_script("return document.getElementById('choice-done').getBoundingClientRect().toJSON()")
        assert 0 <= box["top"] and box["bottom"] <= height
        find(page, "#choice-done").click()
    open_change(page, "many, was numerous")
    page.execute_script("document.querySelectorAll('.not-advised').forEach((one) => { one.open = true })")
    time.sleep(0.2)
    box = page.execute_script("return document.getElementById('choice-done').getBoundingClientRect().toJSON()")
    assert 0 <= box["top"] and box["bottom"] <= 420
    find(page, "#choice-done").click()


def test_paragraphs_stand_side_by_side_and_changes_can_be_walked(whole_page: Any) -> None:
    page = whole_page
    simplify(page, KINDS)
    tops = page.execute_script(
        "return ['before', 'after'].map((id) => [...document.getElementById(id).children].map("
        "(one) => Math.round(one.getBoundingClientRect().top)))"
    )
    assert tops[0] == tops[1] and len(tops[0]) == 3
    walked = []
    for _ in range(3):
        find(page, "#next").click()
        walked.append(page.execute_script("return document.activeElement.getAttribute('aria-label')"))
    marked = page.find_elements("css selector", "#after .change, #after .offer")
    assert walked == [one.get_attribute("aria-label") for one in marked[:3]] and len({*walked}) == 3
    find(page, "#previous").click()
    assert page.execute_script("return document.activeElement.getAttribute('aria-label')") == walked[1]


def test_on_a_phone_the_text_comes_first(whole_page: Any) -> None:
    page = whole_page
    resize(page, 360, 640)
    place = "return document.getElementById('{}').getBoundingClientRect()"
    run, dial = (page.execute_script(place.format(one)) for one in ("run", "dial"))
    assert run["bottom"] < 640 and run["bottom"] < dial["top"]


def test_a_long_text_is_there_at_once(whole_page: Any) -> None:
    """Reasons come behind the text, part by part, and the text is at full strength meanwhile."""
    page = whole_page
    page.execute_script("document.getElementById('source').value = arguments[0]", KINDS * 15)
    find(page, "#run").click()
    wait_for(page, "document.body.dataset.state === 'done'")
    assert page.execute_script("return [document.body.dataset.reasons, getComputedStyle(after).opacity]") == [
        "loading",
        "1",
    ]
    wait_for(page, "document.querySelector('#after .offer') !== null")
    assert page.execute_script("return document.body.dataset.reasons") == "loading"
    wait_for(page, "document.body.dataset.reasons === 'done'")
