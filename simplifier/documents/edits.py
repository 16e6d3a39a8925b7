"""Rewriting of documents: results of sentences become small edits of passages."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from simplifier.documents.base import BEHIND, FORMATS, ITEM, DocumentReader, PassageResult, Rewritten, TextEdit
from simplifier.record.edits import EditKind
from simplifier.record.request import SearchRequest
from simplifier.record.result import Result, SentenceResult
from simplifier.text.segmentation import is_list

if TYPE_CHECKING:
    from simplifier.pipeline import Simplifier

__all__ = [
    "file_of",
    "fitted",
    "grouped",
    "is_one_document",
    "parted",
    "passage_edits",
    "request_for",
    "rewrite",
    "written",
]

#: A word at the end of a text.
_LAST_WORD: Final = re.compile(r"(?<!\w)(\w+)\Z")


def grouped(text: str, edits: Sequence[TextEdit]) -> list[list[TextEdit]]:
    """Return edits that stand or fall together, in order, the groups by their first edit.

    They belong to one change. An edit of no known change belongs to the one that nothing but white space parts from it
    ("an enormous": "a big").

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
        known = edit.change >= 0 and place > 0 and edits[place - 1].change >= 0
        if place and not known and not text[edits[place - 1].end : edit.start].strip():
            above[place] = root(place - 1)
        if edit.change >= 0:
            above[root(place)] = root(of_change.setdefault(edit.change, place))
    groups: dict[int, list[TextEdit]] = {}
    for place, edit in enumerate(edits):
        groups.setdefault(root(place), []).append(edit)
    return list(groups.values())


def parted(text: str, edit: TextEdit) -> list[TextEdit]:
    """Return an edit in smaller ones: the words at its end that keep their letters are edits of their own.

    ", and the" -> ". The" becomes ", and " -> ". " and "the" -> "The", between which a mark may stand.

    Args:
        text: the text of the passage.
        edit: an edit of it.
    """
    start, end, target, change = edit
    found: list[TextEdit] = []
    while True:
        old, new = _LAST_WORD.search(text, start, end), _LAST_WORD.search(target)
        if old is None or new is None or old[0].casefold() != new[0].casefold():
            break
        place = old.start(1)
        if old[1] != new[1]:
            found.append(TextEdit(place, place + len(old[1]), new[1], change))
        end, target = place, target[: new.start(1)]
        space = len(text[start:end]) - len(text[start:end].rstrip())
        if space and target.endswith(text[end - space : end]):
            end, target = end - space, target[:-space]
    if (start, end, target) != (start, start, ""):
        found.append(TextEdit(start, end, target, change))
    return found[::-1]


def passage_edits(result: Result) -> tuple[TextEdit, ...]:
    """Return the edits of a passage in order; no two overlap. Changes have the numbers of `Result.edits`.

    A list is one edit of its whole sentence, since formats write it as paragraphs or elements of their own.
    """
    found: list[TextEdit] = []
    changes = 0
    for one in result.sentences:
        found += _sentence_edits(one, changes)
        changes += len(one.changes)
    return tuple(found)


def _sentence_edits(one: SentenceResult, changes: int) -> list[TextEdit]:
    """Return the edits of a sentence with places in its text, its changes numbered from a number."""
    if _makes_list(one):
        return [TextEdit(one.start, one.end, one.marked_output(ITEM, BEHIND), changes)]
    return [
        TextEdit(one.start + edit.start, one.start + edit.end, edit.target, changes + edit.change) for edit in one.edits
    ]


def _makes_list(one: SentenceResult) -> bool:
    return any(is_list(part.split) for part in one.parts) and any(edit.kind is EditKind.LIST for edit in one.edits)


def fitted(document: DocumentReader, results: Iterable[tuple[int, Result]]) -> list[Result]:
    """Return results of passages, each with those of its changes that the file can take.

    Args:
        document: the file as its format reads it.
        results: the number of each passage, and its result.
    """
    own = [*results]
    found = _fitted(document, own)
    # The edit that writes a list has all changes of its sentence. Where no list fits, the others are tried without it.
    again = [
        (place, Result.of(before.source, map(_unlisted, before.sentences, after.sentences)))
        for place, ((_, before), after) in enumerate(zip(own, found, strict=True))
        if any(map(_lost_list, before.sentences, after.sentences))
    ]
    fitting = _fitted(document, [(own[place][0], result) for place, result in again]) if again else []
    for (place, _), result in zip(again, fitting, strict=True):
        found[place] = result
    return found


def _fitted(document: DocumentReader, results: Sequence[tuple[int, Result]]) -> list[Result]:
    changed = _changed(results)
    made = {before.number: after for before, after in zip(changed, document.fitted(changed), strict=True)}
    return [result if number not in made else _only(result, made[number].edits) for number, result in results]


def _lost_list(before: SentenceResult, after: SentenceResult) -> bool:
    return _makes_list(before) and not _makes_list(after)


def _unlisted(before: SentenceResult, after: SentenceResult) -> SentenceResult:
    """Return a sentence before it was fitted, without its list if it lost that."""
    if not _lost_list(before, after):
        return before
    return before.deciding([one.number for one in before.changes if one.kind is not EditKind.LIST])


def _only(result: Result, made: Sequence[TextEdit]) -> Result:
    """Return a result with those of its changes that are made."""
    numbers = {edit.change for edit in made}
    if numbers == {edit.change for edit in passage_edits(result)}:
        return result
    sentences: list[SentenceResult] = []
    changes = 0
    for one in result.sentences:
        count = len(one.changes)
        if _makes_list(one):  # one edit for all changes of the sentence
            stands = one.changes if changes in numbers else ()
        else:
            stands = tuple([change for change in one.changes if changes + change.number in numbers])
        sentences.append(one if len(stands) == count else one.deciding([change.number for change in stands]))
        changes += count
    return Result.of(result.source, sentences)


def request_for(document: DocumentReader, request: SearchRequest) -> SearchRequest:
    """Return a request for the passages of a document, without lists where its format has none."""
    kind = FORMATS.get(document.name)
    return dataclasses.replace(request, lists=request.lists and kind is not None and kind.lists)


def is_one_document(document: DocumentReader) -> bool:
    """Return True if the passages of a document belong together; those of tables and records do not."""
    kind = FORMATS.get(document.name)
    return kind is None or not kind.of_records


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
    request = request_for(document, request)
    results = []
    for result in simplifier.stream(passages, request=request, apart=True, document=is_one_document(document)):
        results.append(result)
        if told is not None:
            told(result)
    return written(document, results)


def written(document: DocumentReader, results: Sequence[Result]) -> Rewritten:
    """Return a document with its passages rewritten, and their results with what the file got and no more.

    Args:
        document: the file as its format reads it.
        results: the result of every passage.
    """
    made = tuple(fitted(document, enumerate(results)))
    return Rewritten(file_of(document, made), made)


def file_of(document: DocumentReader, results: Iterable[Result]) -> bytes:
    """Return a document with its passages rewritten, as far as they fit.

    Args:
        document: the file as its format reads it.
        results: the result of every passage.
    """
    return document.written(_changed(enumerate(results)))


def _changed(results: Iterable[tuple[int, Result]]) -> list[PassageResult]:
    return [
        PassageResult(number, result.text, passage_edits(result))
        for number, result in results
        if result.text != result.source
    ]
