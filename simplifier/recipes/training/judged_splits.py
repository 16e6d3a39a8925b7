"""Splits that strict readers judged in context: their file, and the evidence that each split gives.

The file simplifier/evaluation/data/en/splits.tsv.xz has one row for each split, with these cells: an id; the place of
the sentence (the id of our own sentences; otherwise text and line, from 0); the rule; the conditions of the rule that
did not hold; the marks of the readers in order (``f`` fits, ``c`` clumsy, ``w`` wrong); a digest of the output; and,
for our own sentences, the text before and after. To learn from the other splits, they are made again, which needs
their texts (docs/build/data.md).
"""

from __future__ import annotations

import hashlib
import lzma
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from simplifier.base.errors import FormatError
from simplifier.base.reading import text_lines
from simplifier.base.terminal import Advance
from simplifier.base.writing import write_bytes
from simplifier.evaluation.collection import data_folder, read_table, sentence_texts, sentences
from simplifier.languages.structure.evidence import evidence
from simplifier.languages.structure.parsed import Parsed
from simplifier.languages.structure.plans import Plan
from simplifier.recipes.training.restructuring import Restructurer
from simplifier.text import Sentence
from simplifier.text.restructuring import smallest_change
from simplifier.tuning.boosting.judged import MarkedEdit
from simplifier.tuning.structure.split_judge import JudgedSplit

__all__ = [
    "MARKS",
    "OWN",
    "TEXTS",
    "KeptSplit",
    "digest",
    "read_splits",
    "shown",
    "split_edits",
    "text_of",
    "write_splits",
]

#: Name of our own sentences, without those of the parts dev and test.
OWN: Final = "own"
#: Other texts by name: the file, true if spaces separate its tokens, and the number of lines used, from the first.
#: Only texts with a licence to pass them on are learnt from.
TEXTS: Final[Mapping[str, tuple[str, bool, int]]] = {
    "wikisplit": ("parallel/wikisplit.tsv.gz", True, 12_000),
    "enwiki_59m": ("lm_large/enwiki_59m.txt.xz", False, 400_000),
    "medquad": ("lm_large/medquad.txt.gz", False, 100_000),
    "wikinews": ("lm_large/wikinews.txt.gz", False, 100_000),
    "openstax_philschatz": ("lm_large/openstax_philschatz.txt.gz", False, 100_000),
    "simpa_lexical": ("parallel/simpa_lexical.tsv", False, 10_000),
}
MARKS: Final = "fcw"
#: Value of a mark, 0 to 1.
_WORTH: Final = {"f": 1.0, "c": 0.5, "w": 0.0}
#: The mark of an edit that says the same of a split: right and easier, right but no easier, wrong.
_AS_EDIT: Final = {"f": "f", "c": "h", "w": "s"}
_COLUMNS: Final = ("id", "place", "rule", "doubts", "marks", "digest", "before", "after")
_DIGITS: Final = 12


class KeptSplit(NamedTuple):
    """A row of the file."""

    id: str
    place: str
    rule: str
    doubts: str
    marks: str
    digest: str
    before: str
    after: str

    @property
    def stands(self) -> float:
        """How far the readers let the split stand: the mean value of their marks, 0 to 1."""
        return sum(_WORTH[mark] for mark in self.marks) / len(self.marks)


def digest(text: str) -> str:
    """Return a short hash of a text, by which a split that is made again is recognised."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:_DIGITS]


def splits_file(language: str = "en") -> Path:
    """Return the file of the judged splits."""
    return data_folder(language) / "splits.tsv.xz"


def read_splits() -> list[KeptSplit]:
    """Return all judged splits.

    Raises:
        FormatError: the file does not have the columns of judged splits.
    """
    table = read_table(splits_file())
    if table.columns != _COLUMNS:
        raise FormatError(splits_file(), f"expected the columns {', '.join(_COLUMNS)}")
    return [KeptSplit(*row) for row in table.rows]


def write_splits(path: Path, rows: Iterable[KeptSplit]) -> None:
    """Write judged splits, without the texts of sentences that are not ours."""
    # A colon in the place marks another text: NAME:LINE.
    kept = (row if ":" not in row.place else row._replace(before="", after="") for row in rows)
    text = "".join("\t".join(row) + "\n" for row in (_COLUMNS, *kept))
    write_bytes(path, lzma.compress(text.encode("utf-8")))


def text_of(data: Path, name: str) -> tuple[dict[str, str], bool]:
    """Return the sentences of a text by their places, and whether spaces separate their tokens."""
    if name == OWN:
        parts = {one.id: one.part for one in sentences()}
        return {key: text for key, text in sentence_texts().items() if parts.get(key, "train") == "train"}, False
    path, tokenised, most = TEXTS[name]
    lines = (line.split("\t")[0] for line in islice(text_lines(data / path), most))
    return {f"{name}:{number}": line for number, line in enumerate(lines)}, tokenised


def shown(
    restructurer: Restructurer, data: Path, rows: Sequence[KeptSplit], folds: int, bar: Advance
) -> Iterator[JudgedSplit]:
    """Yield the evidence and the value of each judged split that the rules still make.

    Args:
        restructurer: makes the splits again.
        data: folder of the texts.
        rows: the judged splits.
        folds: number of parts for cross-fitting. A digest of the sentence decides the part, so that all splits of a
            sentence are in one part.
        bar: called once for every split that was looked at.

    Raises:
        InputError: a text cannot be read.
    """
    for row, sentence, tree, plan in made_again(restructurer, data, rows, bar):
        fold = 1 + int(digest(sentence.text), 16) % folds
        yield JudgedSplit(evidence(tree, plan, restructurer.models), row.stands, fold, row.rule)


def split_edits(
    restructurer: Restructurer, data: Path, rows: Sequence[KeptSplit], folds: int, bar: Advance
) -> Iterator[MarkedEdit]:
    """Yield each judged split that the rules still make as the change that it makes in its sentence.

    Args:
        restructurer: makes the splits again.
        data: folder of the texts.
        rows: the judged splits.
        folds: number of parts; a digest of the sentence decides the part, as for `shown`.
        bar: called once for every split that was looked at.

    Raises:
        InputError: a text cannot be read.
    """
    for row, sentence, _, plan in made_again(restructurer, data, rows, bar):
        change = smallest_change(sentence.text, restructurer.text(sentence, plan))
        if change is not None:
            fold = 1 + int(digest(sentence.text), 16) % folds
            marks = tuple(_AS_EDIT[mark] for mark in row.marks)
            yield MarkedEdit(sentence.text, change[0], change[1], change[2], marks, fold)


def made_again(
    restructurer: Restructurer, data: Path, rows: Sequence[KeptSplit], bar: Advance
) -> Iterator[tuple[KeptSplit, Sentence, Parsed, Plan]]:
    """Yield each judged split that the rules still make, with its sentence, its analysis and the plan."""
    names = frozenset(rule.entry.name for rule in restructurer.structure.rules if rule.entry.kind == "split")
    by_text: defaultdict[str, list[KeptSplit]] = defaultdict(list)
    for row in rows:
        by_text[row.place.partition(":")[0] if ":" in row.place else OWN].append(row)
    for name, own in by_text.items():
        texts, tokenised = text_of(data, name)
        own = [row for row in own if row.place in texts]
        parsed = restructurer.parsed([texts[row.place] for row in own], tokenised)
        for row, (sentence, tree) in zip(own, parsed, strict=True):
            bar()
            for plan in restructurer.structure.plans(tree, names, doubtful=True):
                if digest(restructurer.text(sentence, plan)) == row.digest:
                    yield row, sentence, tree, plan
                    break
