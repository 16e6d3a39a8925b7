"""Sheets of published sentences for editors and for those who read their versions, and the check of the answers.

    python -m lab.real.sheets make sentences.tsv --part dev --editor 1 --output sheets
    python -m lab.real.sheets check sheets/dev_1_01.tsv dev_1_01.answer.tsv
    python -m lab.real.sheets versions --part dev --output read
    python -m lab.real.sheets corrections read/dev_01.tsv dev_01.faults.tsv

A sheet has a line for each sentence: id TAB sentence. Every editor has another order of sentences, so that two editors
of the same part have different sheets. An editor knows only the page of instructions
(`simplifier/evaluation/data/en/instructions/editing.md`) and the sheet.

A sheet of ``versions`` has a line for each version that changes its sentence: id:editor TAB sentence TAB version TAB
the version with its edits in braces. Its reader has the page `simplifier/evaluation/data/en/instructions/faults.md` and
writes the faulty ones alone: id:editor TAB G or M TAB what is wrong TAB a corrected version with braces, or ``-`` where
there is none. ``lab.real.pack --faults`` puts the corrections in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import click

from simplifier.base.errors import FormatError, InputError, SimplifierError
from simplifier.base.reading import text_lines
from simplifier.base.writing import write_text
from simplifier.evaluation.marked import Version, read_marked
from simplifier.evaluation.published import published_sentences, read_versions, versions_as_written

__all__ = ["Fault", "read_answer", "read_faults", "read_sheet"]

#: Number of sentences on a sheet, which takes an editor about twenty minutes.
SIZE: Final = 64


def read_sheet(path: Path) -> dict[str, str]:
    """Return the sentences of a sheet by id."""
    return dict(line.split("\t", 1) for line in text_lines(path))


def read_answer(path: Path, sheet: dict[str, str]) -> tuple[dict[str, Version], list[str]]:
    """Return the versions of an editor by id, and messages about lines that cannot be read.

    Args:
        path: a file with a line for each sentence: id TAB the sentence with its changes in braces.
        sheet: the sentences by id.
    """
    versions: dict[str, Version] = {}
    wrong: list[str] = []
    for number, line in enumerate(text_lines(path), 1):
        name, tab, marked = line.partition("\t")
        if not tab or name not in sheet:
            wrong.append(f"line {number}: begins with no id of the sheet and a tab: {line[:40]!r}")
        elif name in versions:
            wrong.append(f"line {number}: {name} comes twice")
        else:
            try:
                versions[name] = read_marked(marked, sheet[name], name)
            except InputError as error:
                wrong.append(f"line {number}: {error}")
    missing = [name for name in sheet if name not in versions]
    if missing and not wrong:
        wrong.append(f"no version of {', '.join(missing[:5])}{' ...' if len(missing) > 5 else ''}")
    return versions, wrong


class Fault(NamedTuple):
    """What a reader found in a version: the sentence and editor, G or M, what is wrong, and what should stand."""

    id: str
    editor: str
    kind: str
    note: str
    corrected: str


def read_faults(path: Path, sentences: Mapping[str, str]) -> list[Fault]:
    """Return the faults that a reader found; lines that begin with ``#`` are not read.

    Args:
        path: the reader's file.
        sentences: the sentences by id, to which the corrections must belong.

    Raises:
        FormatError: a line has another form, or a correction does not belong to its sentence.
    """
    found = []
    for number, line in enumerate(text_lines(path), 1):
        if not line.strip() or line.startswith("#"):
            continue
        row = line.split("\t")
        name, _, editor = row[0].partition(":")
        if len(row) != 4 or row[1] not in ("G", "M") or name not in sentences or not editor:
            raise FormatError(path, "expected id:editor, G or M, what is wrong, a version with braces or -", number)
        if row[3] != "-":
            try:
                read_marked(row[3], sentences[name], name)
            except InputError as error:
                raise FormatError(path, str(error), number) from None
        found.append(Fault(name, editor, *row[1:]))
    return found


@click.group(help=(__doc__ or "").split("\n\n")[0])
def main() -> None:
    """Run from the command line."""


@main.command()
@click.argument("sentences", type=click.Path(path_type=Path))
@click.option("--part", required=True)
@click.option("--editor", required=True, help="Name of the editor, which decides the order.")
@click.option("--output", required=True, type=click.Path(file_okay=False, path_type=Path))
def make(sentences: Path, part: str, editor: str, output: Path) -> None:
    """Write the sheets of a part for one editor."""
    try:
        rows = [line.split("\t") for line in text_lines(sentences)][1:]
        if any(len(row) != 6 for row in rows):
            raise FormatError(sentences, "expected six columns, as lab.real.draw writes them")
        chosen = [(row[0], row[5]) for row in rows if row[1] == part]
        random.Random(f"{part} {editor}").shuffle(chosen)
        output.mkdir(parents=True, exist_ok=True)
        for number, start in enumerate(range(0, len(chosen), SIZE), 1):
            lines = (f"{name}\t{text}\n" for name, text in chosen[start : start + SIZE])
            write_text(output / f"{part}_{editor}_{number:02}.tsv", "".join(lines))
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


@main.command()
@click.argument("sheet", type=click.Path(path_type=Path))
@click.argument("answer", type=click.Path(path_type=Path))
def check(sheet: Path, answer: Path) -> None:
    """Print what is wrong with an editor's answer; exit with 1 if anything is."""
    try:
        versions, wrong = read_answer(answer, read_sheet(sheet))
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    for one in wrong:
        click.echo(one)
    changed = sum(bool(one.edits) for one in versions.values())
    click.echo(f"{len(versions)} versions, {changed} changed, {sum(len(one.edits) for one in versions.values())} edits")
    raise SystemExit(1 if wrong else 0)


@main.command("versions")
@click.option("--part", required=True)
@click.option("--size", default=300, show_default=True, help="Versions on a sheet.")
@click.option("--draw", "drawn", default=0, help="Draw so many of all versions; 0 for all.")
@click.option("--output", required=True, type=click.Path(file_okay=False, path_type=Path))
def versions_command(part: str, size: int, drawn: int, output: Path) -> None:
    """Write sheets of the kept versions of a part, in a random order."""
    try:
        sentences = published_sentences()
        versions, written = read_versions(sentences), versions_as_written()
        lines = [
            f"{name}:{editor}\t{one.source}\t{one.text}\t{written[name][editor]}\n"
            for name, own in versions.items()
            for editor, one in own.items()
            if one.edits and sentences[name].part == part
        ]
        chance = random.Random(f"{part} {drawn}")
        chance.shuffle(lines)
        lines = lines[: drawn or None]
        output.mkdir(parents=True, exist_ok=True)
        for number, start in enumerate(range(0, len(lines), size), 1):
            write_text(output / f"{part}_{number:02}.tsv", "".join(lines[start : start + size]))
        click.echo(f"{len(lines)} versions")
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


@main.command()
@click.argument("sheet", type=click.Path(path_type=Path))
@click.argument("answer", type=click.Path(path_type=Path))
def corrections(sheet: Path, answer: Path) -> None:
    """Check the file of a reader of versions."""
    try:
        rows = [line.split("\t") for line in text_lines(sheet)]
        found = read_faults(answer, {row[0].partition(":")[0]: row[1] for row in rows})
        unknown = {f"{one.id}:{one.editor}" for one in found} - {row[0] for row in rows}
        if unknown:
            raise InputError(f"{answer}: {min(unknown)} is not on the sheet")
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    click.echo(f"{len(found)} faults in {len(rows)} versions, {sum(one.corrected == '-' for one in found)} to drop")


if __name__ == "__main__":
    main()
