"""Content of a report on a rewritten text: paragraphs in stretches, sources of changes, hard words that stayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from simplifier.base.differences import joined_pieces, pieces_by_words
from simplifier.languages.analysis.reading_grade import ReadingCounts
from simplifier.pipeline import Simplifier
from simplifier.policy.hard_words import HardWords
from simplifier.record.alternatives import Alternative, alternatives_of
from simplifier.record.changes import changes_of
from simplifier.record.result import Edit, Result, SentenceResult
from simplifier.text import joined
from simplifier.text.segmentation import BEHIND_LIST, is_list

__all__ = ["HardWord", "RankedWord", "Reported", "ReportedPassage", "RewritingReport", "Stretch"]

#: The owner of edits that only repair the surroundings of other edits.
_REPAIR: Final = "text"
#: The most candidates that are shown for a word.
_MOST_RANKED: Final = 5
_UNKNOWN: Final = "no rule has other words for it"


class Reported(NamedTuple):
    """An edit as the report shows it.

    Attributes:
        source: the old words.
        target: the new words.
        reason: why the edit won.
        rule: left-hand side, source side and target side of its rule; empty for a repair.
        origins: the sources of the rule; the owner of its grammar if no sources are known.
    """

    source: str
    target: str
    reason: str
    rule: str
    origins: tuple[str, ...]


class Stretch(NamedTuple):
    """A stretch of text.

    Attributes:
        old: the old text.
        new: the new text.
        edits: the edits that changed it.
        split: True if the change comes from a structural rule.
    """

    old: str
    new: str
    edits: tuple[Reported, ...] = ()
    split: bool = False

    @property
    def changed(self) -> bool:
        """True if the old and the new text differ."""
        return self.old != self.new


class HardWord(NamedTuple):
    """A hard word that stayed: its decoder form, and the reason why it stayed."""

    form: str
    why: str


class RankedWord(NamedTuple):
    """A content word, or a phrase with one, and the alternatives for it in its sentence.

    Attributes:
        source: the text of the word or phrase.
        ranked: the alternatives, best first (`Alternatives`), without the source text.
        more: the number of alternatives that are not in ``ranked``.
    """

    source: str
    ranked: tuple[Alternative, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class ReportedPassage:
    """A paragraph of the report.

    Attributes:
        place: its place in the document, in words.
        stretches: its text, in order.
        before: the counts for the reading grade of the source.
        after: the counts for the reading grade of the output.
        sentences: the number of sentences of the source.
        changed: the number of these that were changed.
        words: its content words that have alternatives, in order.
    """

    place: str
    stretches: tuple[Stretch, ...]
    before: ReadingCounts
    after: ReadingCounts
    sentences: int
    changed: int
    words: tuple[RankedWord, ...] = ()


@dataclass(slots=True)
class RewritingReport:
    """A report that is built paragraph by paragraph.

    Args:
        simplifier: the model that made the results.

    Attributes:
        passages: the paragraphs so far.
        origins: how many edits come from each source of rules.
        edits: the number of edits by rules.
        hard: how often each hard word stayed.
    """

    simplifier: Simplifier
    passages: list[ReportedPassage] = field(default_factory=list)
    origins: Counter[str] = field(default_factory=Counter)
    edits: int = 0
    hard: Counter[HardWord] = field(default_factory=Counter)
    _words: HardWords = field(init=False)

    def __post_init__(self) -> None:
        self._words = HardWords(self.simplifier.decoder.grammars, self.simplifier.language)

    @property
    def before(self) -> ReadingCounts:
        """The counts for the reading grade of the whole source."""
        return _total(one.before for one in self.passages)

    @property
    def after(self) -> ReadingCounts:
        """The counts for the reading grade of the whole output."""
        return _total(one.after for one in self.passages)

    def complexity(self, form: str) -> float | None:
        """Return the complexity of a word, 1 to 6; None if it is not known (`HardWords.complexity`)."""
        return self._words.complexity(form)

    def add(self, result: Result, place: str) -> None:
        """Add the result of a paragraph; a paragraph without sentences is left out."""
        if not result.sentences:
            return
        before = after = ReadingCounts()
        counter = self.simplifier.language.syllables
        stretches: list[Stretch] = []
        words: list[RankedWord] = []
        at = number = changed = 0
        listed = False
        # The parts of a split sentence have the same start.
        for start, group in groupby(result.sentences, key=lambda sentence: sentence.start):
            parts = tuple(group)
            split = parts[0].split
            source = parts[0].source if split is None else split.whole
            gap = result.source[at:start]
            stretches.append(Stretch(gap, BEHIND_LIST if listed and not gap.strip() else gap, split=listed))
            listed = is_list(parts[-1].split)
            own = list(_split_stretches(source, parts) if split is not None else _sentence_stretches(parts[0]))
            stretches += own
            number += 1
            changed += any(stretch.changed for stretch in own)
            before = before.plus(ReadingCounts.of(source, counter))
            for part in parts:
                after = after.plus(ReadingCounts.of(part.output, counter))
                self._count(part)
                words += self._ranked(part)
            at = start + len(source)
        stretches.append(Stretch(result.source[at:], result.source[at:]))
        shown = tuple(stretch for stretch in stretches if stretch.old or stretch.new)
        self.passages.append(ReportedPassage(place, shown, before, after, number, changed, tuple(words)))

    def _count(self, sentence: SentenceResult) -> None:
        """Count the edits of a sentence by their sources, and its hard words that stayed."""
        own = [edit for edit in sentence.edits if edit.rule.grammar != _REPAIR]
        self.edits += len(own)
        self.origins.update(name for edit in own for name in _origins(edit))
        language = self.simplifier.language
        for place, token in enumerate(language.tokenise(sentence.source)):
            named = place > 0 and token.surface != token.surface.lower()
            touched = any(edit.start < token.end and token.start < edit.end for edit in sentence.edits)
            if not (named or touched) and self._words.is_hard(token.form):
                self.hard[HardWord(token.form, _why_kept(sentence, token.start, token.end))] += 1

    def _ranked(self, sentence: SentenceResult) -> Iterator[RankedWord]:
        """Yield the content words with their alternatives; nothing for a sentence without an explanation."""
        if sentence.explanation is None:
            return
        language = self.simplifier.language
        end = 0
        for token in language.tokenise(sentence.source):
            if token.start < end or token.form in language.words.function or not token.form[0].isalpha():
                continue
            place = alternatives_of(sentence, token.start, token.end, language)
            if place.start < end:
                continue
            own = tuple(one for one in place.ranked if not one.original)
            if own:
                end = place.end
                yield RankedWord(place.source, own[:_MOST_RANKED], max(0, len(own) - _MOST_RANKED))


def _total(counts: Iterator[ReadingCounts]) -> ReadingCounts:
    total = ReadingCounts()
    for one in counts:
        total = total.plus(one)
    return total


def _origins(edit: Edit) -> tuple[str, ...]:
    """Return the sources of an edit's rule; the owner of its grammar if there are none."""
    return edit.rule.provenance or (edit.rule.grammar,)


