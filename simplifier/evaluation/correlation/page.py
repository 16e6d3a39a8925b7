"""The page of a study: coefficients, groups, comparisons of metrics, and plots with an ellipse for each system."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Final

import numpy as np

from simplifier.base.page import fact_list, html_page, html_table
from simplifier.evaluation.correlation.ratings import RatedOutputs
from simplifier.evaluation.correlation.results import heading, signatures
from simplifier.evaluation.correlation.scoring import Column
from simplifier.evaluation.correlation.study import Coefficient, Correlation, Study
from simplifier.evaluation.page.charts import Cloud, Point, clouds, scatter

__all__ = ["correlation_page"]

#: Number of metrics plotted for an aspect: those with coefficients farthest from 0.
_DRAWN: Final = 4
#: Pairs of metrics in a table.
_PAIRS: Final = 40


def correlation_page(study: Study, ratings: RatedOutputs, title: str = "Metrics against ratings") -> str:
    """Return the page as one self-contained file.

    Args:
        study: the results.
        ratings: the ratings behind them.
        title: title of the page.
    """
    body = "".join((*_facts(study), *_coefficients(study), *_pairs(study), *_plots(study, ratings), *_ends(study)))
    style = files("simplifier.evaluation.page").joinpath("page.css").read_text(encoding="utf-8")
    return html_page(title, body, style)


def _facts(study: Study) -> Iterator[str]:
    settings = study.settings
    facts = {"outputs": f"{study.outputs:,}", "sentences": f"{study.sentences:,}"}
    if study.systems:
        facts["systems"] = f"{study.systems:,}"
    if settings.samples:
        facts |= {"samples": f"{settings.samples:,}", "intervals": f"{settings.confidence:.0%}"}
    yield fact_list(facts)
    if study.notes:
        yield f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in study.notes)}</ul>\n"
    yield (
        '<p class="soft">Coefficients keep their sign. A star: no other metric is farther from 0 by '
        "Williams' test (p &lt; 0.05). The small figures: the interval, scipy's p and p by permutation.</p>\n"
    )


def _coefficients(study: Study) -> Iterator[str]:
    for _, one in groupby(study.correlations, key=lambda c: (c.aspect, c.level, c.references)):
        own = list(one)
        name = heading(own[0])
        yield f"<h2>{escape(name)}</h2>\n"
        plain = [each for each in own if each.grouping == "all"]
        rows = [
            (escape(each.metric), *(_cell(each, kind, found) for kind, found in each.coefficients.items()))
            for each in plain
        ]
        head = ("metric", *plain[0].coefficients)
        yield f'<p class="soft">n = {plain[0].count:,}</p>\n{html_table(name, head, rows)}'
        grouped = [each for each in own if each.grouping != "all"]
        for grouping, parted in groupby(grouped, key=lambda c: c.grouping):
            yield _grouped(f"{name}, by {grouping}", grouping, list(parted))


def _cell(one: Correlation, kind: str, found: Coefficient) -> str:
    if math.isnan(found.value):
        return "-"
    star = "*" if kind == "pearson" and one.beaten is False else ""
    small = []
    if found.interval is not None:
        small.append(f"{found.interval.low:+.3f} to {found.interval.high:+.3f}")
    for name, p in (("p", found.p), ("p perm.", found.p_permutation)):
        if p is not None and not math.isnan(p):
            small.append(f"{name} {p:.4f}" if p >= 0.0001 else f"{name} &lt; 0.0001")
    return f"{found.value:+.3f}{star} <small>{'; '.join(small)}</small>"


def _grouped(name: str, grouping: str, own: Sequence[Correlation]) -> str:
    groups = list(dict.fromkeys((one.group, one.count) for one in own))
    cells = {(one.metric, one.group): one for one in own}
    kind = next(iter(own[0].coefficients))
    rows = []
    for metric in dict.fromkeys(one.metric for one in own):
        row = [escape(metric)]
        for group, _ in groups:
            one = cells[metric, group]
            value = one.coefficients[kind].value
            star = "*" if kind == "pearson" and one.beaten is False else ""
            row.append("-" if math.isnan(value) else f"{value:+.3f}{star}")
        rows.append(row)
    head = ("metric", *(f"{group} (n {count:,})" for group, count in groups))
    return f"<h3>{escape(kind)} by {escape(grouping)}</h3>\n{html_table(name, head, rows)}"


def _pairs(study: Study) -> Iterator[str]:
    if not study.pairs:
        return
    yield "<h2>Metrics against each other</h2>\n"
    yield (
        '<p class="soft">The first metric is farther from 0 than the second: p of Williams\' test '
        "(one-sided) and of swapping their values at random (two-sided). Of many pairs, some differ by chance.</p>\n"
    )
    for _, one in groupby(study.pairs, key=lambda p: (p.aspect, p.level, p.references)):
        own = list(one)
        first = own[0]
        under = f", references {first.references}" if first.references else ""
        name = f"{first.aspect}, {first.level} level{under}"
        rows = [
            (
                f"{escape(pair.metric)} over {escape(pair.other)}",
                f"{pair.between:+.3f}",
                "-" if math.isnan(pair.p_williams) else f"{pair.p_williams:.4f}",
                "-" if pair.p_swapped is None or math.isnan(pair.p_swapped) else f"{pair.p_swapped:.4f}",
            )
            for pair in own[:_PAIRS]
        ]
        more = f" (the first {_PAIRS} of {len(own)})" if len(own) > _PAIRS else ""
        table = html_table(f"Pairs: {name}", ("pair", "between", "p, Williams", "p, swapped"), rows)
        yield f"<details><summary>{escape(name)}{more}</summary>\n{table}</details>\n"


def _plots(study: Study, ratings: RatedOutputs) -> Iterator[str]:
    yield (
        '<h2>Plots</h2>\n<p class="soft">An ellipse holds one standard deviation of a system\'s outputs '
        f"about their mean; point at it, or at a point, for the name. The {_DRAWN} metrics farthest from 0 "
        "are drawn.</p>\n"
    )
    yield '<div class="plots">\n'
    for name, columns in study.columns.items():
        by_name = {column.name: column for column in columns}
        under = f" ({name})" if name else ""
        pair = _bleu_and_sari(list(by_name))
        if pair is not None:
            one, other = (by_name[each] for each in pair)
            title = f"{one.name} against {other.name}{under}"
            yield _figure(title, clouds(title, one.name, other.name, _by_system(ratings, one, other.values)))
        for aspect in study.aspects:
            yield from _against_ratings(study, ratings, name, aspect, by_name, under)
    yield "</div>\n"


def _against_ratings(
    study: Study,
    ratings: RatedOutputs,
    references: str,
    aspect: str,
    columns: Mapping[str, Column],
    under: str,
) -> Iterator[str]:
    for level in study.settings.levels:
        found = [
            one
            for one in study.correlations
            if (one.level, one.aspect, one.references, one.grouping) == (level, aspect, references, "all")
            and not math.isnan(next(iter(one.coefficients.values())).value)
        ]
        found.sort(key=lambda one: -abs(next(iter(one.coefficients.values())).value))
        for one in found[:_DRAWN]:
            column, marks = columns[one.metric], ratings.aspect(aspect)
            title = f"{level} level: {one.metric} against {aspect}{under}"
            if level == "sentence":
                drawing = clouds(title, one.metric, aspect, _by_system(ratings, column, marks))
            else:
                points = [Point(*place) for place in _system_points(ratings, column, marks)]
                drawing = scatter(title, one.metric, aspect, points, radius=5)
            yield _figure(title, drawing)


def _bleu_and_sari(names: Sequence[str]) -> tuple[str, str] | None:
    bleu = next((name for name in names if name.removeprefix("sentence-").startswith("bleu")), None)
    sari = next((name for name in names if name.startswith("sari")), None)
    return (bleu, sari) if bleu and sari else None


def _by_system(ratings: RatedOutputs, column: Column, other: np.ndarray) -> list[Cloud]:
    there = np.isfinite(column.values) & np.isfinite(other)
    codes = ratings.system_codes
    found = []
    for code, name in enumerate(ratings.system_names):
        own = np.flatnonzero(there & (codes == code))
        if len(own):
            found.append(Cloud(name, list(zip(column.values[own].tolist(), other[own].tolist(), strict=True))))
    return found


def _system_points(ratings: RatedOutputs, column: Column, marks: np.ndarray) -> Iterator[tuple[float, float, str]]:
    there = np.isfinite(column.values) & np.isfinite(marks)
    codes = ratings.system_codes
    for code, name in enumerate(ratings.system_names):
        own = np.flatnonzero(there & (codes == code))
        if len(own):
            score = column.of_systems([own], [np.ones((1, len(own)))])[0, 0]
            yield float(score), float(marks[own].mean()), name


def _figure(title: str, drawing: str) -> str:
    return f"<figure>{drawing}<figcaption>{escape(title)}</figcaption></figure>\n"


def _ends(study: Study) -> Iterator[str]:
    yield "<h2>Signatures</h2>\n<p>Every setting behind the values.</p>\n"
    yield f"<ul>{''.join(f'<li><code>{escape(one)}</code></li>' for one in signatures(study))}</ul>\n"
