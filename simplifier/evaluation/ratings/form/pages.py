"""The pages of the form, as HTML that works without a script."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Final
from urllib.parse import quote

from simplifier.evaluation.ratings.scale import ASPECTS, MARKS, Aspect
from simplifier.evaluation.ratings.sheets import Item

__all__ = ["done_page", "field_name", "page_address", "rating_page", "start_page"]

_SLOT: Final = re.compile(r"@([A-Z]+)@")
_LAYOUT: Final = files("simplifier.evaluation.ratings.form").joinpath("page", "layout.html").read_text(encoding="utf-8")


def field_name(item: Item, aspect: Aspect) -> str:
    """Return the name of the form's field for a question."""
    return f"{item.id} {aspect.name}"


def page_address(rater: str, page: int) -> str:
    """Return the address of a page of items."""
    return f"/rate/{quote(rater)}/{page}"


def start_page(problem: str = "", name: str = "") -> str:
    """Return the page that asks for the rater's name.

    Args:
        problem: what was wrong with a name given before, if anything.
        name: the name given before.
    """
    return _page(
        "Rate simplified sentences",
        f"""{_alert(problem)}<p class="narrow">You will see sentences, each with versions that are meant to be
easier to read. You do not know who wrote them. Your answers are kept after every page: you can stop at any
time and go on later under the same name.</p>
{_scale(open_now=True)}
<form method="post" action="/start" class="narrow">
<label>Your name, or a word that stands for it <input name="rater" value="{escape(name)}" required
maxlength="40" autocomplete="off" spellcheck="false"></label>
<p class="foot"><button class="primary">Begin, or go on</button></p>
</form>""",
        problem=problem,
    )


def rating_page(
    rater: str,
    items: Sequence[Item],
    place: tuple[int, int],
    marks: Mapping[str, str],
    problem: str = "",
) -> str:
    """Return a sentence with its versions and the questions about them.

    Args:
        rater: name of the rater.
        items: items of the page.
        place: number of the page, from 1, and number of all pages.
        marks: answers so far, by `field_name`.
        problem: what is wrong with the answers, if anything.
    """
    page, last = place
    back = f'<a class="button" href="{page_address(rater, page - 1)}">Page before</a>' if page > 1 else ""
    return _page(
        f"Sentence {page} of {last}",
        f"""{_alert(problem)}<section class="original" aria-labelledby="original">
<h2 id="original">Original</h2>
<p class="text">{escape(items[0].original)}</p>
</section>
{_scale(open_now=False)}
<form method="post" action="{page_address(rater, page)}">
<div class="versions">
{"".join(_version(number, item, marks) for number, item in enumerate(items, start=1))}</div>
<p class="foot"><button class="primary" id="save">Save and go on</button>{back}
<span class="hint">Keys: <kbd>Tab</kbd> to a question, <kbd>0</kbd> to <kbd>4</kbd> answer it and go
on</span></p>
</form>""",
        f'<p>{escape(rater)}<progress aria-label="Sentences before this one" value="{page - 1}" max="{last}">'
        "</progress></p>",
        problem,
    )


def done_page(rater: str, last: int) -> str:
    """Return the page that is shown when everything is rated.

    Args:
        rater: name of the rater.
        last: number of pages.
    """
    return _page(
        "Done",
        f"""<p>Thank you, {escape(rater)}. All {last} sentences are rated and kept.
You can close this page.</p>
<p><a class="button" href="{page_address(rater, 1)}">Look at them again</a></p>""",
    )


def _version(number: int, item: Item, marks: Mapping[str, str]) -> str:
    shown = escape(item.version) or "<em>(nothing is left)</em>"
    asked = "\n".join(_question(item, aspect, marks) for aspect in ASPECTS)
    return f"""<fieldset class="version">
<legend>Version {number}</legend>
<p class="text">{shown}</p>
{asked}
</fieldset>
"""


def _question(item: Item, aspect: Aspect, marks: Mapping[str, str]) -> str:
    name = escape(field_name(item, aspect))
    given = marks.get(field_name(item, aspect))
    described = f"{item.id}-{aspect.name}"
    radios = "".join(
        f'<label><input type="radio" name="{name}" value="{mark}" required'
        f"{' checked' if given == str(mark) else ''}><span>{mark}</span></label>"
        for mark in MARKS
    )
    return f"""<fieldset class="segments" aria-describedby="{described}">
<legend>{aspect.title}</legend>
<div>{radios}</div>
<small class="ends" id="{described}"><span>{MARKS[0]}: {aspect.answers[0]}</span>
<span>{MARKS[-1]}: {aspect.answers[-1]}</span></small>
</fieldset>"""


def _scale(open_now: bool) -> str:
    parts = "".join(
        f"<h3>{aspect.title}: {aspect.question}</h3><dl>"
        + "".join(f"<dt>{mark}</dt><dd>{answer}</dd>" for mark, answer in enumerate(aspect.answers))
        + "</dl>"
        for aspect in ASPECTS
    )
    return f"""<details class="scale"{" open" if open_now else ""}>
<summary>What the marks mean</summary>
<h2>Judge each version by itself, against the original.</h2>
{parts}</details>"""


def _alert(problem: str) -> str:
    return f'<p class="alert" role="alert">{escape(problem)}</p>\n' if problem else ""


def _page(heading: str, main: str, aside: str = "", problem: str = "") -> str:
    title = f"Not complete: {heading}" if problem else heading
    slots = {"TITLE": title, "HEADING": heading, "ASIDE": aside, "MAIN": main}
    return _SLOT.sub(lambda slot: slots[slot[1]], _LAYOUT)
