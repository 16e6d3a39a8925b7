"""`simplifier report`: an evaluation as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from simplifier.base.errors import ConfigError
from simplifier.base.writing import open_output
from simplifier.cli.evaluate import VariadicCommand, named_files, read_systems, warn_of
from simplifier.cli.settings import NamedFile, language_option, line_range

__all__ = ["report_command"]

_FILE = NamedFile()
#: The metric by which sentences are scored; it always comes first.
_LEADING: Final = "sari-paper"
_OTHERS: Final = (
    "sari-easse",
    "fkbleu",
    "bleu",
    "fkgl",
    "compression",
    "splits",
    "copies",
    "additions",
    "deletions",
)


@click.command("report", cls=VariadicCommand)
@click.option("--source", type=_FILE, help="Source sentences, one a line.")
@click.option("--references", type=_FILE, multiple=True, help="Reference files, one or more.")
@click.option("--dataset", type=_FILE, help="In place of both: a folder with X.src and X.ref*, or folder/X.")
@click.option("--system", "systems", multiple=True, help="A system's output: FILE or NAME=FILE; repeatable.")
@click.option("--output", type=_FILE, help="Write the page here.  [default: standard output]")
@click.option("--title", default="Evaluation", show_default=True, help="Heading of the page.")
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help=f"Metrics beside {_LEADING}.  [default: {', '.join(_OTHERS)}]",
)
@click.option("--lines", help="Use these lines only: FIRST-LAST, counted from 1.")
@click.option("--baseline", help="The system to compare the others with.  [default: the first]")
@click.option("--samples", default=1000, show_default=True, help="Resamples of the tests; 0 for no tests.")
@click.option("--confidence", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", default=12345, show_default=True, help="Seed of the tests.")
@language_option
def report_command(
    source: Path | None,
    references: tuple[Path, ...],
    dataset: Path | None,
    systems: tuple[str, ...],
    output: Path | None,
    title: str,
    metrics: tuple[str, ...],
    lines: str | None,
    baseline: str | None,
    samples: int,
    confidence: float,
    seed: int,
    language: str,
) -> None:
    """Write a page that measures the outputs of one or more systems.

    The page has scores with intervals and signatures, also for the unchanged sources and, if there are two or
    more, for the references; groups of sentences, comparisons, plots, best and worst sentences. All files are
    UTF-8, one sentence a line; line i of every file belongs to the same sentence.
    """
    import dataclasses

    from simplifier.evaluation.metrics import parse_metric
    from simplifier.evaluation.page.evaluation_page import evaluation_page
    from simplifier.evaluation.systems import Resampling, evaluate, references_against_the_rest

    if (dataset is None) == (source is None):
        raise ConfigError("give --source and --references, or --dataset; one of the two")
    if dataset is None and not references:
        raise ConfigError("the report needs references; give --references FILE, one or more")
    if not systems:
        raise ConfigError("nothing to report on; give --system NAME=FILE")
    parsed = [parse_metric(metric) for metric in (_LEADING, *(metrics or _OTHERS))]
    chosen = list({metric.name: metric for metric in parsed}.values())
    named = named_files(systems, "--system")
    if "references" in named:
        raise ConfigError("--system references=FILE: the references have a row of this name; choose another")
    data, outputs = read_systems(dataset, source, references, named, True, line_range(lines), language)
    with open_output(output) as stream:
        warnings = warn_of(data, {str(path): outputs[name] for name, path in named.items()}, chosen)
        first = baseline or next(iter(named))
        result = evaluate(chosen, data, outputs, first, Resampling(samples, confidence, seed))
        if data.reference_count > 1:
            row = references_against_the_rest(chosen, data)
            result = dataclasses.replace(result, rows=(*result.rows, row))
        stream.write(evaluation_page(result, data, outputs, warnings, title).encode("utf-8"))
