"""Sentences that somebody published, with the versions of editors and the marks of single changes in them.

The files are those of ``simplifier/evaluation/data``, whose README tells who wrote and read them, and the licences of
the sources. The part ``train`` is for learning and ``dev`` for choosing; ``test`` holds other documents of the same
sources, ``unseen`` whole sources that nothing else uses. Characters are counted from 0, and the end of a span is the
first character after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from simplifier.base.errors import FormatError
from simplifier.evaluation.collection import data_folder, majority, read_table
from simplifier.evaluation.marked import Version, read_marked

__all__ = [
    "CHANGES",
    "GRADES",
    "SENTENCES",
    "VERSIONS",
    "MarkedChange",
    "PublishedSentence",
    "marked_changes",
    "published_file",
    "published_sentences",
    "read_versions",
    "rows_of",
    "versions_as_written",
]

#: The columns of the files of sentences, versions and marked changes.
SENTENCES: Final = ("id", "part", "source", "kind", "paragraph", "sentence")
VERSIONS: Final = ("id", "editor", "version")
CHANGES: Final = ("id", "start", "end", "target", "by", "stopped", "stands", "marks", "grades")
#: How much a change that fits helps: no real difference, a little easier, clearly easier.
GRADES: Final = "012"


class PublishedSentence(NamedTuple):
    """A sentence as it was published.

    Attributes:
        id: the id of the sentence.
        part: ``train``, ``dev``, ``test`` or ``unseen``.
        source: the name of the source.
        kind: the kind of text.
        text: the sentence.
    """

    id: str
    part: str
    source: str
    kind: str
    text: str


class MarkedChange(NamedTuple):
    """A single change of a published sentence with the marks of its readers.

    Attributes:
        id: the id of the sentence.
        start: first character that it replaces.
        end: after the last one; equal to ``start`` if words are only put in.
        target: what would stand there; empty for a deletion.
        by: who proposed it: ``table``, the names of structural rules, or an editor.
        stopped: what stopped it in the program of 2026-11-28: ``made`` if nothing did, a kind of reason, ``helps``
            where it was sure enough but helped too little, ``together`` where the risks of the sentence added up; empty
            where nothing decided.
        stands: the probability that it stands, by that program; -1 if it had none.
        marks: a letter for each reader, in the order of reading (`simplifier.evaluation.collection.MARKS`).
        grades: a digit for each grader, one of `GRADES`; empty for a change that does not fit or was not graded.
    """

    id: str
    start: int
    end: int
    target: str
    by: str
    stopped: str
    stands: float
    marks: str
    grades: str = ""

    @property
    def mark(self) -> str:
        """The mark that counts: that of the majority of three readers, otherwise that of the first."""
        return majority(self.marks) if len(self.marks) > 2 else self.marks[:1]

    @property
    def help(self) -> float:
        """How much it helps, from 0 to 2: the mean of its grades, 0 without any."""
        return sum(map(int, self.grades)) / len(self.grades) if self.grades else 0.0


def published_file(name: str, folder: Path | None = None) -> Path:
    """Return the path of a file of published sentences: ``sentences``, ``versions`` or ``changes``.

    Args:
        name: what is in it.
        folder: the folder of the files; that of the English data if None.
    """
    return (data_folder("en") if folder is None else folder) / f"real_{name}.tsv.xz"


def rows_of(path: Path, columns: tuple[str, ...]) -> list[list[str]]:
    """Return the rows of a table with exactly these columns.

    Raises:
        InputError: the file cannot be read.
        FormatError: the file has other columns.
    """
    table = read_table(path)
    if table.columns != columns:
        raise FormatError(path, f"expected the columns {', '.join(columns)}")
    return table.rows


def published_sentences(folder: Path | None = None) -> dict[str, PublishedSentence]:
    """Return all published sentences by id.

    Args:
        folder: the folder of the files; that of the English data if None.
    """
    rows = rows_of(published_file("sentences", folder), SENTENCES)
    return {name: PublishedSentence(name, part, source, kind, text) for name, part, source, kind, _, text in rows}


def read_versions(
    sentences: Mapping[str, PublishedSentence], folder: Path | None = None
) -> dict[str, dict[str, Version]]:
    """Return the versions of editors, by the id of the sentence and the name of the editor.

    Args:
        sentences: the sentences by id.
        folder: the folder of the files; that of the English data if None.

    Raises:
        FormatError: a version does not belong to its sentence.
    """
    return {
        name: {editor: read_marked(marked, sentences[name].text, name) for editor, marked in own.items()}
        for name, own in versions_as_written(folder).items()
    }


def versions_as_written(folder: Path | None = None) -> dict[str, dict[str, str]]:
    """Return the versions with their edits in braces, by the id of the sentence and the name of the editor.

    Args:
        folder: the folder of the files; that of the English data if None.
    """
    found: dict[str, dict[str, str]] = {}
    for name, editor, marked in rows_of(published_file("versions", folder), VERSIONS):
        found.setdefault(name, {})[editor] = marked
    return found


def marked_changes(folder: Path | None = None) -> list[MarkedChange]:
    """Return all single changes with their marks.

    Args:
        folder: the folder of the files; that of the English data if None.
    """
    return [
        MarkedChange(name, int(start), int(end), target, by, stopped, float(stands), marks, grades)
        for name, start, end, target, by, stopped, stands, marks, grades in rows_of(
            published_file("changes", folder), CHANGES
        )
    ]
