"""Analysis of one version of a text: suggested changes, hard words, and the replacements in the file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from os.path import commonprefix
from typing import Final

from simplifier.documents import FORMATS, DocumentReader, PassageResult, TextEdit
from simplifier.documents.edits import passage_edits
from simplifier.documents.positions import Place, Replacement, located
from simplifier.editor.model import EditorModel
from simplifier.record.alternatives import Alternatives, alternatives_of
from simplifier.record.edits import applied
from simplifier.record.result import Result, SentenceResult
from simplifier.suggestions.kinds import OFFERED, kind_of, offered, told
from simplifier.suggestions.readability import hard_words
from simplifier.text.markup import MarkedText

__all__ = ["HARD_WORD", "Analysis", "Suggestion", "analyse", "explained", "format_of", "offers", "ranked"]

HARD_WORD: Final = "HARD_WORD"
#: The formats by the names that text editors use.
_FORMATS: Final = {"markdown": "markdown", "plaintext": "text", "text": "text", "txt": "text"}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change or a hard word, with its place.

    Attributes:
        start: the first character of the place in the file, from 0.
        end: the end of the place, behind its last character.
        kind: one of `suggestions.kinds.KINDS`, or `HARD_WORD`.
        message: one line for people.
        passage: the number of the passage, from 0.
        sentence: the result of the sentence with the place.
        sentence_start: the first character of the place in the sentence.
        sentence_end: the end of the place in the sentence.
        target: what may stand in the place, of a change that is only offered; None for others.
    """

    start: int
    end: int
    kind: str
    message: str
    passage: int
    sentence: SentenceResult
    sentence_start: int
    sentence_end: int
    target: str | None = None

    def forbidding(self) -> list[tuple[str, str]]:
        """Return the user list entries that would prevent the suggestion: old words, and new words or nothing."""
        if self.kind in (HARD_WORD, OFFERED):
            words = self.sentence.source[self.sentence_start : self.sentence_end].lower()
            return [(words, target) for target in dict.fromkeys(((self.target or "").lower(), ""))]
        edits = [
            one
            for one in self.sentence.edits
            if self.sentence_start <= one.start and one.end <= self.sentence_end and one.source.strip()
        ]
        found = [
            (one.source.lower(), target.lower())
            for one in edits
            if one.rule.grammar != "text"
            for target in dict.fromkeys((one.target, ""))
        ]
        return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Analysis:
    """The results and suggestions for one version of a text.

    Attributes:
        text: the text that was read.
        document: the reader of the format of the text.
        spelling: the spelling of new words.
        results: the results of the passages.
        suggestions: the suggestions in the order of the file.
    """

    text: str
    document: DocumentReader
    spelling: str | None
    results: tuple[Result, ...]
    suggestions: tuple[Suggestion, ...]

    def at(self, start: int, end: int) -> list[Suggestion]:
        """Return the suggestions that touch a half-open span of the file, which may be empty."""
        return [one for one in self.suggestions if one.start <= end and start <= one.end]

    def sentences(self) -> list[tuple[int, SentenceResult]]:
        """Return the sentences, each with the number of its passage."""
        return [(number, sentence) for number, sentence, _, _ in self._sentences()]

    def with_offers(self, offers: Sequence[Suggestion]) -> Analysis:
        """Return the analysis with offers too; a hard word for which there is one is not marked beside it."""
        covered = {place for one in offers for place in range(one.start, one.end)}
        others = [one for one in self.suggestions if one.kind != HARD_WORD or one.start not in covered]
        return replace(self, suggestions=tuple(sorted([*others, *offers], key=lambda one: (one.start, one.end))))

    def replacement(self, suggestion: Suggestion, edits: Sequence[TextEdit]) -> Replacement | None:
        """Return the change of the file that edits of the sentence of a suggestion make.

        It is None if the markup of the file leaves nothing to change.
        """
        offset = suggestion.sentence.start
        own = tuple(TextEdit(offset + start, offset + end, words) for start, end, words, _ in edits)
        text = self.results[suggestion.passage].source
        result = PassageResult(suggestion.passage, applied(text, own), own)
        return _difference(self.text, self._written([result]))

    def rewriting(self, start: int, end: int) -> tuple[int, Replacement] | None:
        """Return the number of changed sentences at a place, and one replacement that makes all their changes.

        Args:
            start: the first character of the place in the file.
            end: the end of the place, behind its last character.
        """
        changed: list[tuple[int, SentenceResult]] = []
        for number, sentence, first, last in self._sentences():
            if first <= end and start <= last and sentence.source != sentence.output:
                changed.append((number, sentence))
        results = []
        for number in dict.fromkeys(number for number, _ in changed):
            text = self.results[number].source
            own = tuple(sentence for passage, sentence in changed if passage == number)
            edits = passage_edits(Result(text, text, own))
            results.append(PassageResult(number, applied(text, edits), edits))
        found = _difference(self.text, self._written(results)) if results else None
        return None if found is None else (len(changed), found)

    def _sentences(self) -> Iterator[tuple[int, SentenceResult, int, int]]:
        """Yield each sentence with the number of its passage, and its start and end in the file."""
        for number, (passage, result) in enumerate(zip(self.document.passages(), self.results, strict=True)):
            assert isinstance(passage.place, Place)
            runs = passage.place.runs
            for sentence in result.sentences:
                first, last = sentence.start, sentence.start + len(sentence.source)
                # From the first run that ends behind the sentence's start to the last that begins before its end.
                begins = bisect_right(runs, first, key=lambda run: run.end)
                ends = bisect_left(runs, last, key=lambda run: run.start)
                if begins < ends:
                    begin, end = runs[begins], runs[ends - 1]
                    yield (
                        number,
                        sentence,
                        begin.source_start + max(0, first - begin.start),
                        end.source_end - max(0, end.end - last),
                    )

    def _written(self, results: Sequence[PassageResult]) -> str:
        return self.document.written(results).decode("utf-8")


