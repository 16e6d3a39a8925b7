"""Judged edits of our own and of published sentences, in the form that selection trees learn from.

The trees learn from the judged edits of the training sentences, ours (`simplifier.evaluation.collection`) and published
ones (`simplifier.evaluation.published`). The judged edits of the development sentences, and those that are kept unseen,
only measure. The trees also learn from the development half of the traps and of the
sentences with hard expressions: wrong replacements are marked as another sense, accepted ones as fitting. The test half
is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from simplifier.base.writing import write_text
from simplifier.evaluation.collection import (
    JudgedEdit,
    data_folder,
    judged_edits,
    majority,
    recall_sentences,
    sentence_texts,
    traps,
)
from simplifier.evaluation.published import marked_changes, published_sentences
from simplifier.languages import Language
from simplifier.tuning.boosting.judged import MarkedEdit

__all__ = ["PUBLISHED", "judged_files", "marked_edits", "write_judgements"]

#: How much the mark of a published sentence counts beside one of our own sentences.
PUBLISHED: Final = 2.0


def judged_files(language: str = "en") -> list[Path]:
    """Return the files that the edits come from."""
    names = ("edits", "references", "sources", "traps", "recall", "real_sentences", "real_changes")
    return [data_folder(language) / f"{name}.tsv.xz" for name in names]


def marked_edits(folds: int, language: str = "en") -> list[MarkedEdit]:
    """Return all edits with their marks and folds.

    All edits of a sentence are in one fold, from 1 to ``folds``. Edits that only measure have fold 0.
    """
    texts = sentence_texts(language)
    numbers: dict[str, int] = {}

    def fold(text: str) -> int:
        return 1 + numbers.setdefault(text, len(numbers)) % folds

    def of_edit(edit: JudgedEdit, number: int) -> MarkedEdit:
        return MarkedEdit(texts[edit.id], edit.start, edit.end, edit.target, _decided(edit.marks), number)

    found = [of_edit(edit, fold(texts[edit.id])) for edit in judged_edits("train", language)]
    found += [one._replace(fold=fold(one.sentence)) for one in _of_expressions(language)]
    published = list(_published())
    found += [one._replace(fold=fold(one.sentence)) for part, one in published if part == "train"]
    held_out = [of_edit(edit, 0) for part in ("dev", "unseen") for edit in judged_edits(part, language)]
    held_out += [one for part, one in published if part == "dev"]
    # An edit that is learnt from must not measure too, so equal edits of other parts are left out.
    known = {edit[:4] for edit in found}
    return [*found, *(one for one in held_out if one[:4] not in known)]


def _published() -> Iterator[tuple[str, MarkedEdit]]:
    """Yield the part and the edit of each marked change of a published sentence; the caller sets the folds."""
    sentences = published_sentences()
    for one in marked_changes():
        sentence = sentences[one.id]
        marks = _decided(one.marks)
        edit = MarkedEdit(sentence.text, one.start, one.end, one.target, marks, 0, PUBLISHED, one.grades)
        yield sentence.part, edit


def _decided(marks: str) -> tuple[str, ...]:
    """Return the marks to learn from: where three readers or more decided, their majority alone."""
    return (majority(marks),) if len(marks) > 2 else tuple(marks)


def _of_expressions(language: str) -> Iterator[MarkedEdit]:
    """Yield edits for the replacements listed with traps and hard expressions; the caller sets the folds."""
    for trap in traps("dev", language):
        for mark, choices in (("s", trap.wrong), ("f", trap.accepted)):
            for choice in choices:
                yield MarkedEdit(trap.text, trap.start, trap.end, choice, (mark,), 1)
    for sentence in recall_sentences("dev", language):
        for start, end, accepted in sentence.expressions:
            for choice in accepted:
                yield MarkedEdit(sentence.text, start, end, choice, ("f",), 1)


def write_judgements(edits: list[MarkedEdit], language: Language, path: Path) -> int:
    """Write pairs and first marks of the edits to learn from (`simplifier.rules.resources.judgements`).

    Returns:
        The number of lines.
    """
    lines = []
    for edit in edits:
        source = " ".join(language.tokenise_forms(edit.sentence[edit.start : edit.end]))
        if edit.fold and source:
            lines.append(f"{source}\t{' '.join(language.tokenise_forms(edit.target))}\t{edit.marks[0]}\n")
    write_text(path, "".join(lines))
    return len(lines)
