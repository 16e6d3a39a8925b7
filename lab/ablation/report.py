#!/usr/bin/env python3
"""Tune and measure the model with one part left out or changed at a time, and print the tables.

    python -m lab.ablation.report DATA --build .work/model --work .work/ablation

The reference model is tuned on the first 1,500 TurkCorpus tuning sentences (configs/tune-ablation.toml). Each row
starts from its weights, is tuned further on the same sentences (configs/tune-ablation-rows.toml), and is measured on
the last 500, which give no weights and choose no iteration.

The result of a row is a file in the work folder. A row with a result is not run again, so several calls with --row can
share the work.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import click

from lab.ablation.rows import ROWS, SECTIONS, Row
from lab.ablation.run import HELD_OUT, METRICS, ORACLE_SIZE, RECIPES, Ablation
from lab.printing import OUTPUT, tell
from simplifier.base.errors import ConfigError, SimplifierError, nearest
from simplifier.base.reading import read_lines, read_text
from simplifier.base.terminal import progress, say
from simplifier.evaluation.datasets import find_dataset
from simplifier.evaluation.metrics import ReferenceSet, metric_of_tokens
from simplifier.evaluation.significance import Comparison, compare
from simplifier.languages import language_named
from simplifier.recipes.recipe import load_recipe
from simplifier.text import words

ENGLISH: Final = language_named("en")
OBJECTIVE: Final = "0.5*sari-paper + 0.5*sari-easse"
SAMPLES: Final = 2000
LEVEL: Final = 0.05


def references_of(data: Path) -> ReferenceSet:
    """Return the last 500 sentences with their references, as decoder forms."""
    dataset = find_dataset(data / "turkcorpus" / "tune", language=ENGLISH)
    source, *references = [
        [" ".join(words(line)) for line in read_lines(path)[-HELD_OUT:]]
        for path in (dataset.source, *dataset.references)
    ]
    return ReferenceSet(source, references, language=ENGLISH)


def against(row: dict[str, Any], reference: dict[str, Any], data: ReferenceSet) -> Comparison:
    """Compare the outputs of a row with those of the reference row, by the metric to which both were tuned."""
    metric = metric_of_tokens(OBJECTIVE)
    return compare(
        metric,
        metric.statistics(row["outputs"], data),
        metric.statistics(reference["outputs"], data),
        samples=SAMPLES,
    )


def markdown(results: dict[str, dict[str, Any]], data: ReferenceSet) -> str:
    """Return the tables of all rows that are done in Markdown, one for each section."""
    lines: list[str] = []
    for section, title in SECTIONS.items():
        rows = [row for row in ROWS if row.section == section and row.name in results]
        if not rows:
            continue
        lines += [
            f"### {title}",
            "",
            "| model | rules | " + " | ".join(METRICS) + f" | changed, % | edits | oracle of {ORACLE_SIZE:,} "
            "| difference | p |",
            "|---" * (len(METRICS) + 7) + "|",
            *(_line(row, results, data) for row in rows),
            "",
        ]
    signatures = [str(metric_of_tokens(name).signature(data)) for name in METRICS]
    done = sum(row.name in results for row in ROWS)
    lines += [
        f"{datetime.date.today().isoformat()}, {done} of {len(ROWS)} rows, {HELD_OUT} sentences. Rules: "
        "those that can apply to one of the 2,000 sentences. Edits: changed rules in a sentence. Oracle: "
        "mean sari-paper of the best of the list. Difference: mean of sari-paper and sari-easse against the "
        f"reference row, with the p-value of the paired bootstrap ({SAMPLES:,} samples); bold below {LEVEL}.",
        "",
        *(f"    {signature}" for signature in signatures),
    ]
    return "\n".join(lines) + "\n"


def _line(row: Row, results: dict[str, dict[str, Any]], data: ReferenceSet) -> str:
    result = results[row.name]
    cells = [row.title, f"{result['rules']:,}"]
    cells += [f"{result['scores'][name]:.2f}" for name in METRICS]
    cells += [f"{result['changed']:.0f}", f"{result['edits']:.2f}", f"{result['oracle']:.2f}"]
    reference = results.get("full")
    if reference is None or row.name == "full":
        cells += ["", ""]
    else:
        found = against(result, reference, data)
        mark = "**" if found.p_bootstrap < LEVEL else ""
        cells += [f"{mark}{found.difference:+.2f}{mark}", f"{found.p_bootstrap:.3f}"]
    return "| " + " | ".join(cells) + " |"


def _chosen(names: Iterable[str]) -> list[Row]:
    known = {row.name: row for row in ROWS}
    for name in names:
        if name not in known:
            raise ConfigError(f"no row {name!r}{nearest(name, known)}; the rows are {', '.join(known)}")
    return [known[name] for name in names] or [row for row in ROWS if not row.config]


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--build",
    default=".work/model",
    show_default=True,
    type=click.Path(exists=True, path_type=Path),
    help="Work folder of configs/recipes/en.toml.",
)
@click.option("--work", default=".work/ablation", show_default=True, type=click.Path(path_type=Path))
@click.option("--wordnet", type=click.Path(exists=True, path_type=Path), help="Folder of WordNet's files.")
@click.option(
    "--row",
    "names",
    multiple=True,
    help="Only this row; repeatable. The row research runs only if named.",
)
@click.option("--collect", is_flag=True, help="Run no rows; print the tables of the finished ones.")
@OUTPUT
def main(
    data: Path,
    build: Path,
    work: Path,
    wordnet: Path | None,
    names: tuple[str, ...],
    collect: bool,
    output: Path | None,
) -> None:
    """Run the rows that are missing, and print the tables."""
    work.mkdir(parents=True, exist_ok=True)

    try:
        given = {} if wordnet is None else {"lists.wordnet": str(wordnet.resolve())}
        recipes = load_recipe(RECIPES / "en.toml"), load_recipe(RECIPES / "research.toml", given)
        ablation = Ablation(data, build, work, *recipes, say)
        missing = [row for row in _chosen(names) if not ablation.result_file(row).exists()]
        chosen = [] if collect else missing
        with progress(len(chosen), "rows") as advance:
            for row in chosen:
                ablation.run(row)
                advance()
        results = {
            row.name: json.loads(read_text(ablation.result_file(row)))
            for row in ROWS
            if ablation.result_file(row).exists()
        }
        text = markdown(results, references_of(data))
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    tell(text, output)


if __name__ == "__main__":
    main()
