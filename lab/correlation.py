"""Correlate every metric with ratings by people, and print the tables.

    python -m lab.correlation DATA

DATA is the folder of the research data: goldset70 (outputs of 25 systems for 70 sentences, with four ratings, three
sets of references, and published values) and the training pairs of QATS. ``--table`` writes correlations.tsv, which
``simplifier evaluate --list-metrics`` shows (simplifier/evaluation/metrics/correlations.tsv).
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import click
import numpy as np

from lab.printing import OUTPUT, tell
from simplifier.base.reading import read_lines
from simplifier.base.writing import write_text
from simplifier.evaluation.correlation.coefficients import coefficient
from simplifier.evaluation.correlation.rating_readers import read_ratings, read_values
from simplifier.evaluation.correlation.ratings import RatedOutputs
from simplifier.evaluation.correlation.scoring import References, columns_by_set
from simplifier.evaluation.correlation.study import Settings, Study, correlate
from simplifier.evaluation.metrics import metric_names, parse_metric
from simplifier.languages import language_named

ENGLISH = language_named("en")

SETS: Final = {
    "asset": ("src.asset", "asset.ref*"),
    "turk": ("src.detok", "turk.detok.ref*"),
    "hsplit": ("src.hsplit", "hsplit.ref*"),
}
SPLITS: Final = "structural_simplicity"
ASPECTS: Final = ("grammaticality", "meaning", "simplicity", SPLITS)
PUBLISHED: Final = (
    *("bertscore_P", "bertscore_R", "bertscore_F1", "bleu", "ibleu", "sari"),
    *(
        "amean_bleu_sari",
        "gmean_bleu_sari",
        "fkbleu",
        "fkgl",
        "samsa",
        "amean_sari_samsa",
        "gmean_sari_samsa",
    ),
)
#: Metrics that score whole documents, or that need something which these data do not have.
LEFT_OUT: Final = ("d-sari", "contextual-precision", "contextual-recall", "contextual-f1")


def sets_of(data: Path) -> dict[str, References]:
    """Return the three sets of references of goldset70, each with the sources that its release has."""
    folder = data / "goldset70"
    return {
        name: References(
            [read_lines(path) for path in sorted((folder / "refs").glob(pattern))],
            read_lines(folder / source),
        )
        for name, (source, pattern) in SETS.items()
    }


def released(data: Path, ratings: RatedOutputs) -> Iterator[str]:
    """Yield the table of the released metrics' coefficients, for all outputs and by type of system."""
    rated = read_values(data / "goldset70" / "metrics.tsv", ratings).with_only(PUBLISHED)
    settings = Settings((SPLITS,), ("sentence",), ("pearson",), ("type",), samples=0)
    study = correlate(rated, columns_by_set(rated, (), {}), settings)
    own = [one for one in study.correlations if one.references == "hsplit"]
    groups = list(dict.fromkeys((one.group, one.count) for one in own))
    yield "| released metric | " + " | ".join(f"{name or 'all'} ({count})" for name, count in groups) + " |"
    yield "|---" * (len(groups) + 1) + "|"
    for metric in PUBLISHED:
        cells = [one for one in own if one.metric == metric]
        values = (f"{one.coefficients['pearson'].value:+.3f}{'' if one.beaten else '*'}" for one in cells)
        yield f"| {metric} | {' | '.join(values)} |"
    yield ""


def ours(study: Study, level: str) -> Iterator[str]:
    """Yield the table of our metrics' coefficients, by aspect and set of references."""
    kinds = list(dict.fromkeys((one.aspect, one.references) for one in study.correlations))
    cells = {
        (one.metric, one.aspect, one.references): one
        for one in study.correlations
        if one.level == level and one.grouping == "all"
    }
    yield "| metric | " + " | ".join(f"{aspect}, {name}" if name else aspect for aspect, name in kinds) + " |"
    yield "|---" * (len(kinds) + 1) + "|"
    for metric in dict.fromkeys(one.metric for one in study.correlations):
        row = []
        for kind in kinds:
            one = cells[metric, *kind]
            star = "*" if one.beaten is False else ""
            row.append(f"{one.coefficients['pearson'].value:+.2f}{star}")
        yield f"| {metric} | {' | '.join(row)} |"
    yield ""


