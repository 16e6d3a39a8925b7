"""Counts of a corpus of documents, written as text, as tab-separated values and as a page."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import Final

from simplifier.base.page import fact_list, html_page, html_table
from simplifier.base.terminal import aligned
from simplifier.evaluation.document_pairs.corpus import CorpusStatistics
from simplifier.evaluation.document_pairs.odds import Odds
from simplifier.evaluation.document_pairs.operations import OPERATIONS
from simplifier.evaluation.page.charts import Point, histogram, scatter

__all__ = ["corpus_lines", "corpus_page", "corpus_tsv"]

_HEAD: Final = ["source", "simple", "odds ratio", "chi-square", "p"]
_NAMED: Final = 12


def corpus_lines(found: CorpusStatistics, top: int) -> Iterator[str]:
    """Yield the counts as aligned text.

    Args:
        found: the counts.
        top: number of names from each end of a table; 0 for all.
    """
    for name, value in _facts(found).items():
        yield f"{name}: {value}"
    yield ""
    yield from aligned([["operation", "count", "a document", "documents"], *_operations(found)])
    for what, rows in found.odds.items():
        yield ""
        yield from aligned([[what, *_HEAD], *(_cells(one) for one in _ends(rows, top))])


def corpus_tsv(found: CorpusStatistics) -> Iterator[str]:
    """Yield all odds ratios as tab-separated values with a header."""
    yield "\t".join(["what", "name", "source", "target", "odds_ratio", "chi_square", "p"])
    for what, rows in found.odds.items():
        for one in rows:
            cells = [what, one.name, one.source, one.target, f"{one.ratio:.6g}", f"{one.chi_square:.6g}"]
            yield "\t".join(map(str, [*cells, f"{one.p:.3g}"]))


def corpus_page(found: CorpusStatistics, title: str, top: int) -> str:
    """Return the counts as one self-contained HTML file."""
    parts = [fact_list(_facts(found)), "<h2>Operations</h2>\n"]
    parts.append(html_table("operations", ["operation", "count", "a document", "documents"], _operations(found)))
    if found.compressions:
        parts.append("<h2>Length</h2>\n")
        share = [100 * min(1.0, one) for one in found.compressions]
        parts.append(
            histogram(
                "length of simple versions",
                "% of the source's words; longer ones at 100",
                share,
                what="documents",
            )
        )
    for what, rows in found.odds.items():
        parts.append(f"<h2>{escape(what.capitalize())}</h2>\n")
        shown = _ends(rows, top)
        if shown:
            points = [
                Point(math.log10(one.source + one.target), one.log_ratio, one.name if place < _NAMED else "")
                for place, one in enumerate(sorted(shown, key=lambda one: -one.chi_square))
            ]
            parts.append(scatter(f"odds of {what}", "log10 of the count", "ln of the odds ratio", points))
        cells = ([escape(cell) for cell in _cells(one)] for one in shown)
        parts.append(html_table(what, [what, *_HEAD], cells))
    style = files("simplifier.evaluation.page").joinpath("page.css").read_text(encoding="utf-8")
    return html_page(title, "".join(parts), style)


def _facts(found: CorpusStatistics) -> dict[str, str]:
    return {
        "documents": f"{found.documents:,}",
        "sentences": f"{found.sentences[0]:,} -> {found.sentences[1]:,}",
        "words": f"{found.words[0]:,} -> {found.words[1]:,}",
    }


def _operations(found: CorpusStatistics) -> list[list[str]]:
    documents = max(1, found.documents)
    return [
        [
            name,
            str(found.operations[name]),
            f"{found.operations[name] / documents:.2f}",
            f"{100 * found.with_operation[name] / documents:.1f} %",
        ]
        for name in OPERATIONS
    ]


def _ends(rows: list[Odds], top: int) -> list[Odds]:
    return rows if not top or len(rows) <= 2 * top else [*rows[:top], *rows[-top:]]


def _cells(one: Odds) -> list[str]:
    p = "< 1e-300" if one.p == 0 else f"{one.p:.1e}"
    return [one.name, str(one.source), str(one.target), f"{one.ratio:.2f}", f"{one.chi_square:.1f}", p]
