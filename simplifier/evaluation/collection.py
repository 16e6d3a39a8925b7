"""Our own data: sentences with references, judged edits, traps, sentences with hard expressions, whole documents.

The packed files of a language are in ``simplifier/evaluation/data``, with a README that describes them. The part
``train`` is for learning and ``dev`` for choosing; ``test`` is meant to be opened once. Characters are counted from 0,
and the end of a span is the first character after it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from simplifier.base.errors import FormatError, InputError, nearest
from simplifier.base.reading import text_lines

__all__ = [
    "DOMAINS",
    "MARKS",
    "PARTS",
    "STANDING",
    "UNSEEN",
    "DocumentSentence",
    "EditorialSentence",
    "JudgedEdit",
    "RecallSentence",
    "Table",
    "Trap",
    "data_folder",
    "document_sentences",
    "domain_of",
    "judged_edits",
    "majority",
    "read_bracketed",
    "read_choices",
    "read_table",
    "recall_sentences",
    "sentence_texts",
    "sentences",
    "traps",
]

#: The parts of the sentences; traps and recall sentences have only the last two.
PARTS: Final = ("train", "dev", "test")
#: The second test set of edits, whose words occur in no other edit.
UNSEEN: Final = "unseen"
#: What a mark says of an edit in its sentence.
MARKS: Final = {
    "f": "fits",
    "h": "harmless, no gain",
    "s": "wrong sense",
    "g": "broken",
    "o": "opposite or false",
}
#: Marks of changes that leave the sentence right.
STANDING: Final = frozenset("fh")
#: Kinds of text, by the first letter of a sentence's id.
DOMAINS: Final = {"E": "encyclopaedia", "O": "office"}

_BRACKETS: Final = re.compile(r"\[\[(.*?)\]\]")


class EditorialSentence(NamedTuple):
    """A sentence with four plain versions: two with changes to words and phrases only, two with changes of any kind."""

    id: str
    kind: str
    part: str
    source: str
    references: tuple[str, str, str, str]


class JudgedEdit(NamedTuple):
    """A change to some characters of a sentence, with who proposed it and a mark of each of its readers."""

    id: str
    part: str
    start: int
    end: int
    source: str
    target: str
    proposers: tuple[str, ...]
    marks: str
    unseen: bool

    @property
    def mark(self) -> str:
        """The mark that counts: that of the majority of three readers, otherwise that of the first."""
        return majority(self.marks) if len(self.marks) > 2 else self.marks[:1]


class Trap(NamedTuple):
    """A sentence with an expression that invites a wrong change, with wrong and right replacements."""

    id: str
    kind: str
    part: str
    text: str
    start: int
    end: int
    wrong: tuple[str, ...]
    accepted: tuple[str, ...]


class RecallSentence(NamedTuple):
    """A sentence with its hard expressions: start, end, and what may replace each (an empty text: leave it out)."""

    id: str
    kind: str
    part: str
    text: str
    expressions: tuple[tuple[int, int, tuple[str, ...]], ...]


class DocumentSentence(NamedTuple):
    """A sentence of a short document; its id is the document's, a hyphen, and the number of the sentence."""

    id: str
    kind: str
    part: str
    text: str


class Table(NamedTuple):
    """Rows of text under named columns."""

    columns: tuple[str, ...]
    rows: list[list[str]]

    def column(self, name: str) -> list[str]:
        """Return a column from top to bottom."""
        place = self.columns.index(name)
        return [row[place] for row in self.rows]


def sentences(part: str | None = None, language: str = "en") -> list[EditorialSentence]:
    """Return the sentences of a part, or of all parts.

    Raises:
        InputError: no such part, or no data of this language.
    """
    _check(part, PARTS)
    table = _table(language, "references", ("id", "kind", "part", "source", "W1", "W2", "F1", "F2"))
    return [
        EditorialSentence(name, kind, own, source, (one, two, three, four))
        for name, kind, own, source, one, two, three, four in table
        if part in (None, own)
    ]


def judged_edits(part: str | None = None, language: str = "en") -> list[JudgedEdit]:
    """Return the marked edits in the sentences of a part, or of all parts.

    Edits that are kept unseen belong to the part ``unseen`` alone, whatever the part of their sentence.

    Raises:
        InputError: no such part, or no data of this language.
    """
    _check(part, (*PARTS, UNSEEN))
    part_of = {name: own for name, own, _ in _all_sentences(language)}
    columns = ("id", "start", "end", "source", "target", "proposed by", "mark", "second", "third", UNSEEN)
    return [
        JudgedEdit(
            name,
            part_of[name],
            int(start),
            int(end),
            old,
            new,
            tuple(by.split(",")),
            mark + second + third,
            bool(unseen),
        )
        for name, start, end, old, new, by, mark, second, third, unseen in _table(language, "edits", columns)
        if mark and bool(unseen) == (part == UNSEEN) and part in (None, UNSEEN, part_of[name])
    ]


