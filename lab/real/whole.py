"""Measure settings of a model on published sentences whose every change has a mark: what is changed, and how well.

    python -m lab.real.whole --part dev --set selection.risk=0.05 --set selection.risk=0.1 --unmarked new.tsv

Each ``--set`` is a row of the table; commas separate several settings of one row. A change is looked up by what it
alone makes of its sentence. Changes without a mark are counted, and with ``--unmarked`` written as candidates for
judges (``lab.real.marks draw``): the table is only as good as they are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from lab.real.candidates import COLUMNS, MADE, RealCandidate
from simplifier import Simplifier
from simplifier.base.errors import SimplifierError
from simplifier.base.writing import write_text
from simplifier.cli.settings import read_settings
from simplifier.evaluation.collection import STANDING
from simplifier.evaluation.published import MarkedChange, marked_changes, published_sentences
from simplifier.record.edits import Edit
from simplifier.record.result import Result
from simplifier.text.restructuring import smallest_change

__all__ = ["alone", "outcome_of"]

#: The least mean grade of a change that makes its sentence easier, and clearly easier.
EASIER: Final = 1.0
CLEARLY: Final = 1.5


def alone(source: str, edits: Iterable[Edit]) -> str:
    """Return what some edits, in order, make of a text."""
    pieces, at = [], 0
    for edit in edits:
        pieces += [source[at : edit.start], edit.target]
        at = edit.end
    return "".join([*pieces, source[at:]])


def outcome_of(changes: Sequence[MarkedChange | None]) -> str:
    """Return what became of a changed sentence, by the marks of its changes, None for one without.

    Returns:
        ``bad``, ``unmarked``, ``clearly easier``, ``easier`` or ``no easier``, the first that holds.
    """
    known = [one for one in changes if one is not None]
    if any(one.mark not in STANDING for one in known):
        return "bad"
    if len(known) < len(changes):
        return "unmarked"
    most = max((one.help for one in known), default=0.0)
    return "clearly easier" if most >= CLEARLY else "easier" if most >= EASIER else "no easier"


def _by_text() -> dict[tuple[str, str], MarkedChange]:
    """Return the marked changes, by their sentence and what they alone make of it."""
    sentences = published_sentences()
    found = {}
    for one in marked_changes():
        text = sentences[one.id].text
        found[one.id, text[: one.start] + one.target + text[one.end :]] = one
    return found


def _changes(result: Result) -> Iterator[tuple[str, float | None, str]]:
    for change in result.changes:
        first = change.edits[0]
        yield alone(result.source, change.edits), first.probability, str(first.kind)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option(
    "--config", type=click.Path(path_type=Path), help="Configuration of the model; default: the embedded one."
)
@click.option("--part", default="dev", show_default=True)
@click.option("--set", "columns", multiple=True, default=("",), help="Settings of one column: KEY=VALUE,KEY=VALUE.")
@click.option("--unmarked", type=click.Path(path_type=Path), help="Write the changes without a mark here.")
def main(config: Path | None, part: str, columns: tuple[str, ...], unmarked: Path | None) -> None:
    """Run from the command line."""
    try:
        sentences = [one for one in published_sentences().values() if one.part == part]
        marks = _by_text()
        missing: dict[tuple[str, int, int, str], RealCandidate] = {}
        click.echo("| settings | changed | bad of changed | unmarked | easier of all | clearly | f; h; bad; unmarked |")
        click.echo("|---|---|---|---|---|---|---|")
        for column in columns:
            settings = read_settings(tuple(filter(None, column.split(","))))
            simplifier = Simplifier.load(config, overrides=settings)
            results = list(simplifier.simplify_many([one.text for one in sentences]))
            changes, outcomes = Counter[str](), Counter[str]()
            for one, result in zip(sentences, results, strict=True):
                own = []
                for text, probability, kind in _changes(result):
                    own.append(marks.get((one.id, text)))
                    place = smallest_change(one.text, text)
                    if own[-1] is None and place is not None:
                        stands = -1.0 if probability is None else probability
                        missing[one.id, *place] = RealCandidate(one.id, *place, kind, MADE, stands, -1.0)
                marked = ["unmarked" if found is None else found.mark for found in own]
                changes.update("bad" if mark not in (*STANDING, "unmarked") else mark for mark in marked)
                if own:
                    outcomes[outcome_of(own)] += 1
            total, clearly = outcomes.total(), outcomes["clearly easier"]
            shares = (
                (total, len(sentences)),
                (outcomes["bad"], total),
                (outcomes["unmarked"], total),
                (outcomes["easier"] + clearly, len(sentences)),
                (clearly, len(sentences)),
            )
            told = " | ".join(f"{number} ({100 * number / max(whole, 1):.1f} %)" for number, whole in shares)
            counts = "; ".join(str(changes[mark]) for mark in ("f", "h", "bad", "unmarked"))
            click.echo(f"| {column or 'as it is'} | {told} | {counts} |")
        if unmarked is not None:
            write_text(unmarked, "".join(("\t".join(COLUMNS) + "\n", *(one.line() for one in missing.values()))))
            click.echo(f"{len(missing)} changes without a mark -> {unmarked}")
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


if __name__ == "__main__":
    main()
