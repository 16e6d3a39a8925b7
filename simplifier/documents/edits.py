"""Rewriting of documents: results of sentences become small edits of passages."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from simplifier.documents.base import BEHIND, FORMATS, ITEM, DocumentReader, PassageResult, Rewritten, TextEdit
from simplifier.record.request import SearchRequest
from simplifier.record.result import Result
from simplifier.text.segmentation import is_list

if TYPE_CHECKING:
    from simplifier.pipeline import Simplifier

__all__ = ["grouped", "passage_edits", "rewrite"]


def grouped(text: str, edits: Sequence[TextEdit]) -> list[list[TextEdit]]:
    """Return edits that stand or fall together, in order, the groups by their first edit.

    They belong to one change, or nothing but white space parts them ("an enormous": "a big").

    Args:
        text: the text that the edits change.
        edits: in order; no two overlap.
    """
    # A forest of edits, whose roots stand for groups, keeps this linear: a paragraph may have thousands of edits.
    above = list(range(len(edits)))

    def root(place: int) -> int:
        while above[place] != place:
            above[place] = above[above[place]]
            place = above[place]
        return place

    of_change: dict[int, int] = {}
    for place, edit in enumerate(edits):
        if place and not text[edits[place - 1].end : edit.start].strip():
            above[place] = root(place - 1)
        if edit.change >= 0:
            above[root(place)] = root(of_change.setdefault(edit.change, place))
    groups: dict[int, list[TextEdit]] = {}
    for place, edit in enumerate(edits):
        groups.setdefault(root(place), []).append(edit)
    return list(groups.values())


def passage_edits(result: Result) -> tuple[TextEdit, ...]:
    """Return the edits of a passage in order; no two overlap.

    A list is one edit of its whole sentence, since formats write it as paragraphs or elements of their own.
    """
    found: list[TextEdit] = []
    changes = 0
    for one in result.sentences:
        if any(is_list(part.split) for part in one.parts):
            found.append(TextEdit(one.start, one.end, one.marked_output(ITEM, BEHIND), changes))
        else:
            found += [
                TextEdit(one.start + edit.start, one.start + edit.end, edit.target, changes + edit.change)
                for edit in one.edits
            ]
        changes += max(1, len(one.changes))
    return tuple(found)


def rewrite(
    document: DocumentReader,
    simplifier: Simplifier,
    request: SearchRequest = SearchRequest(),  # noqa: B008
    told: Callable[[Result], None] | None = None,
) -> Rewritten:
    """Rewrite all passages of a document, in order.

    Args:
        document: the file as its format reads it.
        simplifier: the model that rewrites the passages.
        request: the request for every sentence.
        told: called with the result of every passage when it is done.
    """
    passages = [passage.text for passage in document.passages()]
    results = []
    kind = FORMATS.get(document.name)
    whole = kind is None or not kind.of_records
    request = dataclasses.replace(request, lists=request.lists and kind is not None and kind.lists)
    for result in simplifier.stream(passages, request=request, apart=True, document=whole):
        results.append(result)
        if told is not None:
            told(result)
    changed = [
        PassageResult(number, result.text, passage_edits(result))
        for number, result in enumerate(results)
        if result.text != result.source
    ]
    return Rewritten(document.written(changed), tuple(results))