def sentence_texts(language: str = "en") -> dict[str, str]:
    """Return by id all sentences in which edits were judged, including those without references.

    Raises:
        InputError: no data of this language.
    """
    return {name: text for name, _, text in _all_sentences(language)}


def _all_sentences(language: str) -> list[tuple[str, ...]]:
    """Return id, part and text of the sentences with references and of those without."""
    columns = ("id", "part", "source")
    return [row for name in ("references", "sources") for row in _table(language, name, columns)]


def traps(part: str, language: str = "en") -> list[Trap]:
    """Return the traps of a part, ``dev`` or ``test``.

    Raises:
        InputError: no such part, or no data of this language.
    """
    _check(part, PARTS[1:])
    found = []
    columns = ("id", "kind", "part", "sentence", "wrong", "accepted")
    for name, kind, own, sentence, wrong, accepted in _table(language, "traps", columns):
        if own == part:
            text, ((start, end),) = read_bracketed(sentence)
            found.append(Trap(name, kind, own, text, start, end, read_choices(wrong), read_choices(accepted)))
    return found


def recall_sentences(part: str, language: str = "en") -> list[RecallSentence]:
    """Return the sentences with hard expressions of a part, ``dev`` or ``test``.

    Raises:
        InputError: no such part, or no data of this language.
    """
    _check(part, PARTS[1:])
    found = []
    columns = ("id", "kind", "part", "sentence", "accepted")
    for name, kind, own, sentence, accepted in _table(language, "recall", columns):
        if own == part:
            text, spans = read_bracketed(sentence)
            lists = zip(spans, accepted.split(" || "), strict=True)
            expressions = tuple((start, end, read_choices(choices)) for (start, end), choices in lists)
            found.append(RecallSentence(name, kind, own, text, expressions))
    return found


def document_sentences(part: str, language: str = "en") -> list[DocumentSentence]:
    """Return the sentences of the documents of a part, ``dev`` or ``test``, in their order.

    Raises:
        InputError: no such part, or no data of this language.
    """
    _check(part, PARTS[1:])
    columns = ("id", "kind", "part", "sentence")
    return [
        DocumentSentence(name, kind, own, text)
        for name, kind, own, text in _table(language, "documents", columns)
        if own == part
    ]


def majority(marks: str) -> str:
    """Return the mark of the majority of readers.

    Whether the change stands (``f``, ``h``) is decided first, a tie against it; then the mark that most of that side
    gave, of equals the first.
    """
    standing = [one for one in marks if one in STANDING]
    side = standing if 2 * len(standing) > len(marks) else [one for one in marks if one not in STANDING]
    return max(side, key=side.count)


def domain_of(sentence_id: str) -> str:
    """Return the kind of text that a sentence is of, one of `DOMAINS`."""
    return DOMAINS[sentence_id[0]]


def data_folder(language: str = "en") -> Path:
    """Return the folder of the installed package with the files of a language and their README.

    Raises:
        InputError: no data of this language.
    """
    folder = Path(str(files("simplifier.evaluation"))) / "data"
    known = sorted(place.name for place in folder.iterdir() if place.is_dir())
    if language not in known:
        raise InputError(f"no data of the language {language!r}; there are {', '.join(known)}")
    return folder / language


def read_bracketed(sentence: str) -> tuple[str, list[tuple[int, int]]]:
    """Return a sentence without its double square brackets, and the span that was in them."""
    spans = [
        (match.start() - 4 * before, match.end() - 4 * (before + 1))
        for before, match in enumerate(_BRACKETS.finditer(sentence))
    ]
    return _BRACKETS.sub(r"\1", sentence), spans


def read_choices(text: str) -> tuple[str, ...]:
    """Return the choices of a list between bars; ``-`` stands for leaving the words out."""
    return tuple("" if choice == "-" else choice for choice in text.split("|")) if text else ()


def read_table(path: Path) -> Table:
    """Read a table of tab-separated text, packed or not, whose first line names the columns.

    Raises:
        InputError: the file cannot be read.
        FormatError: a row has more or fewer fields than there are columns.
    """
    lines = (line.split("\t") for line in text_lines(path))
    columns = tuple(next(lines, ()))
    rows = []
    for number, row in enumerate(lines, start=2):
        if len(row) != len(columns):
            raise FormatError(path, f"expected {len(columns)} fields with tabs between, got {len(row)}", number)
        rows.append(row)
    return Table(columns, rows)


@lru_cache(maxsize=16)
def _table(language: str, name: str, columns: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the rows of one of a language's files, with the wanted columns in this order."""
    table = read_table(data_folder(language) / f"{name}.tsv.xz")
    return list(zip(*(table.column(column) for column in columns), strict=True))


def _check(part: str | None, known: tuple[str, ...]) -> None:
    if part is not None and part not in known:
        raise InputError(f"no part {part!r} here; choose from {', '.join(known)}{nearest(part, known)}")
