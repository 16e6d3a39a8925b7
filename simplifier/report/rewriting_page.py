"""A report on a rewritten text as one HTML page, with both versions side by side and a reason for every change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from simplifier.base.page import fact_list, html_page, html_table
from simplifier.languages.analysis.reading_grade import ReadingCounts
from simplifier.record.alternatives import Alternative
from simplifier.report.rewriting import HardWord, RankedWord, Reported, ReportedPassage, RewritingReport, Stretch

__all__ = ["rewriting_page"]

#: The most rows of the table of hard words.
_MOST_HARD: Final = 200
#: The most words of the whole text whose alternatives are shown, so that the page of a long text stays small.
_MOST_RANKED: Final = 4000


def rewriting_page(report: RewritingReport, title: str = "What was changed") -> str:
    """Return a report on a rewritten text as an HTML page."""
    body = "".join(
        (
            fact_list(_facts(report)),
            "<p>Underlined words were changed: on the left as they were, on the right as they are. "
            "A click on a new word, or Enter where it has the focus, tells why; once more closes it.</p>\n",
            "<h2>Text</h2>\n",
            *_passages(report),
            *_origins(report),
            *_grades(report),
            *_hard_words(report),
        )
    )
    style = files("simplifier.report").joinpath("rewriting.css").read_text(encoding="utf-8")
    return html_page(title, body, style)


def _facts(report: RewritingReport) -> dict[str, str]:
    before, after = report.tally.before, report.tally.after
    return {
        "model": report.simplifier.config.model.name or "unnamed",
        "sentences": f"{report.tally.sentences:,}",
        "changed": f"{report.tally.changed:,}",
        "changes": f"{report.tally.changes:,}",
        "words": f"{before.words:,} → {after.words:,}",
        "reading grade (Flesch-Kincaid)": f"{_grade(before)} → {_grade(after)}",
        "hard words left": f"{report.hard.total():,}",
    }


def _grade(counts: ReadingCounts) -> str:
    return "-" if counts.grade is None else f"{counts.grade:.1f}"


def _passages(report: RewritingReport) -> Iterator[str]:
    left = _MOST_RANKED
    several = len({one.file for one in report.passages}) > 1
    file = ""
    for number, one in enumerate(report.passages, 1):
        if several and one.file != file:
            file = one.file
            yield f"<h2>{escape(file)}</h2>\n"
        yield _passage(one, number, one.words[:left])
        left -= min(left, len(one.words))
    if sum(len(one.words) for one in report.passages) > _MOST_RANKED:
        yield f'<p class="soft">Candidates of the first {_MOST_RANKED:,} words are shown.</p>\n'


def _passage(one: ReportedPassage, number: int, words: Sequence[RankedWord]) -> str:
    changes = sum(stretch.changed for stretch in one.stretches)
    counted = "no change" if not changes else "1 change" if changes == 1 else f"{changes} changes"
    old = "".join(_old(stretch) for stretch in one.stretches).strip()
    new = "".join(_new(stretch) for stretch in one.stretches).strip()
    return (
        f'<section class="pair" aria-labelledby="p{number}"><h3 id="p{number}">{escape(one.place)}</h3>\n'
        f'<p class="soft">{counted}; reading grade {_grade(one.tally.before)} → {_grade(one.tally.after)}</p>\n'
        f'<div class="sides"><div class="side"><h4>Before</h4><div class="text">{old}</div></div>\n'
        f'<div class="side"><h4>After</h4><div class="text">{new}</div></div></div>\n'
        f"{_words(words)}</section>\n"
    )


def _words(words: Sequence[RankedWord]) -> str:
    """Return the alternatives for each word, in an element that is closed at first."""
    if not words:
        return ""
    rows = "".join(
        f"<dt>{escape(word.source)}</dt>\n<dd>{'; '.join(map(_candidate, word.ranked))}"
        f"{f'; {word.more} more' if word.more else ''}</dd>\n"
        for word in words
    )
    return f'<details class="words"><summary>Word by word</summary>\n<dl>{rows}</dl></details>\n'


def _candidate(one: Alternative) -> str:
    text = f"“{escape(one.text)}”" if one.text.strip() else "(left out)"
    shown = f"<b>{text}</b>" if one.chosen else text
    told = [] if one.stands is None else [f"stands {one.stands:.0%}", f"helps {one.helps or 0:.0%}"]
    figures = "; ".join([*told, one.reason.detail] if one.reason.detail else told)
    title = f' title="{escape(figures)}"' if figures else ""
    return f"<span{title}>{shown}</span> ({escape(one.reason.text)})"


def _old(stretch: Stretch) -> str:
    return f"<del>{escape(stretch.old)}</del>" if stretch.changed and stretch.old else escape(stretch.old)


def _new(stretch: Stretch) -> str:
    if not stretch.changed:
        return escape(stretch.new)
    shown = escape(stretch.new) if stretch.new.strip() else "(left out)"
    told = [_told(edit) for edit in stretch.edits]
    items = "".join(f"<li>{one}</li>" for one in told)
    return (
        f'<details name="change"><summary><ins>{shown}</ins></summary><div class="why"><ul>{items}</ul></div></details>'
    )


def _told(edit: Reported) -> str:
    target = f"“{escape(edit.target)}”" if edit.target else "(left out)"
    parts = [f"“{escape(edit.source)}” → {target}"]
    if edit.reason:
        parts.append(escape(edit.reason))
    if edit.rule:
        sources = ", ".join(map(escape, edit.origins))
        parts.append(f"rule <code>{escape(edit.rule)}</code>, from {sources}")
    return "; ".join(parts)


def _origins(report: RewritingReport) -> Iterator[str]:
    if not report.origins:
        return
    yield "<h2>Where the changes come from</h2>\n"
    yield '<p class="soft">A rule that several sources have counts for each of them.</p>\n'
    rows = [
        (escape(name), f"{count:,}", f"{count / report.tally.changes:.0%}")
        for name, count in sorted(report.origins.items(), key=lambda one: (-one[1], one[0]))
    ]
    yield html_table("Changes by source of their rules", ("source", "changes", "share"), rows)


def _grades(report: RewritingReport) -> Iterator[str]:
    if not report.passages:
        return
    yield "<h2>Reading grade by paragraph</h2>\n"
    rows = [
        (
            f'<a href="#p{number}">{escape(one.place)}</a>',
            f"{one.tally.before.words:,}",
            f"{one.tally.after.words:,}",
            _grade(one.tally.before),
            _grade(one.tally.after),
        )
        for number, one in enumerate(report.passages, 1)
    ]
    whole = report.tally.before, report.tally.after
    rows.append(
        ("all", f"{whole[0].words:,}", f"{whole[1].words:,}", _grade(whole[0]), _grade(whole[1])),
    )
    head = ("paragraph", "words before", "words after", "grade before", "grade after")
    yield html_table("Reading grade by paragraph", head, rows)


def _hard_words(report: RewritingReport) -> Iterator[str]:
    if not report.hard:
        return
    yield "<h2>Hard words left</h2>\n"
    words = sorted(report.hard.items(), key=lambda one: (-one[1], one[0]))
    if len(words) > _MOST_HARD:
        yield f'<p class="soft">The {_MOST_HARD} most frequent of {len(words):,}.</p>\n'
    rows = [_hard_row(report, word, count) for word, count in words[:_MOST_HARD]]
    yield html_table("Hard words left", ("word", "times", "complexity, 1 to 6", "why it stayed"), rows)


def _hard_row(report: RewritingReport, word: HardWord, count: int) -> tuple[str, ...]:
    complexity = report.complexity(word.form)
    known = "by its syllables" if complexity is None else f"{complexity:.1f}"
    return escape(word.form), f"{count:,}", known, escape(word.why)
