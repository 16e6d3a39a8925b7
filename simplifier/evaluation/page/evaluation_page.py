"""The page of an evaluation: scores, with everything behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.differences import joined_pieces, pieces_by_words
from simplifier.base.page import fact_list, html_page, html_table
from simplifier.evaluation.metrics import ReferenceSet, Text
from simplifier.evaluation.page.charts import Point, histogram, scatter
from simplifier.evaluation.page.groups import GROUPINGS, grouped, source_lengths
from simplifier.evaluation.significance import Comparison, compare
from simplifier.evaluation.systems import Evaluation, Result, SystemRow

__all__ = ["evaluation_page", "extremes"]

#: Number of best and of worst sentences shown for each system.
_SHOWN: Final = 5
#: Greatest number of points in a plot; of more sentences, only every second, third ... is drawn.
_MOST_POINTS: Final = 1000


def evaluation_page(
    evaluation: Evaluation,
    data: ReferenceSet,
    outputs: Mapping[str, Sequence[Text]],
    warnings: Sequence[str] = (),
    title: str = "Evaluation",
) -> str:
    """Return the page.

    Args:
        evaluation: the results; groups, plots and sentences use the first metric, which is 0-100.
        data: sources and references.
        outputs: outputs of the systems by name.
        warnings: warnings about the files.
        title: title of the page.
    """
    systems = [row for row in evaluation.rows if row.name in outputs]
    body = "".join(
        (
            *_facts(evaluation, warnings),
            *_scores(evaluation),
            *_comparisons(evaluation),
            *_pairs(evaluation, systems),
            *_groups(evaluation, systems, data, outputs),
            *_plots(evaluation, systems, data),
            *_sentences(evaluation, systems, data, outputs),
            *_signatures(evaluation),
        )
    )
    style = files("simplifier.evaluation.page").joinpath("page.css").read_text(encoding="utf-8")
    return html_page(title, body, style)


def extremes(scores: NDArray[np.float64], count: int = _SHOWN) -> tuple[list[int], list[int]]:
    """Return the places of the best sentences, best first, and of the worst, worst first.

    Among equal scores, earlier sentences come first; no sentence is in both lists.

    Args:
        scores: [segments].
        count: length of each list.
    """
    count = min(count, (len(scores) + 1) // 2)
    best = np.argsort(-scores, kind="stable")[:count].tolist()
    worst = [place for place in np.argsort(scores, kind="stable").tolist() if place not in best][:count]
    return best, worst


def _facts(evaluation: Evaluation, warnings: Sequence[str]) -> Iterator[str]:
    resampling = evaluation.resampling
    facts = {"sentences": f"{evaluation.segments:,}", "references": f"{evaluation.references}"}
    if resampling.samples:
        facts |= {
            "bootstrap samples": f"{resampling.samples:,}",
            "intervals": f"{resampling.level:.0%}",
            "seed": f"{resampling.seed}",
        }
    yield fact_list(facts)
    if warnings:
        yield f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in warnings)}</ul>\n"


def _scores(evaluation: Evaluation) -> Iterator[str]:
    yield "<h2>Scores</h2>\n"
    rows = [(escape(row.name), *map(_score, row.results)) for row in evaluation.rows]
    yield html_table("Scores", ("system", *(metric.name for metric in evaluation.metrics)), rows)
    named = {row.name for row in evaluation.rows}
    if "identity" in named:
        yield '<p class="soft">identity: the unchanged sources.</p>\n'
    if "references" in named:
        yield (
            '<p class="soft">references: each of them scored against all the others, the mean of these; '
            "with one reference less, so a little lower than a system as good would be.</p>\n"
        )


def _score(result: Result) -> str:
    value = f"{result.score.value:.2f}"
    if result.interval is None:
        return value
    return f"{value} <small>{result.interval.low:.2f} to {result.interval.high:.2f}</small>"


def _comparisons(evaluation: Evaluation) -> Iterator[str]:
    rows = [
        (
            escape(row.name),
            escape(result.score.name),
            f"{result.comparison.difference:+.2f}",
            f"{result.comparison.interval.low:+.2f} to {result.comparison.interval.high:+.2f}",
            f"{result.comparison.p_bootstrap:.4f}",
            f"{result.comparison.p_randomisation:.4f}",
        )
        for row in evaluation.rows
        for result in row.results
        if result.comparison is not None
    ]
    if rows:
        name = f"Against {evaluation.baseline}"
        yield f"<h2>{escape(name)}</h2>\n"
        head = ("system", "metric", "difference", "interval", "p, paired bootstrap", "p, randomisation")
        yield html_table(name, head, rows)


def _pairs(evaluation: Evaluation, systems: Sequence[SystemRow]) -> Iterator[str]:
    """Yield every system against every other under the first metric."""
    resampling = evaluation.resampling
    if len(systems) < 3 or not resampling.samples:
        return
    metric = evaluation.metrics[0]
    settings = resampling.samples, resampling.level, resampling.seed
    found = {
        (one.name, other.name): compare(metric, _statistics(one), _statistics(other), *settings)
        for one, other in combinations(systems, 2)
    }
    name = f"Every pair by {metric.name}"
    yield f"<h2>{escape(name)}</h2>\n"
    yield (
        '<p class="soft">The row minus the column, with p of the paired bootstrap. Of many pairs some differ '
        "by chance: one in twenty has p below 0.05 where none is better.</p>\n"
    )
    rows = [(escape(one.name), *(_pair(found, one.name, other.name) for other in systems)) for one in systems]
    yield html_table(name, ("system", *(row.name for row in systems)), rows)


def _pair(found: Mapping[tuple[str, str], Comparison], one: str, other: str) -> str:
    known = found.get((one, other)) or found.get((other, one))
    if known is None:
        return "-"
    difference = known.difference if (one, other) in found else -known.difference
    return f"{difference + 0.0:+.2f} <small>p {known.p_bootstrap:.4f}</small>"


def _statistics(row: SystemRow) -> NDArray[np.float64]:
    found = row.results[0].statistics
    assert found is not None, "systems have statistics"
    return found


def _segments(row: SystemRow) -> NDArray[np.float64]:
    found = row.results[0].segments
    assert found is not None, "systems have sentence scores"
    return found


def _groups(
    evaluation: Evaluation,
    systems: Sequence[SystemRow],
    data: ReferenceSet,
    outputs: Mapping[str, Sequence[Text]],
) -> Iterator[str]:
    metric = evaluation.metrics[0]
    yield f"<h2>{escape(metric.name)} by kind of sentence</h2>\n"
    yield '<p class="soft">Below each score the number of sentences. Words without punctuation.</p>\n'
    own = {row.name: grouped(metric, _statistics(row), outputs[row.name], data) for row in systems}
    for number, one in enumerate(GROUPINGS):
        name = f"By {one.name}"
        rows = [
            (
                escape(row.name),
                *(
                    "-" if group.score is None else f"{group.score:.2f}<br><small>{group.count:,}</small>"
                    for group in own[row.name][number]
                ),
            )
            for row in systems
        ]
        yield f"<h3>{escape(name)}</h3>\n{html_table(name, ('system', *one.names), rows)}"


def _plots(evaluation: Evaluation, systems: Sequence[SystemRow], data: ReferenceSet) -> Iterator[str]:
    metric = evaluation.metrics[0]
    yield '<h2>Plots</h2>\n<div class="plots">\n'
    names = [one.name for one in evaluation.metrics]
    for other in ("fkgl", "compression", "bleu"):
        if other in names[1:]:
            place = names.index(other)
            points = [
                Point(row.results[place].score.value, row.results[0].score.value, row.name) for row in evaluation.rows
            ]
            title = f"Systems by {other} and {metric.name}"
            yield _figure(title, scatter(title, other, metric.name, points, radius=5))
    lengths = source_lengths(data)
    step = -(-len(data) // _MOST_POINTS)
    some = "" if step == 1 else f", one sentence in {step}"
    for row in systems:
        scores = _segments(row)
        title = f"{row.name}: sentences by {metric.name}"
        yield _figure(title, histogram(title, metric.name, scores.tolist()))
        title = f"{row.name}: {metric.name} by length of the source{some}"
        points = [Point(*pair) for pair in zip(lengths[::step], scores[::step], strict=True)]
        yield _figure(title, scatter(title, "words of the source", metric.name, points))
    yield "</div>\n"


def _figure(title: str, drawing: str) -> str:
    return f"<figure>{drawing}<figcaption>{escape(title)}</figcaption></figure>\n"


def _sentences(
    evaluation: Evaluation,
    systems: Sequence[SystemRow],
    data: ReferenceSet,
    outputs: Mapping[str, Sequence[Text]],
) -> Iterator[str]:
    yield "<h2>Best and worst sentences</h2>\n"
    yield f'<p class="soft">By the {escape(evaluation.metrics[0].name)} of each sentence.</p>\n'
    for row in systems:
        if row.name == "identity":
            continue
        scores = _segments(row)
        for kind, places in zip(("best", "worst"), extremes(scores), strict=True):
            if places:
                items = "".join(_sentence(place, scores[place], data, outputs[row.name][place]) for place in places)
                yield f'<h3>{escape(row.name)}: {kind}</h3>\n<ol class="sentences">{items}</ol>\n'


def _sentence(place: int, score: float, data: ReferenceSet, output: Text) -> str:
    source = _line(data.sources[place])
    references = "".join(f"<li>{escape(_line(one))}</li>" for one in data.segment_references(place))
    return (
        f'<li><p class="soft">line {place + 1:,}: {score:.2f}</p><p>{_marked(source, _line(output))}</p>'
        f"<details><summary>references of line {place + 1:,}</summary><ul>{references}</ul></details></li>\n"
    )


def _marked(source: str, output: str) -> str:
    parts = []
    for old, new in joined_pieces(pieces_by_words(source, output)):
        if old == new:
            parts.append(escape(new))
            continue
        parts += [f"<{tag}>{escape(text)}</{tag}>" for tag, text in (("del", old), ("ins", new)) if text]
    return "".join(parts)


def _line(text: Text) -> str:
    return text if isinstance(text, str) else " ".join(text)


def _signatures(evaluation: Evaluation) -> Iterator[str]:
    found = dict.fromkeys(str(result.score.signature) for row in evaluation.rows for result in row.results)
    yield "<h2>Signatures</h2>\n<p>Every setting behind the numbers.</p>\n"
    yield f"<ul>{''.join(f'<li><code>{escape(one)}</code></li>' for one in found)}</ul>\n"
