"""Measure a model as an editor: on traps, hard expressions and judged edits, and against four references.

    python -m lab.edits embedded --part dev --preset default --preset bold --list

MODEL is a configuration, or ``embedded``. The sentences are our own (simplifier/evaluation/data/en). The tables are
printed, and with ``--output`` also written to a file. Sentences are not split, because edits are compared by their
place in the source.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from lab.printing import OUTPUT, tell
from simplifier import Simplifier
from simplifier.base.errors import SimplifierError
from simplifier.config import load_config
from simplifier.evaluation.collection import (
    DOMAINS,
    MARKS,
    PARTS,
    EditorialSentence,
    domain_of,
    judged_edits,
    recall_sentences,
    sentences,
    traps,
)
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.probes.changes import changes_of
from simplifier.evaluation.probes.results import (
    Found,
    JudgedCounts,
    Outcome,
    count_judged,
    find_recall,
    find_traps,
    judgements,
    outcomes,
    recall_shares,
)
from simplifier.languages import language_named
from simplifier.record.result import Result

ENGLISH = language_named("en")

__all__ = ["DEFAULT", "EMBEDDED", "Report", "load_preset", "measure", "presets_of", "rewrite", "tables"]

EMBEDDED: Final = "embedded"
DEFAULT: Final = "default"  # the configuration as it is, without --preset
METRICS: Final = ("sari-paper", "sari-easse", "fkbleu")
_OPTIONS: Final = {"tokenizer": "ptb", "case": "lc"}


@dataclass(frozen=True, slots=True)
class Report:
    """The measurements of one preset.

    Attributes:
        traps: the outcome of each trap.
        recall: the outcome of each hard expression.
        judged: counts of its edits by mark, for each domain and for all.
        scores: values of the `METRICS`, for each domain and for all.
    """

    traps: list[Found]
    recall: list[Found]
    judged: dict[str, JudgedCounts]
    scores: dict[str, list[float]]


def presets_of(model: str, chosen: Sequence[str] = ()) -> list[str]:
    """Return the presets to measure: the chosen ones, or the default and all presets of the configuration."""
    return [*chosen] or [DEFAULT, *load_config(_path(model)).presets]


def load_preset(model: str, preset: str, **overrides: object) -> Simplifier:
    """Open a model with a preset, without splitting sentences.

    Args:
        model: the path of a configuration, or ``embedded``.
        preset: the name of a preset, or ``default``.
        overrides: further settings of the model; None leaves a setting as the model has it.
    """
    given: dict[str, object] = {"structure.split": "off", "decoder.threads": 0, **overrides}
    settings = {name: value for name, value in given.items() if value is not None}
    if preset != DEFAULT:
        settings["preset"] = preset
    return Simplifier.load(_path(model), overrides=settings)


def _path(model: str) -> Path | None:
    return None if model == EMBEDDED else Path(model)


def rewrite(simplifier: Simplifier, texts: Sequence[str]) -> list[Result]:
    """Rewrite lines, each on its own."""
    return list(simplifier.stream(f"{text}\n" for text in texts))


def by_domain(part: Sequence[EditorialSentence]) -> dict[str, list[int]]:
    """Return the places of the sentences of each domain that occurs, and then of all sentences."""
    places = {
        name: [number for number, one in enumerate(part) if domain_of(one.id) == name] for name in DOMAINS.values()
    }
    return {name: own for name, own in {**places, "all": [*range(len(part))]}.items() if own}


def scores(part: Sequence[EditorialSentence], outputs: Sequence[str]) -> dict[str, list[float]]:
    """Return the values of the `METRICS` by domain, against four references."""
    metrics = [parse_metric(name, _OPTIONS) for name in METRICS]
    found = {}
    for domain, places in by_domain(part).items():
        references = [[part[place].references[number] for place in places] for number in range(4)]
        data = ReferenceSet([part[place].source for place in places], references, language=ENGLISH)
        own = [outputs[place] for place in places]
        found[domain] = [metric.score(own, data).value for metric in metrics]
    return found


def measure(simplifier: Simplifier, part: str) -> Report:
    """Rewrite all sentences of a part, and measure what was changed."""
    trapped, marked, own = traps(part), recall_sentences(part), sentences(part)
    trap_results = rewrite(simplifier, [one.text for one in trapped])
    recall_results = rewrite(simplifier, [one.text for one in marked])
    results = rewrite(simplifier, [one.source for one in own])
    marks = judgements(judged_edits(part), {one.id: one.source for one in own})
    changes = [changes_of(result) for result in results]
    judged = {
        domain: count_judged([own[place] for place in places], [changes[place] for place in places], marks)
        for domain, places in by_domain(own).items()
    }
    return Report(
        find_traps(trapped, [changes_of(result) for result in trap_results]),
        find_recall(marked, [changes_of(result) for result in recall_results]),
        judged,
        scores(own, [result.text.rstrip("\n") for result in results]),
    )


def tables(reports: Mapping[str, Report], unchanged: Mapping[str, Sequence[float]]) -> Iterator[str]:
    """Yield the lines of the tables in Markdown, with a row for each preset.

    Args:
        reports: the reports, by preset.
        unchanged: the values of the `METRICS` for the sources themselves, by domain.
    """
    yield from _trap_table({name: report.traps for name, report in reports.items()})
    yield ""
    yield from _recall_table({name: report.recall for name, report in reports.items()})
    yield ""
    yield from _judged_table({name: report.judged for name, report in reports.items()})
    yield ""
    yield from _score_table({"unchanged": unchanged, **{name: one.scores for name, one in reports.items()}})


def _trap_table(found: Mapping[str, Sequence[Found]]) -> Iterator[str]:
    kinds = list(outcomes(next(iter(found.values()))))
    yield _row("traps", "all", "passed %", "kept", "accepted", "listed wrong", "other", *(f"{k} %" for k in kinds))
    yield _rule(7 + len(kinds))
    for name, own in found.items():
        by_kind = outcomes(own)
        whole = Counter(one.outcome for one in own)
        counts = [whole[one] for one in Outcome]
        yield _row(name, len(own), _passed(whole), *counts, *(_passed(by_kind[kind]) for kind in kinds))


def _passed(counted: Mapping[Outcome, int]) -> str:
    return _percent((counted[Outcome.KEPT] + counted[Outcome.ACCEPTED]) / sum(counted.values()))


def _recall_table(found: Mapping[str, Sequence[Found]]) -> Iterator[str]:
    yield _row("hard expressions", "all", "right", "left", "otherwise", "recall %", "precision %")
    yield _rule(7)
    for name, own in found.items():
        counts = [sum(one.outcome is each for one in own) for each in (Outcome.ACCEPTED, Outcome.KEPT)]
        shares = [_percent(share) for share in recall_shares(own)]
        yield _row(name, len(own), *counts, len(own) - sum(counts), *shares)


def _judged_table(found: Mapping[str, Mapping[str, JudgedCounts]]) -> Iterator[str]:
    columns = ("sentences", "changed", *MARKS, "stand %", "not judged", "good", "neutral", "bad")
    yield _row("edits", "domain", *columns)
    yield _rule(2 + len(columns))
    for name, domains in found.items():
        for domain, one in domains.items():
            marks = [one.marks[mark] for mark in MARKS]
            rest = (one.unjudged, one.good, one.neutral, one.bad)
            yield _row(name, domain, one.sentences, one.changed, *marks, _percent(one.standing), *rest)


def _score_table(found: Mapping[str, Mapping[str, Sequence[float]]]) -> Iterator[str]:
    domains = list(next(iter(found.values())))
    yield _row("four references", *(f"{metric}, {domain}" for domain in domains for metric in METRICS))
    yield _rule(1 + len(domains) * len(METRICS))
    for name, values in found.items():
        yield _row(name, *(f"{value:.2f}" for domain in domains for value in values[domain]))


def failures(report: Report) -> Iterator[str]:
    """Yield the failed traps and the hard expressions that were changed in a wrong or another way, as a list."""
    failed = (Outcome.WRONG, Outcome.OTHER)
    yield from (f"- trap {one.line()}" for one in report.traps if one.outcome in failed)
    yield from (f"- expression {one.line()}" for one in report.recall if one.outcome in failed)


def _percent(share: float) -> str:
    return "-" if share != share else f"{100 * share:.1f}"


def _row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def _rule(columns: int) -> str:
    return "|---" * columns + "|"


def markdown(model: str, part: str, presets: Sequence[str], listed: bool) -> str:
    """Measure presets of a model, and return the tables; if ``listed``, also the failed traps and expressions."""
    own = sentences(part)
    reports = {name: measure(load_preset(model, name), part) for name in presets}
    lines = [f"Part {part}.", "", *tables(reports, scores(own, [one.source for one in own]))]
    if listed:
        for name, report in reports.items():
            lines += ["", f"{name}:", "", *(list(failures(report)) or ["- none"])]
    return "\n".join(lines)


@click.command()
@click.argument("model")
@click.option("--part", type=click.Choice(PARTS[1:]), default="dev", show_default=True)
@click.option("--preset", "presets", multiple=True, help=f"Default: {DEFAULT} and all presets.")
@click.option("--list", "listed", is_flag=True, help="List the traps and expressions that failed.")
@OUTPUT
def main(model: str, part: str, presets: tuple[str, ...], listed: bool, output: Path | None) -> None:
    """Measure and print."""
    try:
        text = markdown(model, part, presets_of(model, presets), listed)
        tell(text, output)
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
