"""Sheets on which graders say how much a change that fits helps a reader, and their grades.

    python -m lab.real.gains draw FOLDER --part train --sentences 2500 --seed 1
    python -m lab.real.gains check FOLDER/sheets/1_01.tsv 1_01.answer.tsv
    python -m lab.real.gains keep answers/*.answer.tsv

All changes with the mark ``f`` of a drawn sentence are graded, from 0 (no real difference) to 2 (clearly easier), as
``instructions/grading.md`` of the data says. The grades stand beside the marks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from lab.real.candidates import RealCandidate
from lab.real.marks import Drawn, changes_row, sheet_lines
from lab.real.pack import write_packed
from simplifier.base.errors import FormatError, InputError, SimplifierError
from simplifier.base.reading import text_lines
from simplifier.base.writing import write_text
from simplifier.evaluation.published import (
    CHANGES,
    GRADES,
    marked_changes,
    published_file,
    published_sentences,
)

__all__ = ["read_grades"]

_KEY: Final = "key.tsv"


def read_grades(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and the grade of each line of a grader's answer.

    Raises:
        FormatError: a line is something else.
    """
    for number, line in enumerate(text_lines(path), 1):
        name, _, grade = line.partition("\t")
        if line.strip() and not (name.isdecimal() and grade.strip() in GRADES):
            raise FormatError(path, f"expected a number, a tab and one of {' '.join(GRADES)}; got {line!r}", number)
        if line.strip():
            yield int(name), grade.strip()


def _read_key(folder: Path) -> dict[int, tuple[str, ...]]:
    rows = [line.split("\t") for line in text_lines(folder / _KEY)]
    return {int(row[0]): tuple(row[1:]) for row in rows}


@click.group(help=(__doc__ or "").split("\n\n")[0])
def main() -> None:
    """Run from the command line."""


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--part", required=True)
@click.option("--sentences", "wanted", default=0, help="Number of sentences; 0 for all.")
@click.option("--seed", required=True, type=int)
@click.option("--sheets", "rounds", default=1, show_default=True, help="How many graders read each change.")
def draw(folder: Path, part: str, wanted: int, seed: int, rounds: int) -> None:
    """Write sheets of the changes that fit, and their key."""
    try:
        sentences = published_sentences()
        fitting = [one for one in marked_changes() if one.mark == "f" and sentences[one.id].part == part]
        names = sorted({one.id for one in fitting})
        random.Random(seed).shuffle(names)
        chosen = frozenset(names[: wanted or None])
        drawn = [
            Drawn(number, RealCandidate(*one[:6], one.stands, -1.0))
            for number, one in enumerate((one for one in fitting if one.id in chosen), 1)
        ]
        (folder / "sheets").mkdir(parents=True, exist_ok=True)
        texts = {name: one.text for name, one in sentences.items()}
        for name in range(1, rounds + 1):
            for number, lines in enumerate(sheet_lines(drawn, texts, random.Random(f"{part} {seed} {name}")), 1):
                write_text(folder / "sheets" / f"{name}_{number:02}.tsv", "\n".join(lines[1:]) + "\n")
        rows = ("\t".join((str(one.number), *map(str, one.change[:4]))) + "\n" for one in drawn)
        write_text(folder / _KEY, "".join(rows))
        click.echo(f"{len(drawn)} changes of {len(chosen)} sentences")
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


@main.command()
@click.argument("sheet", type=click.Path(path_type=Path))
@click.argument("answer", type=click.Path(path_type=Path))
def check(sheet: Path, answer: Path) -> None:
    """Print what is wrong with a grader's answer; exit with 1 if anything is."""
    try:
        wanted = {int(line.partition("\t")[0]) for line in text_lines(sheet) if line[:1].isdecimal() and "\t" in line}
        found = Counter(number for number, _ in read_grades(answer))
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    wrong = [f"{one} is missing" for one in sorted(wanted - found.keys())]
    wrong += [f"{one} is not on the sheet" for one in sorted(found.keys() - wanted)]
    wrong += [f"{one} comes {count} times" for one, count in found.items() if count > 1]
    click.echo("\n".join([*wrong[:20], f"{len(found)} grades, {len(wrong)} faults"]))
    raise SystemExit(1 if wrong else 0)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("answers", nargs=-1, required=True, type=click.Path(path_type=Path))
def keep(folder: Path, answers: tuple[Path, ...]) -> None:
    """Put the grades beside the marks."""
    try:
        key = _read_key(folder)
        rows = {tuple(map(str, one[:4])): one for one in marked_changes()}
        grades: dict[tuple[str, ...], str] = {}
        for path in sorted(answers):
            for number, grade in read_grades(path):
                if number not in key or key[number] not in rows:
                    raise InputError(f"{path}: {number} is no marked change of {folder / _KEY}")
                grades[key[number]] = grades.get(key[number], "") + grade
        for place, own in grades.items():
            rows[place] = rows[place]._replace(grades=own)
        write_packed(published_file("changes"), CHANGES, [changes_row(one) for one in sorted(rows.values())])
        counts = Counter("".join(grades.values()))
        click.echo(f"{len(grades)} changes graded: {', '.join(f'{one}: {counts[one]}' for one in GRADES)}")
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


if __name__ == "__main__":
    main()
