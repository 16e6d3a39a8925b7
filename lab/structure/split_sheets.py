#!/usr/bin/env python3
"""Draw splits for strict readers, including doubtful ones, and keep their marks.

    python -m lab.structure.split_sheets draw DATA FOLDER --name r3 --sheets 8 --each 300
    python -m lab.structure.split_sheets keep FOLDER FOLDER/verdict*.tsv

``draw`` writes the sheets FOLDER/sheet1.tsv and so on (id, sentence, its split), which readers mark as
simplifier/evaluation/data/en/instructions/structure.md says, and FOLDER/key.tsv, which they must not see. If the model
has trees that judge splits, only splits with a probability between ``--least`` and ``--most`` are drawn, and any splits
of rules that nobody has judged. Other names of the draw take other sentences. ``keep`` adds the marks to
simplifier/evaluation/data/en/splits.tsv.xz. A reader's file has a line for each pair: id, TAB, mark, and optionally TAB
and a note.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import click

from simplifier.base.errors import FormatError
from simplifier.base.reading import text_lines
from simplifier.base.terminal import failures_told, progress
from simplifier.base.writing import write_text
from simplifier.config import load_config
from simplifier.languages.structure.plans import Plan
from simplifier.recipes.training.judged_splits import (
    MARKS,
    OWN,
    KeptSplit,
    digest,
    read_splits,
    splits_file,
    text_of,
    write_splits,
)
from simplifier.recipes.training.restructuring import Restructurer

#: Share (0 to 1) of the splits that comes from each text.
SHARES: Final[Mapping[str, float]] = {
    "wikisplit": 0.33,
    OWN: 0.28,
    "enwiki_59m": 0.2,
    "medquad": 0.08,
    "wikinews": 0.06,
    "openstax_philschatz": 0.03,
    "simpa_lexical": 0.02,
}
#: Number of sentences that are tried for each split to draw; limits of their length, in characters.
LOOKED_AT, SHORTEST, LONGEST = 14, 60, 420
_SPACED: Final = re.compile(r" ([,.;:!?%)\]]|'s\b|n't\b|'re\b|'ve\b|'ll\b|'d\b|')(?= |$)")


@click.group()
def main() -> None:
    """Draw splits for readers, and keep their marks."""


@main.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", required=True, help="Name of the draw, with which ids begin.")
@click.option("--sheets", default=8, show_default=True)
@click.option("--each", default=300, show_default=True, help="Splits on a sheet.")
@click.option("--least", default=0.2, show_default=True, help="Least probability that a split stands.")
@click.option("--most", default=0.97, show_default=True, help="Greatest probability.")
@failures_told()
def draw(data: Path, folder: Path, name: str, sheets: int, each: int, least: float, most: float) -> None:
    """Write blind sheets and their key."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(name)
    restructurer = Restructurer(load_config(None, {}))
    known = {row.place for row in read_splits()}
    drawn: list[tuple[KeptSplit, bool]] = []
    for text, share in SHARES.items():
        wanted = round(share * sheets * each)
        drawn += _of_text(restructurer, data, text, wanted, (least, most), known, chance)
    chance.shuffle(drawn)
    rows = [(row._replace(id=f"{name}-{number:04d}"), spaced) for number, (row, spaced) in enumerate(drawn, 1)]
    write_text(folder / "key.tsv", "".join("\t".join(row) + "\n" for row, _ in rows))
    for sheet in range(sheets):
        lines = [
            f"{row.id}\t{_readable(row.before, spaced)}\t{_readable(row.after, spaced)}\n"
            for row, spaced in rows[sheet::sheets]
        ]
        write_text(folder / f"sheet{sheet + 1}.tsv", "".join(lines))
    click.echo(f"{len(rows)} splits in {sheets} sheets: {folder}")


def _of_text(
    restructurer: Restructurer,
    data: Path,
    text: str,
    wanted: int,
    bounds: tuple[float, float],
    known: set[str],
    chance: random.Random,
) -> Iterator[tuple[KeptSplit, bool]]:
    """Yield splits of one text, at most one for each sentence; rare rules are drawn more often than they occur."""
    texts, spaced = text_of(data, text)
    places = [place for place, line in texts.items() if SHORTEST < len(line) < LONGEST and place not in known]
    places = chance.sample(places, min(len(places), wanted * LOOKED_AT))
    names = frozenset(rule.entry.name for rule in restructurer.structure.rules if rule.entry.kind == "split")
    found: list[tuple[str, str, list[tuple[Plan, str]]]] = []
    parsed = restructurer.parsed([texts[place] for place in places], spaced)
    with progress(len(places), text) as bar:
        for place, (sentence, tree) in zip(places, parsed, strict=True):
            plans = restructurer.judged(tree, restructurer.structure.plans(tree, names, doubtful=True))
            own = [(one, restructurer.text(sentence, one)) for one in plans if _is_wanted(one, bounds)]
            if own:
                found.append((place, sentence.text, own))
            bar()
    met = Counter(_rule(plan) for _, _, own in found for plan, _ in own)
    rows = []
    for place, before, own in found:
        weights = [met[_rule(plan)] ** -0.5 for plan, _ in own]
        (number,) = chance.choices(range(len(own)), weights)
        plan, after = own[number]
        doubts = " ".join(sorted(plan.proposals[-1].doubts))
        row = KeptSplit("", place, _rule(plan), doubts, "", digest(after), before, after)
        # Sorting by u^(1/weight), with u uniform, draws without replacement in proportion to the weights.
        rows.append((chance.random() ** (1 / weights[number]), row))
    rows.sort(reverse=True)
    yield from ((row, spaced) for _, row in rows[:wanted])


def _is_wanted(plan: Plan, bounds: tuple[float, float]) -> bool:
    unread = plan.proposals[-1].rule.entry.judged == 0
    return plan.judged is None or unread or bounds[0] <= plan.judged <= bounds[1]


def _rule(plan: Plan) -> str:
    return plan.proposals[-1].rule.entry.name


def _readable(text: str, spaced: bool) -> str:
    """Return a text without the spaces that tokenisation put around its punctuation."""
    if not spaced:
        return text
    text = re.sub(r"([(\[$£]) ", r"\1", _SPACED.sub(r"\1", text)).replace(" - ", "-")
    return re.sub(r"'' ([^']*?) ?''", r'"\1"', text)


@main.command("keep")
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.argument("readers", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
@failures_told()
def keep_verdicts(folder: Path, readers: tuple[Path, ...]) -> None:
    """Add marks to those that are kept; a split that is there already gets further marks."""
    marks: defaultdict[str, str] = defaultdict(str)
    for reader in readers:
        for number, line in enumerate(text_lines(reader), 1):
            place, _, rest = line.partition("\t")
            mark = rest.partition("\t")[0].strip()
            if len(mark) != 1 or mark not in MARKS:
                raise FormatError(reader, f"{mark!r} is none of {', '.join(MARKS)}", number)
            marks[place] += mark
    drawn = {row.id: row for row in (KeptSplit(*line.split("\t")) for line in text_lines(folder / "key.tsv"))}
    if unknown := sorted(marks.keys() - drawn.keys()):
        raise FormatError(folder / "key.tsv", f"{unknown[0]!r} has a mark but is not among the splits")
    rows = {row.id: row for row in read_splits()}
    for name, given in marks.items():
        row = rows.get(name, drawn[name])
        rows[name] = row._replace(marks=row.marks + given)
    write_splits(splits_file(), rows.values())
    click.echo(f"{len(marks)} marked, {len(rows)} kept")


if __name__ == "__main__":
    main()
