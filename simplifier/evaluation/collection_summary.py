"""Counts of the data, for `simplifier data list` and for the README of the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from simplifier.base.terminal import aligned
from simplifier.evaluation.agreement import agreement
from simplifier.evaluation.collection import (
    MARKS,
    PARTS,
    STANDING,
    UNSEEN,
    document_sentences,
    domain_of,
    judged_edits,
    majority,
    recall_sentences,
    sentences,
    traps,
)
from simplifier.evaluation.published import marked_changes, published_sentences, versions_as_written

__all__ = ["summary_lines"]

_COLUMNS = (*PARTS, UNSEEN)


def summary_lines(language: str = "en") -> Iterator[str]:
    """Yield a table of counts by part and kind, and how far two readers of the edits agree.

    Raises:
        InputError: no data of this language.
    """
    edits = [*judged_edits(None, language), *judged_edits(UNSEEN, language)]
    marked = [one for part in PARTS[1:] for one in recall_sentences(part, language)]
    published = published_sentences()
    versions, changes = versions_as_written(), marked_changes()
    groups = {
        "sentences with references": [(domain_of(one.id), one.part) for one in sentences(None, language)],
        "judged edits": [(f"{one.mark} {MARKS[one.mark]}", UNSEEN if one.unseen else one.part) for one in edits],
        "traps": [(one.kind, one.part) for part in PARTS[1:] for one in traps(part, language)],
        "recall sentences": [(one.kind, one.part) for one in marked],
        "hard expressions in them": [(one.kind, one.part) for one in marked for _ in one.expressions],
        "sentences of documents": [
            (one.kind, one.part) for part in PARTS[1:] for one in document_sentences(part, language)
        ],
        "published sentences": [(one.kind, one.part) for one in published.values()],
        "versions of editors": [
            (published[name].kind, published[name].part) for name in versions for _ in versions[name]
        ],
        "marked changes in them": [(f"{one.mark} {MARKS[one.mark]}", published[one.id].part) for one in changes],
    }
    rows = [["what", "kind", *_COLUMNS]]
    for what, things in groups.items():
        by_kind, overall = Counter(things), Counter(part for _, part in things)
        for kind in sorted({kind for kind, _ in by_kind}):
            rows.append([what, kind, *(str(by_kind[kind, part] or "-") for part in _COLUMNS)])
        rows.append([what, "all", *(str(overall[part] or "-") for part in _COLUMNS)])
    yield from aligned(rows)
    for what, marks in (
        ("judged edits", [one.marks for one in edits]),
        ("marked changes", [one.marks for one in changes]),
    ):
        pairs = [(own[0], own[1]) for own in marks if len(own) > 1]
        exact = agreement(pairs)
        sound = agreement((str(one in STANDING), str(other in STANDING)) for one, other in pairs)
        decided = [own for own in marks if len(own) > 2]
        turned = sum((own[0] in STANDING) != (majority(own) in STANDING) for own in decided)
        yield ""
        yield f"{what} with the marks of two readers: {exact.number}"
        yield f"the same mark: {exact.alike}, kappa {exact.kappa:.2f}"
        yield f"fits or harmless, or not: {sound.alike} alike, kappa {sound.kappa:.2f}"
        yield f"with three readers: {len(decided)}; the majority is against the first reader in {turned}"