def _why_kept(sentence: SentenceResult, start: int, end: int) -> str:
    """Return what stopped the best candidate of the shortest phrase with the word; empty without an explanation."""
    if sentence.explanation is None:
        return ""
    phrases = [one for one in sentence.kept if one.start <= start and end <= one.end and one.candidates]
    if not phrases:
        return _UNKNOWN
    best = min(phrases, key=lambda one: one.end - one.start).candidates[0]
    return f"not “{best.target}”: {best.reason.text}" if best.target else f"not left out: {best.reason.text}"


def _sentence_stretches(sentence: SentenceResult) -> Iterator[Stretch]:
    """Yield the stretches of a sentence that was not split."""
    told = _told(sentence)
    at = 0
    for change in changes_of(sentence):
        yield Stretch(sentence.source[at : change.start], sentence.source[at : change.start])
        yield Stretch(
            sentence.source[change.start : change.end],
            sentence.output[change.output_start : change.output_end],
            tuple(told[number] for number in change.edits),
        )
        at = change.end
    yield Stretch(sentence.source[at:], sentence.source[at:])


def _split_stretches(source: str, parts: Sequence[SentenceResult]) -> Iterator[Stretch]:
    """Yield the stretches of a split sentence, compared word by word with its parts.

    An edit belongs to each changed stretch that has some of its new words.
    """
    placed: list[tuple[int, int, Reported]] = []
    start = 0
    for part in parts:
        assert part.split is not None
        start += len(part.split.lead) * (part.split.number > 1)
        for edit, told in zip(part.edits, _told(part), strict=True):
            placed.append((start + edit.output_start, start + edit.output_end, told))
        start += len(part.output)
    at = 0
    for old, new in joined_pieces(pieces_by_words(source, joined((part.split, part.output) for part in parts))):
        end = at + len(new)
        # An edit that left words out has an empty span; it belongs to the stretch that begins there.
        edits = tuple(told for first, last, told in placed if (first < end and at < last) or (first == last == at))
        yield Stretch(old, new) if old == new else Stretch(old, new, edits, split=True)
        at = end


def _told(sentence: SentenceResult) -> list[Reported]:
    """Return the edits of a sentence as the report shows them, in their order."""
    explained = () if sentence.explanation is None else sentence.explanation.changed
    reasons = {(one.edit.start, one.edit.end, one.edit.output_start): one.reason.text for one in explained}
    found = []
    for edit in sentence.edits:
        rule = edit.rule
        if rule.grammar == _REPAIR:
            told = Reported(edit.source, edit.target, "follows from the words beside it", "", ())
        else:
            reason = reasons.get((edit.start, edit.end, edit.output_start), "")
            words = f"{rule.lhs} | {rule.source} | {rule.target or '(left out)'}"
            told = Reported(edit.source, edit.target, reason, words, _origins(edit))
        found.append(told)
    return found
