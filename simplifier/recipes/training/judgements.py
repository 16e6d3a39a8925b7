"""Count what readers said of each pair anew, after edits were judged, in a packed rule table.

    simplifier train judgements simplifier/models/en/rules.table --output rules.table

A build computes these features with all others (docs/build/own_model.md); this takes seconds.
"""

from __future__ import annotations

from pathlib import Path

import click

from simplifier.base.terminal import failures_told
from simplifier.languages import language_named
from simplifier.recipes.data.marked_edits import marked_edits
from simplifier.rules.tables.judging import judge_table
from simplifier.rules.tables.table import open_table
from simplifier.tuning.boosting.judged import judgements_of


@click.command()
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--language", default="en", show_default=True, help="Language of the table.")
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(table: Path, language: str, output: Path) -> None:
    """Write TABLE with the judgements of its pairs counted anew."""
    with failures_told():
        # Two folds: none of the edits only measures.
        counts = judgements_of(marked_edits(2, language), language_named(language))
        rules = judge_table(open_table(table), output, counts)
    click.echo(f"{output}: {rules:,} rules")