def kept(studies: Mapping[str, Study]) -> Iterator[str]:
    """Yield the lines of the table that ``--list-metrics`` reads."""
    yield "metric\tcollection\taspect\treferences\tlevel\tn\tpearson\tlow\thigh"
    for collection, study in studies.items():
        for one in study.correlations:
            found = one.coefficients["pearson"]
            # NaN, which is not equal to itself, is left out.
            if one.grouping == "all" and found.value == found.value and found.interval is not None:
                told = (one.metric, collection, one.aspect, one.references, one.level, str(one.count))
                ends = (f"{value:.3f}" for value in (found.value, found.interval.low, found.interval.high))
                yield "\t".join([*told, *ends])


def case_trap(data: Path, ratings: RatedOutputs) -> Iterator[str]:
    """Yield the table that shows how the lowercased sources of HSplit change SARI."""
    given = sets_of(data)
    cased = References(given["hsplit"].references, given["asset"].sources)
    sets = {"sources as released (lowercased)": given["hsplit"], "cased sources": cased}
    metrics = [
        parse_metric("sari-eq[combine=per-order,tokenizer=moses,case=mixed]"),
        parse_metric("sari-eq[combine=per-order,tokenizer=moses,case=lc]"),
    ]
    study = correlate(
        ratings,
        columns_by_set(ratings, metrics, sets),
        Settings((SPLITS,), ("sentence",), ("pearson",), (), samples=0),
    )
    yield "| HSplit | SARI, case kept: mean, r | SARI, lowercased: mean, r |"
    yield "|---|---|---|"
    for name, columns in study.columns.items():
        cells = []
        for column in columns:
            r = next(
                one.coefficients["pearson"].value
                for one in study.correlations
                if (one.references, one.metric) == (name, column.name)
            )
            cells.append(f"{column.values.mean():.2f}, {r:+.3f}")
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def stand_in(study: Study, data: Path, ratings: RatedOutputs) -> Iterator[str]:
    """Yield the table that compares ``samsa-clauses`` with the released values of SAMSA."""
    values = read_values(data / "goldset70" / "metrics.tsv", ratings).values["asset"]
    own = next(one.values for one in study.columns["asset"] if one.name == "samsa-clauses")
    both = np.array([values["samsa"], own])
    systems = ratings.system_codes
    by_system = np.array([both[:, systems == code].mean(axis=1) for code in range(systems.max() + 1)]).T
    yield "| level | SAMSA as released: mean | samsa-clauses: mean | Pearson | Spearman |"
    yield "|---|---|---|---|---|"
    for name, pair in (("single outputs", both), ("systems", by_system)):
        first, second = pair.mean(axis=1)
        linear, ranked = (coefficient(kind, *pair) for kind in ("pearson", "spearman"))
        yield f"| {name} ({pair.shape[1]}) | {first:.2f} | {second:.2f} | {linear:+.2f} | {ranked:+.2f} |"
    yield ""


def names_measured() -> Sequence[str]:
    """Return the names of the metrics that can be correlated with these ratings."""
    return [name for name in metric_names() if name not in LEFT_OUT]


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--samples", default=1000, show_default=True)
@click.option("--table", type=click.Path(dir_okay=False, path_type=Path), help="Write correlations.tsv here.")
@OUTPUT
def main(data: Path, samples: int, table: Path | None, output: Path | None) -> None:
    """Measure and print."""
    ratings = read_ratings(data / "goldset70" / "outputs_ratings.tsv").in_language(ENGLISH)
    metrics = [parse_metric(name) for name in names_measured()]
    settings = Settings(ASPECTS, coefficients=("pearson",), groupings=(), samples=samples)
    gold = correlate(ratings, columns_by_set(ratings, metrics, sets_of(data)), settings)
    pairs = read_ratings(data / "qats" / "train.tsv").in_language(ENGLISH)
    with_original = {"original": References((), original=True)}
    qats = correlate(
        pairs,
        columns_by_set(pairs, metrics, with_original),
        Settings((), ("sentence",), ("pearson",), (), samples=samples),
    )
    lines = [f"Measured on {datetime.date.today().isoformat()} with {samples:,} samples.", ""]
    lines += ["### Published figures", "", *released(data, ratings)]
    lines += ["### Cased and lowercased", "", *case_trap(data, ratings)]
    lines += ["### SAMSA and what stands in for it", "", *stand_in(gold, data, ratings)]
    lines += ["### Our metrics, single outputs (1,750)", "", *ours(gold, "sentence")]
    lines += ["### Our metrics, systems (25)", "", *ours(gold, "system")]
    lines += ["### QATS, training pairs (505), the original as reference", "", *ours(qats, "sentence")]
    text = "\n".join(lines)
    tell(text, output)
    if table is not None:
        write_text(table, "\n".join(kept({"structural": gold, "qats": qats})) + "\n")


if __name__ == "__main__":
    main()
