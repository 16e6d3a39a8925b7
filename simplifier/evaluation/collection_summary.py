"""Counts of our own data, for `simplifier data list` and for the README of the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from simplifier.base.terminal import aligned
from simplifier.evaluation.agreement import agreement
from simplifier.evaluation.collection import (
    MARKS,
    PARTS,
    UNSEEN,
    document_sentences,
    domain_of,
    judged_edits,
    recall_sentences,
    sentences,
    traps,
)

__all__ = ["summary_lines"]

_COLUMNS = (*PARTS, UNSEEN)
#: Marks of edits that leave the sentence correct.
_SOUND = ("f", "h")


def summary_lines(language: str = "en") -> Iterator[str]:
    """Yield a table of counts by part and kind, and the agreement of two readers of the edits.

    Raises:
        InputError: no data of this language.
    """
    edits = [*judged_edits(None, language), *judged_edits(UNSEEN, language)]
    marked = [one for part in PARTS[1:] for one in recall_sentences(part, language)]
    groups = {
        "sentences with references": [(domain_of(one.id), one.part) for one in sentences(None, language)],
        "judged edits": [(f"{one.mark} {MARKS[one.mark]}", UNSEEN if one.unseen else one.part) for one in edits],
        "traps": [(one.kind, one.part) for part in PARTS[1:] for one in traps(part, language)],
        "recall sentences": [(one.kind, one.part) for one in marked],
        "hard expressions in them": [(one.kind, one.part) for one in marked for _ in one.expressions],
        "sentences of documents": [
            (one.kind, one.part) for part in PARTS[1:] for one in document_sentences(part, language)
        ],
    }
    rows = [["what", "kind", *_COLUMNS]]
    for what, things in groups.items():
        by_kind, overall = Counter(things), Counter(part for _, part in things)
        for kind in sorted({kind for kind, _ in by_kind}):
            rows.append([what, kind, *(str(by_kind[kind, part] or "-") for part in _COLUMNS)])
        rows.append([what, "all", *(str(overall[part] or "-") for part in _COLUMNS)])
    yield from aligned(rows)
    double = [(one.mark, one.second_mark) for one in edits if one.second_mark]
    exact = agreement(double)
    sound = agreement((str(one in _SOUND), str(other in _SOUND)) for one, other in double)
    yield ""
    yield f"edits with the marks of two readers: {exact.number}"
    yield f"the same mark: {exact.alike}, kappa {exact.kappa:.2f}"
    yield f"fits or harmless, or not: {sound.alike} alike, kappa {sound.kappa:.2f}"