def format_of(language: str, name: str) -> str | None:
    """Return the format of a text; None if the language server does not read it.

    Args:
        language: the text editor's name for the format.
        name: the name of the file.
    """
    if language in _FORMATS:
        return _FORMATS[language]
    suffixes = {suffix: kind for kind in ("markdown", "text") for suffix in FORMATS[kind].suffixes}
    return suffixes.get(f".{name.rpartition('.')[2].lower()}") if "." in name else None


def analyse(model: EditorModel, text: str, kind: str, hard: bool, check: Callable[[], None]) -> Analysis:
    """Read one version of a text.

    Args:
        model: the model that rewrites.
        text: the whole text.
        kind: the format of the text, as `format_of` returns it.
        hard: True to suggest hard words too.
        check: a function that is called now and then; an exception from it ends the work.

    Raises:
        InputError: the format cannot be read.
    """
    # Half a surrogate pair has no UTF-8, and is read as one question mark, so that places stay right.
    document = FORMATS[kind](text.encode("utf-8", "replace"))
    passages = document.passages()
    spelling = model.spelling("\n".join(passage.text for passage in passages))
    results = model.rewrite([passage.text for passage in passages], spelling, check)
    suggestions: list[Suggestion] = []
    for number, (passage, result) in enumerate(zip(passages, results, strict=True)):
        assert isinstance(passage.place, Place)
        for sentence in result.sentences:
            for start, end, own, message in _said(model, sentence, hard):
                span = located(passage.text, passage.place, sentence.start + start, sentence.start + end)
                if span is not None:
                    suggestions.append(Suggestion(*span, own, message, number, sentence, start, end))
    suggestions.sort(key=lambda one: (one.start, one.end))
    return Analysis(text, document, spelling, tuple(results), tuple(suggestions))


def _said(model: EditorModel, sentence: SentenceResult, hard: bool) -> Iterator[tuple[int, int, str, str]]:
    """Yield places of a sentence, each with its kind and a line about it."""
    for one in sentence.changes:
        old, new = sentence.source[one.start : one.end], one.target(sentence.source)
        if one.start < one.end:
            yield one.start, one.end, kind_of(one), told(one, old, new)
    for word in hard_words(sentence, model.language, model.difficulty) if hard else ():
        if word["source"].lower() not in model.unchanging:
            yield word["start"], word["end"], HARD_WORD, f"“{word['source']}” is a hard word."


