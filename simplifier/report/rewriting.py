"""Content of a report on a rewritten text: paragraphs in stretches, sources of changes, hard words that stayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from simplifier.pipeline import Simplifier
from simplifier.policy.hard_words import HardWords
from simplifier.record.alternatives import Alternative, alternatives_of
from simplifier.record.edits import Edit, EditKind
from simplifier.record.result import Result, SentenceResult
from simplifier.record.rule_edits import RuleReference
from simplifier.record.tally import Tally

__all__ = ["HardWord", "RankedWord", "Reported", "ReportedPassage", "RewritingReport", "Stretch"]

#: Candidates of a word.
_MOST_RANKED: Final = 5


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
    """A stretch of text: what stood there, what stands there now, and the rules behind it."""

    old: str
    new: str
    edits: tuple[Reported, ...] = ()

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
        file: the name of its file; empty if there is but one text.
        stretches: its text, in order.
        tally: its sentences, changes and reading grades.
        words: its words of content that have candidates, in order.
    """

    place: str
    stretches: tuple[Stretch, ...]
    tally: Tally
    words: tuple[RankedWord, ...] = ()
    file: str = ""


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
    tally: Tally = field(init=False)
    hard: Counter[HardWord] = field(default_factory=Counter)
    _words: HardWords = field(init=False)

    def __post_init__(self) -> None:
        self.tally = Tally(self.simplifier.language)
        self._words = HardWords(self.simplifier.decoder.grammars, self.simplifier.language)

    def complexity(self, form: str) -> float | None:
        """Return the complexity of a word, 1 to 6; None if it is not known (`HardWords.complexity`)."""
        return self._words.complexity(form)

    def add(self, result: Result, name: str, file: str = "") -> None:
        """Take in a paragraph; one without words has nothing to report.

        Args:
            result: the result of the paragraph.
            name: the place of the paragraph, in words.
            file: the name of its file.
        """
        if not result.sentences:
            return
        own = Tally(self.simplifier.language)
        for one in (own, self.tally):
            one.add(result)
        stretches: list[Stretch] = []
        place = 0
        for edit in result.edits:
            same = result.source[place : edit.start]
            stretches += (Stretch(same, same), Stretch(edit.source, edit.target, _told(edit)))
            place = edit.end
        stretches.append(Stretch(result.source[place:], result.source[place:]))
        words: list[RankedWord] = []
        for sentence in result.sentences:
            self._count(sentence)
            words += self._ranked(sentence)
        shown = tuple(stretch for stretch in stretches if stretch.old or stretch.new)
        self.passages.append(ReportedPassage(name, shown, own, tuple(words), file))

    def _count(self, sentence: SentenceResult) -> None:
        """Count the changes of a sentence by their sources, and the hard words that stayed."""
        for change in sentence.changes:
            first = change.edits[0]
            self.origins.update({name for rule in (first.rule, *first.also) for name in _origins(rule)})
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


def _origins(rule: RuleReference) -> tuple[str, ...]:
    """Return where a rule comes from: its sources, or else the grammar that holds it."""
    return rule.provenance or (rule.grammar,)


def _why_kept(sentence: SentenceResult, start: int, end: int) -> str:
    """Return what stopped the likeliest change of a word, or of a phrase with it; empty without an explanation."""
    if sentence.explanation is None:
        return ""
    return sentence.explanation.why_kept(start, end).told(sentence.source[start:end])


def _told(edit: Edit) -> tuple[Reported, ...]:
    """Return an edit, one entry for each of its rules; the first has the reason."""
    reason = edit.reason.text
    if edit.kind is EditKind.REPAIR:
        return (Reported(edit.source, edit.target, reason, "", ()),)
    found = []
    for rule in (edit.rule, *edit.also):
        words = f"{rule.lhs} | {rule.source} | {rule.target or '(left out)'}"
        found.append(Reported(edit.source, edit.target, reason, words, _origins(rule)))
        reason = ""
    return tuple(found)
