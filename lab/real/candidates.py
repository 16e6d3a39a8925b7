"""List the changes that the program makes or could make in published sentences, with what stops each.

    python -m lab.real.candidates sentences.tsv --output candidates.tsv

Sentences are those of ``lab.real.draw``. Words and phrases are those that the explanation of a sentence names: made,
beside what was made, and stopped. Of structure, every proposal of a rule is listed, doubtful ones too, with the
probability that a reader lets it stand. A candidate is one change to one stretch of the sentence: what structural rules
make of it is told by the smallest stretch of whole words that differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import click

from simplifier import Simplifier
from simplifier.base.errors import FormatError, SimplifierError
from simplifier.base.reading import text_lines
from simplifier.base.terminal import progress
from simplifier.base.writing import write_text
from simplifier.config import load_config
from simplifier.core import FeatureName
from simplifier.evaluation.published import SENTENCES, rows_of
from simplifier.recipes.training.restructuring import Restructurer
from simplifier.record.explanation import Candidate, Explanation
from simplifier.record.reasons import ReasonKind
from simplifier.text.restructuring import smallest_change

__all__ = ["COLUMNS", "MADE", "RealCandidate", "candidate_of", "read_candidates"]

COLUMNS: Final = ("id", "start", "end", "target", "by", "stopped", "stands", "helps")
#: What stands in the column ``stopped`` of a change that is made.
MADE: Final = "made"
#: The kinds of structural rules that are listed.
_KINDS: Final = frozenset({"split", "reword", "shorten"})


class RealCandidate(NamedTuple):
    """A change of a published sentence that somebody proposes.

    Attributes:
        id: the id of the sentence.
        start: first character that it replaces.
        end: after the last one; equal to ``start`` if words are only put in.
        target: what would stand there; empty for a deletion.
        by: who proposes it: ``table``, the names of structural rules, or an editor.
        stopped: what stopped it: `MADE`, a kind of reason, ``helps`` where it is sure enough but helps too little,
            ``together`` where the risks of the sentence add up; empty where nothing decided.
        stands: the probability that an editor lets it stand; -1 if nothing judges it.
        helps: the probability that it stands and makes the sentence easier; -1 if nothing judges it.
    """

    id: str
    start: int
    end: int
    target: str
    by: str
    stopped: str
    stands: float
    helps: float

    def line(self) -> str:
        """Return the candidate as a line of the file."""
        return "\t".join((*map(str, self[:6]), f"{self.stands:.4f}", f"{self.helps:.4f}")) + "\n"


def candidate_of(row: list[str]) -> RealCandidate:
    """Return a candidate from the fields of its line."""
    name, start, end, target, by, stopped, stands, helps = row
    return RealCandidate(name, int(start), int(end), target, by, stopped, float(stands), float(helps))


def read_candidates(path: Path) -> list[RealCandidate]:
    """Return the candidates of a file.

    Raises:
        FormatError: the file is another one.
    """
    rows = [line.split("\t") for line in text_lines(path)]
    if not rows or tuple(rows[0]) != COLUMNS or any(len(row) != len(COLUMNS) for row in rows):
        raise FormatError(path, f"expected the columns {', '.join(COLUMNS)}, as lab.real.candidates writes them")
    return [candidate_of(row) for row in rows[1:]]


def _of_words(name: str, explained: Explanation) -> Iterator[RealCandidate]:
    for one in explained.changed:
        # Decided by the document or the user: nothing judged it.
        harm = one.edit.features.get(FeatureName.SelectionHarm)
        helps = one.edit.features.get(FeatureName.SelectionGain, -1.0)
        stands = -1.0 if harm is None else 1.0 - harm
        yield RealCandidate(name, *one.place, one.edit.target, "table", MADE, stands, helps)
        for other in one.runners_up:
            yield _stopped(name, other)
    for phrase in explained.kept:
        for other in phrase.candidates:
            yield _stopped(name, other)


def _stopped(name: str, one: Candidate) -> RealCandidate:
    stands = -1.0 if one.stands is None else one.stands
    helps = -1.0 if one.helps is None else one.helps
    return RealCandidate(name, *one.place, one.target, "table", _stop(one), stands, helps)


def _stop(one: Candidate) -> str:
    """Return what stopped a candidate; the three ways to be doubtful are told apart."""
    if one.reason.kind is not ReasonKind.DOUBTFUL:
        return str(one.reason.kind)
    if "together" in one.reason.text:
        return "together"
    return "helps" if "too little" in one.reason.text else str(ReasonKind.DOUBTFUL)


def _of_structure(rows: list[tuple[str, str]]) -> Iterator[RealCandidate]:
    restructurer = Restructurer(load_config(None, {}))
    names = frozenset(rule.entry.name for rule in restructurer.structure.rules if rule.entry.kind in _KINDS)
    parsed = restructurer.parsed([text for _, text in rows])
    for (name, text), (sentence, tree) in zip(rows, parsed, strict=True):
        for plan in restructurer.judged(tree, restructurer.structure.plans(tree, names, doubtful=True)):
            place = smallest_change(text, restructurer.text(sentence, plan))
            if place is not None:
                by = "; ".join(dict.fromkeys(one.rule.entry.name for one in plan.proposals))
                yield RealCandidate(name, *place, by, "", plan.stands, -1.0)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("sentences", type=click.Path(path_type=Path))
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(sentences: Path, output: Path) -> None:
    """Run from the command line."""
    try:
        rows = [(row[0], row[5]) for row in rows_of(sentences, SENTENCES)]
        simplifier = Simplifier.load(overrides={"structure.split": "off", "structure.reword": "off"})
        found: dict[tuple[str, int, int, str], RealCandidate] = {}
        with progress(len(rows), "sentences") as advance:
            for name, text in rows:
                own = simplifier.explain(text).sentences
                if len(own) == 1 and own[0].source == text and own[0].explanation is not None:
                    for one in _of_words(name, own[0].explanation):
                        found.setdefault(one[:4], one)
                advance()
        for one in _of_structure(rows):
            found.setdefault(one[:4], one)
        write_text(output, "".join(("\t".join(COLUMNS) + "\n", *(one.line() for one in found.values()))))
        click.echo(f"{len(found)} candidates in {len(rows)} sentences -> {output}")
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


if __name__ == "__main__":
    main()
