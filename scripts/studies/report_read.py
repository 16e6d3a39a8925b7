"""Set the systems that were read blind beside their metrics: the last tables of docs/measured/variants.md.

    python -m scripts.studies.report_read DATA

Metrics are of the last 500 TurkCorpus tuning sentences, lowercased, against eight references; verdicts of the
120 among them that two readers judged (simplifier/evaluation/data/en/blind/sentences_1.tsv.xz). ACCESS and MUSS are as
released. The presets run today's embedded model, which is not the one that was read. Plots are written beside
the page.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import click
import numpy as np
from numpy.typing import NDArray
from scipy import stats

from scripts.recipes.places import PROJECT
from scripts.studies.frontier_texts import HELD_OUT, TURK
from scripts.studies.measured_block import write_measured
from scripts.studies.report_editor import load_preset, rewrite
from simplifier.base.reading import read_lines
from simplifier.base.writing import write_text
from simplifier.evaluation.blind.keeping import Kept, read_kept
from simplifier.evaluation.blind.tables import wilson
from simplifier.evaluation.correlation.coefficients import coefficient
from simplifier.evaluation.datasets import find_dataset
from simplifier.evaluation.metrics import Metric, ReferenceSet, Text, parse_metric
from simplifier.evaluation.page.charts import Cloud, Point, clouds, scatter
from simplifier.evaluation.systems import evaluate
from simplifier.languages import language_named

ENGLISH = language_named("en")

__all__ = ["Marks", "marks_of", "paired_p"]

FloatArray = NDArray[np.float64]

DOCUMENT: Final = PROJECT / "docs" / "measured" / "variants.md"
READ: Final = PROJECT / "simplifier" / "evaluation" / "data" / "en" / "blind" / "sentences_1.tsv.xz"
PEERS: Final = {"muss": "muss_bart_access_wikilarge_mined.turkcorpus.txt", "access": "access.txt"}
PRESETS: Final = ("default", "more", "bold")
METRICS: Final = ("sari-paper", "sari-easse", "bleu", "sentence-bleu", "fkbleu", "fk")
AGAINST: Final = ("sari-paper", "sentence-bleu", "fkbleu", "levenshtein-similarity", "samsa-clauses")
ASPECTS: Final = ("grammar kept", "meaning kept", "easier", "good")
BASELINE: Final = "muss"
SUBSETS, SEED, TRIALS = 8, 2016, 9999
_STYLE: Final = (
    "text{fill:#555;font:12px sans-serif}.grid{stroke:#ddd;fill:none}circle{fill-opacity:.6}"
    ".faint circle{fill-opacity:.3}.ring{fill:none;stroke-width:1.5}"
    ".s0{fill:#1f5fa8}.s1{fill:#b5501c}.s0 .ring{stroke:#1f5fa8}.s1 .ring{stroke:#b5501c}"
)

#: By sentence (its place among the held-out ones), then one value for each of `ASPECTS`.
Marks = dict[int, tuple[float, ...]]


def marks_of(kept: Kept, system: str) -> Marks:
    """Return what readers say of a system's sentences, the mean of all readers.

    Grammar kept, meaning kept and good are 0-1; easier is -1, 0 or 1. What was left alone keeps grammar and
    meaning and is neither easier nor good.
    """
    found: Marks = {}
    for one in kept.key:
        if (one.text, one.system) != (TURK, system):
            continue
        rows = [
            (not own.grammar, not own.meaning, "-=+".index(own.simplicity) - 1, own.good)
            for own in (judged[one.pair] for judged in kept.verdicts.values() if one.pair)
        ]
        mean = np.mean(rows, axis=0).tolist() if rows else [1.0, 1.0, 0.0, 0.0]
        found[int(one.sentence) - 1 - HELD_OUT.start] = tuple(mean)
    return found


def paired_p(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the two-sided p of a difference of means over the same sentences, by swapping at random."""
    found = stats.permutation_test(
        (one, other),
        lambda first, second, axis: np.mean(first - second, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=TRIALS,
        rng=np.random.default_rng(SEED),
    )
    return float(found.pvalue)


def metric_table(metrics: Sequence[Metric], data: ReferenceSet, systems: Mapping[str, Sequence[Text]]) -> str:
    """Return scores of all 500 sentences, and of what differs from the baseline."""
    table = evaluate(metrics, data, systems, BASELINE)
    lines = ["| system | " + " | ".join(METRICS) + " |", "|---" * (len(METRICS) + 1) + "|"]
    for row in table.rows:
        cells = []
        for result in row.results:
            found, cell = result.comparison, f"{result.score.value:.2f}"
            if found is not None:
                worst = max(found.p_bootstrap, found.p_randomisation)
                cell += f" ({found.difference:+.2f}{'' if worst < 0.05 else ', p ' + format(worst, '.2f')})"
            cells.append(cell)
        lines.append(f"| {row.name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def verdict_table(kept: Kept, names: Sequence[str]) -> Iterator[str]:
    """Yield how the systems fared with the readers; p is of the share of good ones, beside the baseline."""
    marks = {name: marks_of(kept, name) for name in names}
    yield "| system | sentences | grammar kept % | meaning kept % | easier (-1 to 1) | good % (95 %) | p |"
    yield "|---" * 7 + "|"
    base = marks[BASELINE]
    for name, own in marks.items():
        grammar, meaning, easier, good = np.mean(list(own.values()), axis=0)
        low, high = wilson(float(good), len(own))
        p = "-"
        if name != BASELINE:
            both = [(own[place][3], base[place][3]) for place in own if place in base]
            p = f"{paired_p(*map(list, zip(*both, strict=True))):.4f}"
        share = f"{100 * good:.1f} ({100 * low:.1f}-{100 * high:.1f})"
        kept_both = f"{100 * grammar:.1f} | {100 * meaning:.1f}"
        yield f"| {name} | {len(own)} | {kept_both} | {easier:+.2f} | {share} | {p} |"
    yield ""


def values_of(metric: Metric, data: ReferenceSet, outputs: Sequence[Text]) -> FloatArray:
    """Return the score of each sentence."""
    return metric.segment_scores(metric.statistics(outputs, data))


def by_references(
    name: str, data: ReferenceSet, peers: Mapping[str, Sequence[Text]], marks: Mapping[str, Marks]
) -> list[float]:
    """Return Spearman's coefficient of a metric and the readers' "good", for 1, 2, ... references.

    The mean over at most `SUBSETS` random choices of so many of the references.
    """
    metric, drawn, found = _metric(name), random.Random(SEED), []
    good = np.array([mark[3] for system in peers for mark in marks[system].values()])
    for count in range(1, data.reference_count + 1):
        every = list(combinations(range(data.reference_count), count))
        values = []
        for chosen in drawn.sample(every, min(SUBSETS, len(every))):
            own = ReferenceSet(data.sources, [data.references[number] for number in chosen], language=ENGLISH)
            scores = {system: values_of(metric, own, outputs) for system, outputs in peers.items()}
            read = np.array([scores[system][place] for system in peers for place in marks[system]])
            values.append(coefficient("spearman", read, good))
        found.append(float(np.mean(values)))
    return found


def against_table(data: ReferenceSet, peers: Mapping[str, Sequence[Text]], marks: Mapping[str, Marks]) -> Iterator[str]:
    """Yield Spearman's coefficients of metrics with what readers say, over the outputs of both peers."""
    rows = np.array([mark for system in peers for mark in marks[system].values()])
    yield f"| Spearman, {len(rows)} outputs | " + " | ".join(ASPECTS) + " |"
    yield "|---" * (len(ASPECTS) + 1) + "|"
    for name in AGAINST:
        scores = {system: values_of(_metric(name), data, outputs) for system, outputs in peers.items()}
        own = np.array([scores[system][place] for system in peers for place in marks[system]])
        cells = (f"{coefficient('spearman', own, column):+.2f}" for column in rows.T)
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def _metric(name: str) -> Metric:
    return parse_metric(name, {"tokenizer": "ptb", "case": "lc"})


def standalone(drawing: str) -> str:
    """Return a plot as a file of its own, on white."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" '
    begin, end, rest = drawing.partition(">")
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return head + begin.removeprefix("<svg ") + end + f"<style>{_STYLE}</style>" + ground + rest


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--print", "only_print", is_flag=True, help="Print; leave the files alone.")
def main(data: Path, only_print: bool) -> None:
    """Measure and write."""
    part = slice(HELD_OUT.start, HELD_OUT.stop)
    references = find_dataset(data / "turkcorpus" / "tune", language=ENGLISH).load(part)
    peers: dict[str, Sequence[Text]] = {
        name: read_lines(data / "peers" / "valid" / file)[part] for name, file in PEERS.items()
    }
    sources = read_lines(data / "turkcorpus" / "tune.truecase.src")[part]
    presets: dict[str, Sequence[Text]] = {}
    for preset in PRESETS:
        results = rewrite(load_preset("embedded", preset, **{"text.tokenised": True}), sources)
        presets[preset] = [result.text.rstrip("\n") for result in results]
    kept = read_kept(READ)
    marks = {name: marks_of(kept, name) for name in peers}
    systems: dict[str, Sequence[Text]] = {**peers, "unchanged": references.sources, **presets}
    metrics = [_metric(name) for name in METRICS]
    lines = [f"Measured on {datetime.date.today().isoformat()}.", ""]
    lines += [metric_table(metrics, references, systems)]
    lines += verdict_table(kept, [*peers, *PRESETS, "reference"])
    lines += against_table(references, peers, marks)
    grown = {name: by_references(name, references, peers, marks) for name in AGAINST[:2]}
    count = range(1, references.reference_count + 1)
    lines += [f"| Spearman with good, references: | {' | '.join(map(str, count))} |", "|---" * 9 + "|"]
    for name, values in grown.items():
        lines.append(f"| {name} | {' | '.join(f'{value:+.2f}' for value in values)} |")
    text = "\n".join(lines) + "\n"
    click.echo(text)
    if only_print:
        return
    write_measured(DOCUMENT, text, "read")
    groups = []
    for name, outputs in peers.items():
        bleu, sari = (values_of(_metric(one), references, outputs) for one in ("sentence-bleu", "sari-paper"))
        groups.append(Cloud(name, list(zip(bleu.tolist(), sari.tolist(), strict=True))))
    drawing = clouds("BLEU against SARI", "sentence-bleu", "sari-paper", groups, most=1000)
    write_text(DOCUMENT.with_name("variants_bleu_sari.svg"), standalone(drawing))
    points = [
        Point(number, value, name if number == count[-1] else "")
        for name, values in grown.items()
        for number, value in zip(count, values, strict=True)
    ]
    drawing = scatter("Agreement by number of references", "references", "Spearman with good", points, 4)
    write_text(DOCUMENT.with_name("variants_references.svg"), standalone(drawing))


if __name__ == "__main__":
    main()
