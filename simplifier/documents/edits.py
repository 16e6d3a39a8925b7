"""Rewriting of documents: results of sentences become small edits of passages."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from simplifier.documents.base import BEHIND, FORMATS, ITEM, DocumentReader, PassageResult, Rewritten, TextEdit
from simplifier.record.request import SearchRequest
from simplifier.record.result import Result, SentenceResult
from simplifier.text import SplitPart, joined

if TYPE_CHECKING:
    from simplifier.pipeline import Simplifier

__all__ = ["applied", "grouped", "passage_edits", "rewrite"]

#: The pieces that edits are trimmed by: words, white space, single marks.
_PIECE: Final = re.compile(r"\w+(?:['’]\w+)*|\s+|[^\w\s]")
_WORD: Final = re.compile(r"(\S+)")


def applied(text: str, edits: Sequence[TextEdit]) -> str:
    """Return the text with edits made, which must be in order and not overlap."""
    parts: list[str] = []
    place = 0
    for start, end, target in edits:
        parts += (text[place:start], target)
        place = end
    parts.append(text[place:])
    return "".join(parts)


def grouped(text: str, edits: Sequence[TextEdit]) -> Iterator[list[TextEdit]]:
    """Yield groups of edits that belong together: only white space stands between them ("an enormous": "a big")."""
    group: list[TextEdit] = []
    for edit in edits:
        if group and text[group[-1].end : edit.start].strip():
            yield group
            group = []
        group.append(edit)
    if group:
        yield group


def passage_edits(result: Result) -> tuple[TextEdit, ...]:
    """Return the edits of a passage in order; no two of them touch.

    An edit of the model stays one edit, without the words at its beginning and end that are the same in both texts. If
    the order of a sentence changed, one edit reaches from the first difference to the last.
    """
    found: list[TextEdit] = []
    for start, source, output, sentence in _sentences(result):
        for first, last, target in _differences(source, output, sentence):
            edit = TextEdit(start + first, start + last, target)
            if found and found[-1].end == edit.start:
                before = found.pop()
                edit = TextEdit(before.start, edit.end, before.target + target)
            found.append(edit)
    trimmed = (_trimmed(result.source, edit) for edit in found)
    return tuple(edit for edit in trimmed if result.source[edit.start : edit.end] != edit.target)


def _sentences(result: Result) -> Iterator[tuple[int, str, str, SentenceResult | None]]:
    """Yield start, old text, new text and result of each sentence; a split sentence is one, without a result."""
    whole: list[SentenceResult] = []
    for one, following in zip(result.sentences, [*result.sentences[1:], None], strict=True):
        if one.split is None:
            yield one.start, one.source, one.output, one
            continue
        whole.append(one)
        if following is None or following.split is None or following.split.number == 1:
            yield (whole[0].start, *_together(result, whole, one.split, following), None)
            whole = []


def _together(
    result: Result, parts: Sequence[SentenceResult], split: SplitPart, following: SentenceResult | None
) -> tuple[str, str]:
    """Return the text of a sentence before and after it was split; for a list, with the space behind it."""
    if not split.is_item:
        return split.whole, joined((one.split, one.output) for one in parts)
    output = ITEM.join(one.output for one in parts)
    if following is None:
        return split.whole, output
    end = parts[0].start + len(split.whole)
    return result.source[parts[0].start : following.start], output + (
        BEHIND if not result.source[end : following.start].strip() else result.source[end : following.start]
    )


def _differences(source: str, output: str, sentence: SentenceResult | None) -> Iterator[tuple[int, int, str]]:
    """Yield the differences of two texts: those of the sentence's edits if these are in order, else one for all."""
    edits = () if sentence is None else sentence.edits
    place = written = 0
    found: list[tuple[int, int, str]] = []
    for edit in edits:
        if edit.start < place or edit.output_start < written:
            break
        found.append((place, edit.start, output[written : edit.output_start]))
        found.append((edit.start, edit.end, output[edit.output_start : edit.output_end]))
        place, written = edit.end, edit.output_end
    else:
        found.append((place, len(source), output[written:]))
        # The edits explain every difference only if the text between them (every other entry) has the same words; its
        # white space may differ.
        if all(source[a:b].split() == target.split() for a, b, target in found[::2]):
            for a, b, target in found:
                if source[a:b] != target:
                    yield from _around(source[a:b], target, a)
            return
    if source != output:
        yield 0, len(source), output


def _around(source: str, target: str, start: int) -> Iterator[tuple[int, int, str]]:
    """Yield a change; if its words are the same and only white space differs, yield that white space alone."""
    if source.split() != target.split() or not source.split():
        yield start, start + len(source), target
        return
    place = start
    for old, new in zip(_WORD.split(source), _WORD.split(target), strict=True):
        if old != new:
            yield place, place + len(old), new
        place += len(old)


def _trimmed(text: str, edit: TextEdit) -> TextEdit:
    """Trim an edit by the pieces at its beginning and end that are the same in both texts."""
    old, new = _PIECE.findall(text[edit.start : edit.end]), _PIECE.findall(edit.target)
    first = last = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    if first + last == len(old):  # words only come in: the old words beside them show where they belong
        return edit
    start = edit.start + sum(map(len, old[:first]))
    end = edit.end - sum(map(len, old[len(old) - last :]))
    return TextEdit(start, end, "".join(new[first : len(new) - last]))


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
