"""Pack drawn sentences and the versions of editors into the folder of data; read them, and the marks of single changes.

    python -m lab.real.pack sentences.tsv answers/*.answer.tsv
    python -m lab.real.pack sentences.tsv answers/*.answer.tsv --output FOLDER

An answer is called PART_EDITOR_SHEET.answer.tsv, as ``lab.real.sheets`` names the sheets. Marks are kept by
``lab.real.marks``.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import click

from lab.real.sheets import read_answer
from simplifier.base.errors import FormatError, SimplifierError
from simplifier.base.reading import text_lines
from simplifier.base.writing import write_bytes
from simplifier.evaluation.collection import data_folder
from simplifier.evaluation.probes.marked import Version, read_marked

__all__ = [
    "RealMark",
    "RealSentence",
    "main",
    "majority",
    "read_marks",
    "read_packed",
    "read_sentences",
    "read_texts",
    "write_marks",
]

_SENTENCES: Final = ("id", "part", "source", "kind", "paragraph", "sentence")
_VERSIONS: Final = ("id", "editor", "version")
_MARKS: Final = ("id", "start", "end", "target", "by", "stopped", "stands", "marks")


@dataclass(frozen=True, slots=True)
class RealSentence:
    """A published sentence with the versions of its editors.

    Attributes:
        id: the id of the sentence.
        part: ``train``, ``dev``, ``test`` or ``unseen``.
        source: the name of the source.
        kind: the kind of text.
        text: the sentence as it was published.
        versions: the version of each editor, by the editor's name.
    """

    id: str
    part: str
    source: str
    kind: str
    text: str
    versions: dict[str, Version]


class RealMark(NamedTuple):
    """A single change of a published sentence with the marks of its readers.

    Attributes:
        id: the id of the sentence.
        start: first character that it replaces.
        end: after the last one.
        target: what would stand there.
        by: who proposed it: ``table``, the names of structural rules, or an editor.
        stopped: what stopped it in the program of 2026-11-28 (`lab.real.candidates`).
        stands: the probability that it stands, by that program; -1 if it had none.
        marks: a letter for each reader (`simplifier.evaluation.collection.MARKS`).
    """

    id: str
    start: int
    end: int
    target: str
    by: str
    stopped: str
    stands: float
    marks: str


def majority(marks: str) -> str:
    """Return the mark that most readers gave; of marks that are as frequent, one on the side of the majority.

    Whether a change stands (``f``, ``h``) or not is decided first, and a tie is against it.
    """
    standing = [one for one in marks if one in "fh"]
    side = standing if 2 * len(standing) > len(marks) else [one for one in marks if one not in "fh"]
    return max(side, key=side.count)


def read_marks() -> list[RealMark]:
    """Return all marks of single changes that are kept; none if there is no file yet."""
    path = _path("real_marks")
    if not path.exists():
        return []
    return [
        RealMark(name, int(start), int(end), target, by, stopped, float(stands), marks)
        for name, start, end, target, by, stopped, stands, marks in _rows(path, _MARKS)
    ]


def write_marks(marks: Iterable[RealMark], path: Path | None = None) -> None:
    """Keep marks, by sentence and place."""
    rows = [(*map(str, one[:6]), f"{one.stands:.3f}", one.marks) for one in sorted(marks)]
    _write(_path("real_marks") if path is None else path, _MARKS, rows)


def _path(name: str, folder: Path | None = None) -> Path:
    return (data_folder("en") if folder is None else folder) / f"{name}.tsv.xz"


def _write(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    lines = "".join("\t".join(row) + "\n" for row in (columns, *rows))
    write_bytes(path, lzma.compress(lines.encode("utf-8"), preset=9))


def _rows(path: Path, columns: Sequence[str]) -> list[list[str]]:
    """Return the rows of a file with these columns.

    Raises:
        FormatError: the file is another one.
    """
    rows = [line.split("\t") for line in text_lines(path)]
    if not rows or tuple(rows[0]) != tuple(columns) or any(len(row) != len(columns) for row in rows):
        raise FormatError(path, f"expected the columns {', '.join(columns)}")
    return rows[1:]


def read_sentences(path: Path) -> dict[str, list[str]]:
    """Return the rows that ``lab.real.draw`` wrote, or those that are packed, by id.

    Raises:
        FormatError: the file is another one.
    """
    return {row[0]: row for row in _rows(path, _SENTENCES)}


def read_texts() -> dict[str, str]:
    """Return all packed sentences by id."""
    return {name: row[5] for name, row in read_sentences(_path("real_sentences")).items()}


def read_packed(folder: Path | None = None) -> list[RealSentence]:
    """Return the packed sentences that have a version.

    Args:
        folder: the folder with the packed files; that of the English data if None.

    Raises:
        FormatError: a file is another one, or a version does not belong to its sentence.
    """
    sentences = read_sentences(_path("real_sentences", folder))
    found: dict[str, RealSentence] = {}
    for name, editor, marked in _rows(_path("real_versions", folder), _VERSIONS):
        _, part, source, kind, _, text = sentences[name]
        own = found.setdefault(name, RealSentence(name, part, source, kind, text, {}))
        own.versions[editor] = read_marked(marked, text, name)
    return list(found.values())


def _packed(rows: dict[str, list[str]], answers: Iterable[Path]) -> list[Sequence[str]]:
    """Return the rows of the packed file: one for each version, by the id of the sentence and the editor."""
    texts = {name: row[5] for name, row in rows.items()}
    found: dict[tuple[str, str], Sequence[str]] = {}
    for path in answers:
        part, editor, *_ = path.name.split("_")
        versions, wrong = read_answer(path, texts)
        unread = [one for one in wrong if not one.startswith("no version of")]
        if unread:
            raise FormatError(path, unread[0])
        marked = dict(line.split("\t", 1) for line in text_lines(path))
        for name in versions:
            if rows[name][1] == part:
                found[name, editor] = (name, editor, marked[name])
    return [found[key] for key in sorted(found)]


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("sentences", type=click.Path(path_type=Path))
@click.argument("answers", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), help="Default: the folder of data.")
def main(sentences: Path, answers: tuple[Path, ...], output: Path | None) -> None:
    """Run from the command line."""
    try:
        drawn = read_sentences(sentences)
        rows = _packed(drawn, answers)
        _write(_path("real_sentences", output), _SENTENCES, drawn.values())
        _write(_path("real_versions", output), _VERSIONS, rows)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    click.echo(f"{len({row[0] for row in rows})} sentences, {len(rows)} versions -> {output or data_folder('en')}")


if __name__ == "__main__":
    main()
