"""Marks of single changes in published sentences: draw the changes, make the readers' sheets, and keep the marks.

    python -m lab.real.marks draw candidates.tsv FOLDER --seed 1
    python -m lab.real.marks sure FOLDER 2 3 --known known.tsv
    python -m lab.real.marks again FOLDER 4 5 --answers answers
    python -m lab.real.marks check FOLDER/sheets/1_01.tsv 1_01.answer.tsv
    python -m lab.real.marks keep FOLDER answers/*.answer.tsv
    python -m lab.real.marks report --part test --part unseen

``draw`` takes changes by what stops them (`WANTED`) from the candidates of ``lab.real.candidates``, and some of the
editors' own edits, and makes the sheets of round 1. FOLDER/key.tsv says what each change is; readers must not see it.
``sure`` makes further rounds, each in another order, of the changes above `SURE`, with changes among them whose answers
are known. ``again`` makes rounds of the changes where the first reader and the program disagree strongly (`disagree`),
and of those that are known. ``keep`` adds the marks to those that are kept with the data and says how often readers,
and their majority, missed the known answers. ``report`` tells by what stopped them how many of the kept changes are
right.

A sheet has a line ``## sentence`` for each sentence and below it a line for each change: number, the words with their
neighbours, new words. A reader's answer has a line ``number TAB mark`` for each change; marks are those of
``simplifier/evaluation/data/en/instructions/judge.md``.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from lab.real.candidates import COLUMNS, MADE, RealCandidate, candidate_of, read_candidates
from lab.real.pack import write_packed
from simplifier.base.errors import FormatError, InputError, SimplifierError
from simplifier.base.reading import text_lines
from simplifier.base.writing import write_text
from simplifier.evaluation.blind.results import wilson
from simplifier.evaluation.collection import MARKS, PARTS, STANDING, UNSEEN, majority
from simplifier.evaluation.published import (
    CHANGES,
    MarkedChange,
    marked_changes,
    published_file,
    published_sentences,
    read_versions,
)

__all__ = ["SURE", "WANTED", "Wanted", "changes_row", "disagree", "draw", "sheet_lines"]

#: The least probability that a change stands from which it has three readers.
SURE: Final = 0.8
#: The most changes on a sheet.
SIZE: Final = 400
#: How many words are shown on either side of a change.
_NEIGHBOURS: Final = 3
#: What a candidate's column ``by`` says of a change whose answer is known.
_KNOWN: Final = "known"
_EDITORS: Final = frozenset({"word", "phrase", "noun-to-verb", "voice", "clause", "drop"})


class Wanted(NamedTuple):
    """How many changes are drawn of those that something stopped: ``least`` <= probability to stand < ``most``."""

    stopped: str
    least: float
    most: float
    number: int


#: What is drawn; all where there are fewer. What is not listed is not drawn.
WANTED: Final = (
    Wanted(MADE, -1, 2, 9000),
    Wanted("doubtful", 0.6, 2, 9000),
    Wanted("doubtful", 0.3, 0.6, 1500),
    Wanted("doubtful", 0, 0.3, 500),
    Wanted("helps", 0.8, 2, 9000),
    Wanted("helps", 0.6, 0.8, 800),
    Wanted("helps", 0.3, 0.6, 300),
    Wanted("together", 0, 2, 9000),
    Wanted("frame", 0.8, 2, 9000),
    Wanted("frame", 0.6, 0.8, 3000),
    Wanted("frame", 0.3, 0.6, 1800),
    Wanted("frame", 0, 0.3, 500),
    Wanted("reviewed", 0.8, 2, 9000),
    Wanted("reviewed", 0.6, 0.8, 700),
    Wanted("reviewed", 0.3, 0.6, 700),
    Wanted("reviewed", 0, 0.3, 500),
    Wanted("excluded", -1, 0, 400),
    Wanted("other", 0, 2, 500),
    Wanted("check", 0, 2, 9000),
    Wanted("name", 0, 2, 9000),
    Wanted("quoted", 0, 2, 9000),
    Wanted("", 0, 2, 9000),
)


class Drawn(NamedTuple):
    """A row of the key: the number of the change on the sheets, the change, and its answer if it is known."""

    number: int
    change: RealCandidate
    answer: str = ""


def draw(candidates: Sequence[RealCandidate], chance: random.Random) -> list[RealCandidate]:
    """Return what `WANTED` asks for, in a random order."""
    found: list[RealCandidate] = []
    for wanted in WANTED:
        own = [one for one in candidates if one.stopped == wanted.stopped and wanted.least <= one.stands < wanted.most]
        found += chance.sample(own, min(len(own), wanted.number))
    chance.shuffle(found)
    return found


def of_editors(number: int, chance: random.Random) -> list[RealCandidate]:
    """Draw edits of editors; what an edit makes necessary beside it is not made with it, as the page of judges says."""
    found = [
        RealCandidate(one, edit.start, edit.end, edit.new, f"editor {name}", "", -1.0, -1.0)
        for one, versions in read_versions(published_sentences()).items()
        for name, version in versions.items()
        for edit in version.edits
        if edit.kind in _EDITORS and edit.end > edit.start
    ]
    return chance.sample(found, min(number, len(found)))


def sheet_lines(drawn: Iterable[Drawn], texts: Mapping[str, str], chance: random.Random) -> Iterator[list[str]]:
    """Yield the lines of each sheet: whole sentences in a random order, their changes by place."""
    by_sentence: defaultdict[str, list[Drawn]] = defaultdict(list)
    for one in drawn:
        by_sentence[one.change.id].append(one)
    order = sorted(by_sentence)
    chance.shuffle(order)
    lines: list[str] = []
    size = 0
    for name in order:
        own = sorted(by_sentence[name], key=lambda one: (one.change.start, one.change.end, one.change.target))
        if size + len(own) > SIZE and size:
            yield lines
            lines, size = [], 0
        lines += ["", f"## {texts[name]}", *(_shown(one, texts[name]) for one in own)]
        size += len(own)
    if lines:
        yield lines


def _shown(one: Drawn, text: str) -> str:
    start, end = one.change.start, one.change.end
    before = re.search(rf"(?:\S+\s+){{0,{_NEIGHBOURS}}}\S*$", text[:start])
    after = re.match(rf"\S*(?:\s+\S+){{0,{_NEIGHBOURS}}}", text[end:])
    assert before is not None and after is not None
    return f"{one.number}\t{before[0]}«{text[start:end]}»{after[0]}\t{one.change.target}"


def changes_row(one: MarkedChange) -> tuple[str, ...]:
    """Return a marked change as a row of its file."""
    return (*map(str, one[:6]), f"{one.stands:.3f}", one.marks, one.grades)


def disagree(stands: float, marks: str) -> bool:
    """Return whether a single mark and the program disagree strongly about a change.

    Args:
        stands: the probability that the change stands, by the program; -1 if it has none.
        marks: the marks so far.
    """
    if len(marks) != 1 or stands < 0:
        return False
    return stands < 0.3 if marks in STANDING else stands > 0.7


def _texts() -> dict[str, str]:
    return {name: one.text for name, one in published_sentences().items()}


def _write_rounds(folder: Path, names: Iterable[str], drawn: Sequence[Drawn]) -> None:
    (folder / "sheets").mkdir(parents=True, exist_ok=True)
    texts = _texts()
    for name in names:
        sheets = [*sheet_lines(drawn, texts, random.Random(f"round {name}"))]
        for number, lines in enumerate(sheets, 1):
            write_text(folder / "sheets" / f"{name}_{number:02}.tsv", "\n".join(lines[1:]) + "\n")
        click.echo(f"round {name}: {len(drawn)} changes on {len(sheets)} sheets")


def _write_key(folder: Path, key: Iterable[Drawn]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = (f"{one.number}\t{one.change.line().rstrip()}\t{one.answer}\n" for one in key)
    write_text(folder / "key.tsv", "".join(lines))


def _read_key(folder: Path) -> list[Drawn]:
    path = folder / "key.tsv"
    rows = [line.split("\t") for line in text_lines(path)]
    if any(len(row) != len(COLUMNS) + 2 for row in rows):
        raise FormatError(path, "not a key of this program; draw again")
    return [Drawn(int(row[0]), candidate_of(row[1:-1]), row[-1]) for row in rows]


def _read_known(path: Path, texts: Mapping[str, str]) -> list[tuple[RealCandidate, str]]:
    """Read changes with known answers: id, old words (once in the sentence), new words, ``right`` or ``wrong``."""
    found = []
    for number, line in enumerate(text_lines(path), 1):
        row = line.split("\t")
        if len(row) != 4 or row[3] not in ("right", "wrong") or texts.get(row[0], "").count(row[1]) != 1:
            raise FormatError(path, "expected id, words that the sentence has once, new words, right or wrong", number)
        start = texts[row[0]].index(row[1])
        found.append((RealCandidate(row[0], start, start + len(row[1]), row[2], _KNOWN, "", -1.0, -1.0), row[3]))
    return found


def _read_answer(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text_lines(path), 1):
        if not line.strip():
            continue
        name, _, mark = line.partition("\t")
        if not name.isdecimal() or mark.strip() not in MARKS:
            raise FormatError(path, f"expected a number, a tab and one of {' '.join(MARKS)}; got {line!r}", number)
        yield int(name), mark.strip()


@click.group(help=(__doc__ or "").split("\n\n")[0])
def main() -> None:
    """Run from the command line."""


@main.command("draw")
@click.argument("candidates", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--seed", required=True, type=int)
@click.option("--editors", default=2500, show_default=True, help="Edits of editors.")
def draw_command(candidates: Path, folder: Path, seed: int, editors: int) -> None:
    """Draw changes, and write the key and the sheets of round 1."""
    try:
        chance = random.Random(seed)
        drawn = draw(read_candidates(candidates), chance)
        places = {one[:4] for one in drawn}
        drawn += [one for one in of_editors(editors, chance) if one[:4] not in places]
        chance.shuffle(drawn)
        key = [Drawn(number, one) for number, one in enumerate(drawn, 1)]
        _write_key(folder, key)
        _write_rounds(folder, ["1"], key)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


@main.command("sure")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("rounds", nargs=-1, required=True)
@click.option("--known", type=click.Path(path_type=Path), help="Changes whose answers are known.")
def sure_command(folder: Path, rounds: tuple[str, ...], known: Path | None) -> None:
    """Write further sheets of the changes that the program thinks sure."""
    try:
        key = [one for one in _read_key(folder) if not one.answer]
        if known is not None:
            told = _read_known(known, _texts())
            key += [Drawn(number, *one) for number, one in enumerate(told, key[-1].number + 1)]
            _write_key(folder, key)
        _write_rounds(folder, rounds, [one for one in key if one.answer or one.change.stands > SURE])
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("rounds", nargs=-1, required=True)
@click.option("--answers", required=True, type=click.Path(path_type=Path), help="Folder of the answers so far.")
def again(folder: Path, rounds: tuple[str, ...], answers: Path) -> None:
    """Write further sheets of the changes where the first mark and the program disagree strongly."""
    try:
        marks = _marks(sorted(answers.glob("*.answer.tsv")))
        chosen = [
            one for one in _read_key(folder) if one.answer or disagree(one.change.stands, marks.get(one.number, ""))
        ]
        _write_rounds(folder, rounds, chosen)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


def _marks(answers: Iterable[Path]) -> dict[int, str]:
    """Return the marks of each change in the order of the rounds; a change has one mark of each round."""
    found: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for path in answers:
        own = path.name.partition("_")[0]
        for number, mark in _read_answer(path):
            found[number].setdefault(own, mark)
    return {number: "".join(own[name] for name in sorted(own)) for number, own in found.items()}


@main.command()
@click.argument("sheet", type=click.Path(path_type=Path))
@click.argument("answer", type=click.Path(path_type=Path))
def check(sheet: Path, answer: Path) -> None:
    """Print what is wrong with a reader's answer; exit with 1 if anything is."""
    try:
        wanted = {int(line.partition("\t")[0]) for line in text_lines(sheet) if line[:1].isdecimal() and "\t" in line}
        found = Counter(number for number, _ in _read_answer(answer))
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    wrong = [f"{one} is missing" for one in sorted(wanted - found.keys())]
    wrong += [f"{one} is not on the sheet" for one in sorted(found.keys() - wanted)]
    wrong += [f"{one} comes {count} times" for one, count in found.items() if count > 1]
    click.echo("\n".join([*wrong[:20], f"{len(found)} marks, {len(wrong)} faults"]))
    raise SystemExit(1 if wrong else 0)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("answers", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Default: the file of the data.")
def keep(folder: Path, answers: tuple[Path, ...], output: Path | None) -> None:
    """Keep the marks, and say how the readers fared at what is known."""
    try:
        key, marks = _read_key(folder), _marks(answers)
        if unknown := marks.keys() - {one.number for one in key}:
            raise InputError(f"{min(unknown)} has a mark but is not in {folder / 'key.tsv'}")
        path = published_file("changes") if output is None else output
        rows = {one[:4]: one for one in marked_changes()} if published_file("changes").exists() else {}
        texts = _texts()
        for one in key:
            own = one.change
            # Rules can make a change that the written sentence does not show.
            if not one.answer and one.number in marks and texts[own.id][own.start : own.end] != own.target:
                grades = rows[own[:4]].grades if own[:4] in rows else ""
                rows[own[:4]] = MarkedChange(*own[:6], own.stands, marks[one.number], grades)
        write_packed(path, CHANGES, map(changes_row, sorted(rows.values())))
        click.echo(f"{sum(not one.answer for one in key if one.number in marks)} changes, {len(rows)} kept")
        for line in _of_known([one for one in key if one.answer and one.number in marks], marks):
            click.echo(line)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


#: Bounds of the probability that a change stands, from the highest group to the lowest.
_GROUPS: Final = (0.97, 0.9, 0.8, 0.6, 0.3, 0.0)


@main.command()
@click.option("--part", "parts", multiple=True, type=click.Choice((*PARTS, UNSEEN)), help="Default: all parts.")
def report(parts: tuple[str, ...]) -> None:
    """Print how many of the kept changes fit and stand, by what stopped them and how sure the program was."""
    sentences = published_sentences()
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in marked_changes():
        if not parts or sentences[one.id].part in parts:
            stopped = one.stopped or ("an editor's edit" if one.by.startswith("editor") else "structure")
            bound = next((least for least in _GROUPS if one.stands >= least), -1.0)
            counts[stopped, "-" if bound < 0 else f"{bound:.2f}"][one.mark] += 1
    click.echo("| stopped by | probability from | read | fits (95 %) | stands (95 %) |\n|---|---|---|---|---|")
    for (stopped, group), own in sorted(counts.items()):
        number = own.total()
        shares = (own["f"] / number, sum(own[mark] for mark in STANDING) / number)
        click.echo(f"| {stopped} | {group} | {number} | {' | '.join(_share(one, number) for one in shares)} |")


@main.command()
@click.argument("candidates", type=click.Path(path_type=Path))
@click.option("--part", default="dev", show_default=True)
def stops(candidates: Path, part: str) -> None:
    """Print what stops the candidates of a program, and how many marked changes that are right each stop costs."""
    try:
        sentences, marks = published_sentences(), {one[:4]: one.mark for one in marked_changes()}
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for one in read_candidates(candidates):
            if sentences[one.id].part == part:
                counts[one.stopped or "structure"][marks.get(one[:4], "")] += 1
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    click.echo(
        "| stopped by | candidates | with a mark | fits | stands without gain | wrong |\n|---|---|---|---|---|---|"
    )
    for stopped, own in sorted(counts.items(), key=lambda pair: -pair[1]["f"]):
        known = own.total() - own[""]
        cells = (own.total(), known, own["f"], own["h"], known - own["f"] - own["h"])
        click.echo(f"| {stopped} | {' | '.join(map(str, cells))} |")


def _share(share: float, number: int) -> str:
    low, high = wilson(share, number)
    return f"{100 * share:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def _of_known(known: Sequence[Drawn], marks: Mapping[int, str]) -> Iterator[str]:
    """Yield how often a reader, and the majority of three, missed known answers."""
    single, whole = Counter[str](), Counter[str]()
    for one in known:
        own = marks[one.number]
        for mark in own:
            single[one.answer] += (mark in STANDING) != (one.answer == "right")
            single[f"all {one.answer}"] += 1
        if len(own) > 2:
            whole[one.answer] += (majority(own) in STANDING) != (one.answer == "right")
            whole[f"all {one.answer}"] += 1
    for name, counts in (("a reader", single), ("the majority", whole)):
        for answer in ("right", "wrong"):
            yield f"{name} missed {counts[answer]} of {counts[f'all {answer}']} that are {answer}"


if __name__ == "__main__":
    main()
