"""Update our own data: add marks, sentences and edits, correct references, draw the parts, and pack the files.

    python -m lab.pack_collection --marks R1.tsv R2.tsv --second D1.tsv --correct
    python -m lab.pack_collection --recall recall_test.tsv --recall-part test
    python -m lab.pack_collection --sources more.tsv --edits proposed.tsv

The program reads and writes the files of the folder of data, and the figures of the data card. A part that was drawn
and a mark that was given stay. So the command can be run again with more files, and with the same files it changes
nothing.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from lab.measured_block import write_measured
from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import list_lines
from simplifier.base.writing import write_bytes
from simplifier.evaluation.collection import (
    MARKS,
    PARTS,
    UNSEEN,
    Table,
    read_bracketed,
    read_table,
)
from simplifier.evaluation.collection_summary import summary_lines
from simplifier.recipes.data.collection_split import draw_parts, draw_unseen, still_unseen

__all__ = ["add_column", "add_edits", "add_marks", "add_recall", "add_sources", "correct", "pack"]

_REFERENCES: Final = ("W1", "W2", "F1", "F2")


def add_column(table: Table, name: str, place: int) -> Table:
    """Return a table with an empty column in this place, or the table itself if it has a column of this name."""
    if name in table.columns:
        return table
    columns = (*table.columns[:place], name, *table.columns[place:])
    return Table(columns, [[*row[:place], "", *row[place:]] for row in table.rows])


def add_marks(table: Table, column: str, paths: Iterable[Path]) -> Counter[str]:
    """Fill empty marks of edits from files with lines of ``number TAB letter``, where rows are counted from 0.

    Returns:
        The number of marks that were ``filled``, that were the same ``before``, and that were ``kept`` although the
        file has another mark.

    Raises:
        InputError: a file cannot be read.
        FormatError: a line has another form, or names a row or mark that does not exist.
    """
    place = table.columns.index(column)
    counts: Counter[str] = Counter()
    for path in paths:
        for number, line in list_lines(path):
            row, _, mark = line.partition("\t")
            if not row.isdecimal() or int(row) >= len(table.rows) or mark not in MARKS:
                expected = f"a row from 0 to {len(table.rows) - 1}, a tab and one of {' '.join(MARKS)}"
                raise FormatError(path, f"expected {expected}; got {line!r}", number)
            fields = table.rows[int(row)]
            counts["filled" if not fields[place] else "before" if fields[place] == mark else "kept"] += 1
            fields[place] = fields[place] or mark
    return counts


def add_recall(table: Table, path: Path, part: str) -> int:
    """Append sentences with hard expressions; return the number of new ones.

    Args:
        table: a table with the columns part, id, kind, sentence, accepted.
        path: a file with lines of id, kind, sentence with expressions in brackets, and accepted replacements; the names
            of these columns may be the first line.
        part: the part to which all of these sentences belong.

    Raises:
        InputError: the file cannot be read.
        FormatError: a line has another form, or another number of lists of replacements than of brackets, or its id or
            sentence is that of another row.
    """
    rows = {row[1]: row for row in table.rows}
    texts = {read_bracketed(row[3])[0] for row in table.rows}
    count = 0
    for number, line in list_lines(path):
        row = [part, *line.split("\t")]
        if number == 1 and tuple(row[1:]) == table.columns[1:]:
            continue
        if len(row) != len(table.columns):
            raise FormatError(path, f"expected id, kind, sentence, lists; got {len(row) - 1} fields", number)
        text, spans = read_bracketed(row[3])
        lists = row[4].split(" || ")
        if not spans or len(lists) != len(spans) or not all(lists):
            problem = f"{len(spans)} expressions in brackets and {len(lists)} lists; give one list for each"
            raise FormatError(path, problem, number)
        if rows.get(row[1]) == row:
            continue
        if row[1] in rows or text in texts:
            raise FormatError(path, f"another row has the id {row[1]} or this sentence; change it", number)
        rows[row[1]] = row
        texts.add(text)
        table.rows.append(row)
        count += 1
    return count


def add_sources(table: Table, path: Path) -> int:
    """Append sentences without references, in which edits are judged; return the number of new ones.

    Args:
        table: a table with the columns id, kind, part, source.
        path: a file with lines of id, kind, sentence.

    Raises:
        InputError: the file cannot be read.
        FormatError: a line has another form, or its id is that of another sentence.
    """
    known = {row[0]: row for row in table.rows}
    count = 0
    for number, line in list_lines(path):
        row = line.split("\t")
        if len(row) != 3 or not all(row):
            raise FormatError(path, f"expected id, kind, sentence; got {len(row)} fields", number)
        row = [row[0], row[1], PARTS[0], row[2]]
        if known.get(row[0], row) != row:
            raise FormatError(path, f"another sentence has the id {row[0]}; give it another", number)
        if row[0] not in known:
            known[row[0]] = row
            table.rows.append(row)
            count += 1
    return count


def add_edits(table: Table, path: Path, texts: Mapping[str, str]) -> int:
    """Append proposed edits that are still to be judged; return the number of new ones.

    Args:
        table: a table with the columns id, start, end, source, target, proposed by, mark, second,
            third, unseen.
        path: a file with lines of the first six columns.
        texts: the sentences by id.

    Raises:
        InputError: the file cannot be read.
        FormatError: a line has another form, or its source words are not at its place in the sentence.
    """
    known = {tuple(row[:3]) + (row[4],) for row in table.rows}
    new: list[list[str]] = []
    for number, line in list_lines(path):
        row = line.split("\t")
        if len(row) != 6 or not (row[1].isdecimal() and row[2].isdecimal()):
            raise FormatError(path, "expected id, start, end, source, target, proposed by", number)
        if texts.get(row[0], "")[int(row[1]) : int(row[2])] != row[3]:
            raise FormatError(path, f"{row[3]!r} does not stand there in the sentence {row[0]}", number)
        key = (*row[:3], row[4])
        if key not in known:
            known.add(key)
            new.append(row)
    unseen = still_unseen(table.column("source"), [bool(one) for one in table.column(UNSEEN)], [row[3] for row in new])
    table.rows.extend([*row, "", "", "", "1" if kept else ""] for row, kept in zip(new, unseen, strict=True))
    return len(new)


def correct(references: Table, readings: Table) -> Counter[str]:
    """Replace references that a reader found faulty by the reader's correction, or by the source without one.

    If several readings found a fault, the last one decides. Readings are not changed, so a second call has the same
    outcome.

    Returns:
        The number of references that are as ``corrected``, that are the ``source``, and, of both, that were
        ``changed`` by this call.
    """
    columns = ("id", "reference", "grammar", "meaning", "correction")
    found: dict[tuple[str, str], str] = {}
    for name, reference, *marks, correction in zip(*map(readings.column, columns), strict=True):
        if correction.strip() or "1" in marks:
            found[name, reference] = correction.strip()
    source = references.columns.index("source")
    places = {name: references.columns.index(name) for name in _REFERENCES}
    rows = {row[0]: row for row in references.rows}
    counts: Counter[str] = Counter()
    for (name, reference), correction in found.items():
        row = rows[name]
        text = correction or row[source]
        counts["source" if text == row[source] else "corrected"] += 1
        counts["changed"] += row[places[reference]] != text
        row[places[reference]] = text
    return counts


def pack(
    folder: Path,
    marks: Sequence[Path] = (),
    second: Sequence[Path] = (),
    third: Sequence[Path] = (),
    recall: Path | None = None,
    recall_part: str = "",
    corrected: bool = False,
    sources: Path | None = None,
    proposed: Path | None = None,
) -> list[str]:
    """Update the files of a folder; a file whose content stays the same is not written.

    Args:
        folder: the folder of the files.
        marks: files of first marks of edits (`add_marks`).
        second: files of marks of a second reader.
        third: files of marks of a third reader.
        recall: a file of sentences with hard expressions (`add_recall`).
        recall_part: the part to which these belong.
        corrected: True if references that a reader found faulty are replaced (`correct`).
        sources: a file of sentences without references (`add_sources`).
        proposed: a file of proposed edits (`add_edits`).

    Returns:
        Lines that tell what was done.

    Raises:
        InputError: a file cannot be read or written.
        FormatError: a file does not hold what it should.
    """
    names = ("references", "edits", "recall", "sources", "readings")
    paths = {name: folder / f"{name}.tsv.xz" for name in names}
    references, edits, sentences, more, readings = (read_table(paths[name]) for name in names)
    before = [_text(table) for table in (references, edits, sentences, more)]
    told = []
    if sources is not None:
        told.append(f"sources: {add_sources(more, sources)} sentences added")

    edits = add_column(edits, "second", len(edits.columns))
    edits = add_column(edits, "third", edits.columns.index("second") + 1)
    if UNSEEN not in edits.columns:
        edits = add_column(edits, UNSEEN, len(edits.columns))
        for row, kept in zip(edits.rows, draw_unseen(edits.column("source")), strict=True):
            row[-1] = "1" if kept else ""
    if proposed is not None:
        pairs = (zip(table.column("id"), table.column("source"), strict=True) for table in (references, more))
        texts = {name: text for of_table in pairs for name, text in of_table}
        told.append(f"edits: {add_edits(edits, proposed, texts)} proposals added")
    for column, files in (("mark", marks), ("second", second), ("third", third)):
        if files:
            counts = add_marks(edits, column, files)
            told.append(
                f"{column}: {counts['filled']} filled, {counts['before']} there before, "
                f"{counts['kept']} kept against another"
            )
    if recall is not None:
        told.append(f"recall: {add_recall(sentences, recall, recall_part)} sentences added to {recall_part}")
    if corrected:
        counts = correct(references, readings)
        told.append(
            f"references: {counts['corrected']} as corrected, {counts['source']} the source unchanged; "
            f"{counts['changed']} of them were something else"
        )

    references = add_column(references, "part", 2)
    # Only rows without a part get one, so that parts once drawn stay.
    undrawn = [row for row in references.rows if not row[2]]
    parts = draw_parts((row[0], row[1]) for row in undrawn)
    for row in undrawn:
        row[2] = parts[row[0]]
    told.append(f"parts: {len(undrawn)} drawn; {_shares(references.column('part'))}")
    told.append(f"unseen: {sum(map(bool, edits.column(UNSEEN)))} of {len(edits.rows)} edits")

    for name, old, table in zip(names, before, (references, edits, sentences, more), strict=False):
        if (text := _text(table)) != old:
            packed = lzma.compress(text.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)
            write_bytes(paths[name], packed)
            told.append(f"wrote {paths[name]}")
    return told


def _text(table: Table) -> str:
    return "".join("\t".join(row) + "\n" for row in (table.columns, *table.rows))


def _shares(parts: Sequence[str]) -> str:
    return ", ".join(f"{parts.count(part)} {part}" for part in PARTS)


def main() -> int:
    """Run the program; return 0, or after an error 2, with one line on standard error."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path, required=True, help="folder of the data files")
    parser.add_argument("--card", type=Path, help="put the counts between the marks of this data card")
    for name, what in (
        ("--marks", "first marks of edits"),
        ("--second", "marks of a second reader"),
        ("--third", "marks of a third reader"),
    ):
        parser.add_argument(
            name, type=Path, nargs="+", action="extend", default=[], help=f"{what}: lines of row TAB letter"
        )
    parser.add_argument("--recall", type=Path, help="sentences to append: id, kind, sentence, lists")
    parser.add_argument("--recall-part", choices=PARTS[1:], help="the part to which these belong")
    parser.add_argument("--correct", action="store_true", help="replace references that a reader found faulty")
    parser.add_argument("--sources", type=Path, help="sentences to append without references: id, kind, text")
    parser.add_argument("--edits", type=Path, help="proposals to append: id, start, end, source, target, proposed by")
    options = parser.parse_args()
    try:
        if (options.recall is None) != (options.recall_part is None):
            raise InputError("--recall and --recall-part go together; give both")
        told = pack(
            options.folder,
            options.marks,
            options.second,
            options.third,
            options.recall,
            options.recall_part or "",
            options.correct,
            options.sources,
            options.edits,
        )
        if options.card is not None:
            figures = "".join(f"    {line}".rstrip() + "\n" for line in summary_lines())
            write_measured(options.card, figures)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print("\n".join(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
