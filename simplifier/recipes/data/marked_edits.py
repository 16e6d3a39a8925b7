"""Our own judged edits (`simplifier.evaluation.collection`) as what selection trees learn from.

Judged edits of the training sentences are learnt from, those of the development sentences and of pairs kept
unseen are measured on. The development half of the traps and of the sentences with hard expressions is learnt
from too: what is wrong there is another sense, what is accepted fits. Their other half is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from simplifier.base.writing import write_text
from simplifier.evaluation.collection import (
    JudgedEdit,
    data_folder,
    judged_edits,
    recall_sentences,
    sentence_texts,
    traps,
)
from simplifier.languages import Language
from simplifier.tuning.boosting.judged import MarkedEdit

__all__ = ["judged_files", "marked_edits", "write_judgements"]


def judged_files(language: str = "en") -> list[Path]:
    """Return the files that the edits come from."""
    names = ("edits", "references", "sources", "traps", "recall")
    return [data_folder(language) / f"{name}.tsv.xz" for name in names]


def marked_edits(folds: int, language: str = "en") -> list[MarkedEdit]:
    """Return all edits, those to learn from in so many folds by sentence."""
    texts = sentence_texts(language)
    numbers: dict[str, int] = {}

    def fold(text: str) -> int:
        return 1 + numbers.setdefault(text, len(numbers)) % folds

    def of_edit(edit: JudgedEdit, number: int) -> MarkedEdit:
        marks = (edit.mark, edit.second_mark) if edit.second_mark else (edit.mark,)
        return MarkedEdit(texts[edit.id], edit.start, edit.end, edit.target, marks, number)

    found = [of_edit(edit, fold(texts[edit.id])) for edit in judged_edits("train", language)]
    found += [one._replace(fold=fold(one.sentence)) for one in _of_expressions(language)]
    held_out = [*judged_edits("dev", language), *judged_edits("unseen", language)]
    known = {edit[:4] for edit in found}
    return [*found, *(one for one in (of_edit(edit, 0) for edit in held_out) if one[:4] not in known)]


def _of_expressions(language: str) -> Iterator[MarkedEdit]:
    """Yield what the writers of traps and of hard expressions say of changes; the fold is still to be set."""
    for trap in traps("dev", language):
        for mark, choices in (("s", trap.wrong), ("f", trap.accepted)):
            for choice in choices:
                yield MarkedEdit(trap.text, trap.start, trap.end, choice, (mark,), 1)
    for sentence in recall_sentences("dev", language):
        for start, end, accepted in sentence.expressions:
            for choice in accepted:
                yield MarkedEdit(sentence.text, start, end, choice, ("f",), 1)


def write_judgements(edits: list[MarkedEdit], language: Language, path: Path) -> int:
    """Write the pairs of the edits to learn from with their first marks (`simplifier.rules.resources.judgements`).

    Returns:
        the number of lines.
    """
    lines = []
    for edit in edits:
        source = " ".join(language.tokenise_forms(edit.sentence[edit.start : edit.end]))
        if edit.fold and source:
            lines.append(f"{source}\t{' '.join(language.tokenise_forms(edit.target))}\t{edit.marks[0]}\n")
    write_text(path, "".join(lines))
    return len(lines)
