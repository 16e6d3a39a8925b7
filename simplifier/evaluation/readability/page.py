"""Output of readings as tables for the terminal, and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from simplifier.base.page import fact_list, html_page, html_table
from simplifier.base.terminal import aligned
from simplifier.evaluation.readability.reader import Reading, shown_measures

__all__ = ["reading_lines", "reading_page"]

_STYLE: Final = "mark{background:none;color:inherit;border-bottom:2px dotted}td.text{white-space:normal}\n"
#: Number of sentences that SMOG was made for.
_SMOG_SENTENCES: Final = 30


def reading_lines(readings: Sequence[Reading]) -> Iterator[str]:
    """Yield the readings as aligned text."""
    for number, one in enumerate(readings):
        if number:
            yield ""
        yield f"{one.name}: {_size(one)}"
        rows = [["measure", "value", "unit"]] + [[*row[:3]] for row in shown_measures(one)]
        yield from aligned(rows)
        yield from (f"note: {line}" for line in _remarks(one))
        if one.sentences:
            yield "hardest sentences (Flesch-Kincaid grade):"
        for sentence in one.sentences:
            yield f"  {sentence.grade:5.1f}  {sentence.text}"
        if one.words:
            yield "hardest words (times, syllables, complexity from 1 to 6):"
            table = [
                [word.word, str(word.count), str(word.syllables), _complexity(word.complexity)] for word in one.words
            ]
            yield from (f"  {line}" for line in aligned(table))


def folder_lines(readings: Sequence[Reading], total: Reading) -> Iterator[str]:
    """Yield a row for every text of a folder and one for all together, then what is told of all together."""
    yield from aligned(_rows(readings, total))
    yield ""
    yield from reading_lines([total])


def _rows(readings: Sequence[Reading], total: Reading) -> list[list[str]]:
    """Return a table of texts, with its head and the total at its end."""
    rows = [["text", "sentences", "words", "words a sentence", "grade (Flesch-Kincaid)", "level by words"]]
    for one in (*readings, total):
        counts = one.counts
        length = f"{counts.words / counts.sentences:.1f}" if counts.sentences else ""
        grade = f"{one.values['fkgl']:.1f}" if "fkgl" in one.values else ""
        rows.append([one.name, str(counts.sentences), str(counts.words), length, grade, one.level or ""])
    return rows


def reading_page(readings: Sequence[Reading], title: str, total: Reading | None = None) -> str:
    """Return the readings as one self-contained HTML file.

    Args:
        readings: the readings of single texts.
        title: the heading of the page.
        total: the reading of all texts together; with it a table of all texts comes first.
    """
    parts = []
    if total is not None:
        head, *rows = _rows(readings, total)
        parts.append(html_table("all texts", head, [[escape(cell) for cell in row] for row in rows]))
    for one in readings if total is None else (*readings, total):
        parts.append(f"<h2>{escape(one.name)}</h2>\n")
        counts = one.counts
        parts.append(
            fact_list(
                {"sentences": str(counts.sentences), "words": str(counts.words)}
                | ({"words a sentence": f"{counts.words / counts.sentences:.1f}"} if counts.words else {})
            )
        )
        rows = [[escape(cell) for cell in row] for row in shown_measures(one)]
        parts.append(html_table(f"measures of {one.name}", ["measure", "value", "unit", "source"], rows))
        parts.extend(f"<p>{escape(line)}.</p>\n" for line in _remarks(one))
        parts.append("<h3>Hardest sentences</h3>\n")
        parts.append(
            html_table(
                f"hardest sentences of {one.name}",
                ["grade", "words", "paragraph", "sentence"],
                [
                    [f"{s.grade:.1f}", str(s.words), str(s.passage), _marked(s.text, s.hard_words)]
                    for s in one.sentences
                ],
            )
        )
        parts.append("<h3>Hardest words</h3>\n")
        parts.append(
            html_table(
                f"hardest words of {one.name}",
                ["word", "times", "syllables", "complexity"],
                [[escape(w.word), str(w.count), str(w.syllables), _complexity(w.complexity)] for w in one.words],
            )
        )
    return html_page(title, "".join(parts), _STYLE)


def _size(reading: Reading) -> str:
    counts = reading.counts
    return f"{counts.sentences} sentences, {counts.words} words, {counts.syllables} syllables"


def _remarks(reading: Reading) -> Iterator[str]:
    if 0 < reading.counts.sentences < _SMOG_SENTENCES:
        yield f"SMOG was made for {_SMOG_SENTENCES} sentences or more; grades of so short a text are rough"


def _complexity(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _marked(text: str, hard: Sequence[str]) -> str:
    """Return a sentence as HTML with its hard words marked."""
    wanted = set(hard)
    words = text.split(" ")
    return " ".join(
        f"<mark>{escape(word)}</mark>" if word.strip("\"'“”‘’()[]{}<>.,;:!?…*_-–—/").lower() in wanted else escape(word)
        for word in words
    )
