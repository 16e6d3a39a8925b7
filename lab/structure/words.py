#!/usr/bin/env python3
"""Count the words of a sentence of office prose before and after rewriting, under four settings.

    python -m lab.structure.words
    python -m lab.structure.words --data DATA

The settings are: words alone, with rewordings, the default, and the default with `--shorten`. The texts are our own
sentences of offices (parts `dev` and `train`) and, with DATA, those of SimPA. A row for each text and setting has the
mean number of words of a source sentence, of its output and of a new sentence, and the shares of source sentences that
were reworded in place, split, and shortened.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from simplifier import Simplifier
from simplifier.base.reading import text_lines
from simplifier.evaluation.collection import domain_of, sentences
from simplifier.record.result import Result

#: Settings that override the model's, by their name in the table.
SETTINGS: Final[Mapping[str, Mapping[str, object]]] = {
    "words alone": {"structure.split": "off", "structure.reword": "off"},
    "and rewordings": {"structure.split": "off"},
    "the default": {},
    "the default, `--shorten`": {"structure.shorten": True},
}


@click.command()
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Add SimPA.")
def main(data: Path | None) -> None:
    """Measure, and print a table."""
    texts = {f"office ({part})": _office(part) for part in ("dev", "train")}
    if data is not None:
        lines = text_lines(data / "parallel" / "simpa_lexical.tsv")
        texts["public administration (SimPA)"] = list(dict.fromkeys(line.split("\t")[0] for line in lines))
    click.echo("| text | sentences | setting | source | words | a new sentence | in place | split | shorter |")
    click.echo("|---|---|---|---|---|---|---|---|---|")
    for setting, changed in SETTINGS.items():
        simplifier = Simplifier.load(None, overrides=changed)
        for name, lines_of in texts.items():
            click.echo(_row(name, setting, lines_of, [simplifier.simplify(line) for line in lines_of]))


def _office(part: str) -> list[str]:
    return [one.source for one in sentences(part) if domain_of(one.id) == "office"]


def _row(name: str, setting: str, sources: list[str], results: list[Result]) -> str:
    """Return one row of the table; shares are of the lines of the source."""
    kinds = [{rule.kind for one in result.sentences for rule in one.rules} for result in results]
    new = sum(len(one.parts) for result in results for one in result.sentences)
    before = sum(len(source.split()) for source in sources)
    after = sum(len(result.text.split()) for result in results)
    shares = " | ".join(
        f"{100 * sum(kind in own for own in kinds) / len(sources):.1f} %" for kind in ("reword", "split", "shorten")
    )
    return (
        f"| {name} | {len(sources):,} | {setting} "
        f"| {before / len(sources):.2f} | {after / len(sources):.2f} | "
        f"{after / new:.2f} ({100 * (after / new * len(sources) / before - 1):+.1f} %) | {shares} |"
    )


if __name__ == "__main__":
    main()