def offers(
    model: EditorModel, analysis: Analysis, number: int, sentence: SentenceResult, check: Callable[[], None]
) -> list[Suggestion]:
    """Return what may be offered beside the changes of a sentence, where the markup of the file allows it.

    Args:
        model: the model that rewrites.
        analysis: the analysis with the sentence.
        number: the number of its passage.
        sentence: the sentence.
        check: a function that is called now and then; an exception from it ends the work.
    """
    passage = analysis.document.passages()[number]
    assert isinstance(passage.place, Place)
    found: list[Suggestion] = []
    for one in model.offers(_alone(passage.text, sentence), analysis.spelling, check):
        if one.source.lower() in model.unchanging:
            continue
        span = located(passage.text, passage.place, sentence.start + one.start, sentence.start + one.end)
        if span is not None and not any(edit.start < one.end and one.start < edit.end for edit in sentence.edits):
            message = offered(one)
            found.append(Suggestion(*span, OFFERED, message, number, sentence, one.start, one.end, one.target))
    return found


def _alone(passage: str, sentence: SentenceResult) -> str:
    """Return a sentence of a passage as a passage of its own."""
    place = sentence.start, sentence.end
    return passage.cut(*place) if isinstance(passage, MarkedText) else passage[slice(*place)]


def explained(
    model: EditorModel, analysis: Analysis, suggestion: Suggestion, check: Callable[[], None]
) -> SentenceResult | None:
    """Return the sentence of a suggestion with explanations; None if by itself it is not read as the same sentence.

    Args:
        model: the model that rewrites.
        analysis: the analysis with the suggestion.
        suggestion: the suggestion.
        check: a function that is called now and then; an exception from it ends the work.
    """
    passage = analysis.document.passages()[suggestion.passage].text
    result = model.explain(_alone(passage, suggestion.sentence), analysis.spelling, check)
    if len(result.sentences) == 1 and result.sentences[0].source == suggestion.sentence.source:
        return result.sentences[0]
    return None


def ranked(
    model: EditorModel, analysis: Analysis, suggestion: Suggestion, check: Callable[[], None], most: int
) -> list[tuple[str, str, Replacement]]:
    """Return the alternatives in the place of a suggestion, best first: old words, new words, change of the file.

    Forbidden alternatives are left out, and those that the markup of the file does not allow.

    Args:
        model: the model that rewrites.
        analysis: the analysis with the suggestion.
        suggestion: the suggestion.
        check: a function that is called now and then; an exception from it ends the work.
        most: the largest number of alternatives.
    """
    sentence = explained(model, analysis, suggestion, check)
    if sentence is None:
        return []
    place = alternatives_of(sentence, suggestion.sentence_start, suggestion.sentence_end, model.language)
    found: list[tuple[str, str, Replacement]] = []
    for one in place.ranked:
        edits = _edits(place, one.text)
        made = None if one.forbidden or not edits else analysis.replacement(suggestion, edits)
        if made is not None:
            old = sentence.source[edits[0].start : edits[-1].end]
            new = one.text if len(edits) > 1 else edits[0].target
            found.append((old, new, made))
        if len(found) == most:
            break
    return found


def _edits(place: Alternatives, words: str) -> list[TextEdit]:
    """Return the edits that put words into a place; an empty list if nothing changes.

    An article at the beginning of the place is an edit of its own, since markup of the file may follow it.
    """
    parts = [(place.start, place.source, words)]
    if place.article:
        article, rest = place.source.split(maxsplit=1)
        new_article, *new_rest = words.split(maxsplit=1)  # `new_rest` is empty if the word is left out
        parts = [(place.start, article, new_article), (place.end - len(rest), rest, "".join(new_rest))]
    return [TextEdit(start, start + len(one), new) for start, one, new in parts if one != new]


def _difference(old: str, new: str) -> Replacement | None:
    """Return one replacement of whole words that turns a text into another; None if they are the same."""
    if old == new:
        return None
    start = len(commonprefix([old, new]))
    while start and old[start - 1].isalnum():
        start -= 1
    # What both texts end with must not reach back into what they begin with.
    most = min(len(old), len(new)) - start
    behind = len(commonprefix([old[start:][::-1], new[start:][::-1]]))
    behind = min(behind, most)
    while behind and old[len(old) - behind].isalnum():
        behind -= 1
    return Replacement(start, len(old) - behind, new[start : len(new) - behind])
