"""All tests of one rewriting against its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from simplifier.core import LanguageModel
from simplifier.languages import Language
from simplifier.languages.analysis.findings import Change, Finding, TaggedWords
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tokens import Token, pretokenised, tagger_words
from simplifier.languages.reversals import Reversals
from simplifier.languages.word_tests import WordTests
from simplifier.record.decoded import Rewriting
from simplifier.record.rule_edits import RuleEdit
from simplifier.record.trace import GIVEN

__all__ = ["SentenceCheck", "SourceCheck"]

#: What the text layer repairs by itself.
_REPAIRS: Final = "text"
_UNTESTED: Final = frozenset([*GIVEN, _REPAIRS])
#: Marks a pair that was written down and read by hand: what it says it may say.
_LISTED: Final = "InPlainList"


class SentenceCheck:
    """Tests rewritings. Safe to share between threads.

    The user's own edits (rules of a user list, ``<replace>``) are taken for granted: the sentence that a
    rewriting is compared with has them already.

    Args:
        language: the language of the sentences.
        tagger: without one, the tests that need parts of speech are left out.
        models: tell how probable a sentence is, all of them must find it less so; without any, that is not
            tested.
        largest_fall: how far the mean log-probability of a word may fall (natural logarithm).
        tokenised: texts are tokens between spaces.
    """

    def __init__(
        self,
        language: Language,
        tagger: Tagger | None,
        models: Sequence[LanguageModel],
        largest_fall: float,
        tokenised: bool = False,
    ) -> None:
        self._tagger = tagger
        self._language = language
        self._grammar = None if tagger is None else language.grammar_tests(tagger)
        self._reversals = Reversals(language)
        self._models = tuple(models)
        self._largest_fall = largest_fall
        self._tokenise = pretokenised if tokenised else language.tokenise

    def read(self, text: str) -> TaggedWords:
        """Return a sentence that nobody has read yet as the tests want it."""
        return self._read([text])[0]

    def of(self, source: TaggedWords) -> SourceCheck:
        """Return the tests for rewritings of one sentence, which the pipeline or `read` has read."""
        return SourceCheck(self, source)

    def findings(self, source: TaggedWords, rewriting: Rewriting) -> list[Finding]:
        """Return the tests that a rewriting of a sentence fails, after cutting it into tokens and tagging it."""
        return self.of(source).findings([rewriting])[0]

    def failures(self, source: TaggedWords, rewriting: Rewriting) -> list[Finding]:
        """Return the hard ones among the findings."""
        return self.of(source).failures([rewriting])[0]

    def scores(self, sentences: Sequence[TaggedWords]) -> list[tuple[float, ...]]:
        """Return the log-probability of each sentence by every model."""
        if not self._models:
            return [()] * len(sentences)
        forms: list[Sequence[str]] = [one.forms for one in sentences]
        return list(zip(*[model.score_sentences(forms) for model in self._models], strict=True))

    def _read(self, texts: Sequence[str]) -> list[TaggedWords]:
        return self._tagged([self._tokenise(text) for text in texts])

    def _tagged(self, sentences: Sequence[Sequence[Token]]) -> list[TaggedWords]:
        if self._tagger is None:
            return [TaggedWords(tokens, []) for tokens in sentences]
        tags = self._tagger.tag_alike([tagger_words(tokens) for tokens in sentences])
        return [TaggedWords(*pair) for pair in zip(sentences, tags, strict=True)]


class SourceCheck:
    """The tests of rewritings of one sentence; what they ask of the sentence is found out once.

    Args:
        check: the tests.
        source: the sentence.
    """

    def __init__(self, check: SentenceCheck, source: TaggedWords) -> None:
        self._check = check
        self._source = source
        self._before = _Before(check, source)

    def failures(self, rewritings: Sequence[Rewriting]) -> list[list[Finding]]:
        """Return the hard findings of each rewriting."""
        return [[one for one in found if one.hard] for found in self.findings(rewritings)]

    def findings(self, rewritings: Sequence[Rewriting]) -> list[list[Finding]]:
        """Return the tests that each rewriting fails."""
        changed = [
            (rewriting, edits)
            for rewriting in rewritings
            if (edits := [one for one in rewriting.edits if one.rule.grammar not in _UNTESTED])
        ]
        if not changed:
            return [[] for _ in rewritings]
        afters = self._check._read([rewriting.output for rewriting, _ in changed])
        scores = self._before.scores_beside(afters)
        found = iter(
            [
                self._before_with(rewriting, edits, after).findings(after, edits, own)
                for (rewriting, edits), after, own in zip(changed, afters, scores, strict=True)
            ]
        )
        tested = {id(rewriting) for rewriting, _ in changed}
        return [next(found) if id(rewriting) in tested else [] for rewriting in rewritings]

    def _before_with(self, rewriting: Rewriting, tested: Sequence[RuleEdit], after: TaggedWords) -> _Before:
        """Return the sentence with the user's own edits of a rewriting."""
        if len(tested) == len(rewriting.edits):
            return self._before
        given = [one for one in rewriting.edits if one.rule.grammar in GIVEN]
        if not given:
            return self._before
        tokens = _with_given(self._source.tokens, after.tokens, given)
        return _Before(self._check, self._check._tagged([tokens])[0])


class _Before:
    """A sentence that others are compared with."""

    def __init__(self, check: SentenceCheck, words: TaggedWords) -> None:
        self._check = check
        self._words = words
        self._word_tests = WordTests(check._language, words)

    def findings(self, after: TaggedWords, edits: Sequence[RuleEdit], scores: Sequence[float]) -> list[Finding]:
        """Return what is wrong with a new sentence of these edits and scores."""
        negations = 0
        turned: list[Finding] = []
        for edit in edits:
            if edit.features.get(_LISTED):
                negations += self._negations(after, edit)
            else:
                turned += self._reversals(after, edit)
        found = [*self._word_tests.findings(after, negations), *self._probability(len(after.tokens), scores)]
        found += turned
        grammar = self._check._grammar
        if grammar is not None:
            found += grammar.findings(self._words, after, [_change(edit) for edit in edits])
        return found

    def _reversals(self, after: TaggedWords, edit: RuleEdit) -> Iterator[Finding]:
        """Test whether a change reverses what is said, or shifts an amount or a duty."""
        for kind, what in self._check._reversals.of(*self._sides(after, edit)):
            yield Finding(kind, what)

    def _negations(self, after: TaggedWords, edit: RuleEdit) -> int:
        """Return how many negations an edit brings in: "insufficient" -> "not enough" one."""
        old, new = map(self._check._language.count_negations, self._sides(after, edit))
        return new - old

    def _sides(self, after: TaggedWords, edit: RuleEdit) -> tuple[list[str], list[str]]:
        """Return the words of an edit, before and after."""
        old = [self._words.forms[at] for at in self._words.within(edit.start, edit.end)]
        new = [after.forms[at] for at in after.within(edit.output_start, edit.output_end)]
        return old, new

    @cached_property
    def _scores(self) -> tuple[float, ...]:
        return self._check.scores([self._words])[0]

    def scores_beside(self, others: Sequence[TaggedWords]) -> list[tuple[float, ...]]:
        """Return the scores of other versions of the sentence, looking up once what they share with it."""
        if "_scores" in self.__dict__:
            return self._check.scores(others)
        self._scores, *scores = self._check.scores([self._words, *others])
        return scores

    def _probability(self, count: int, scores: Sequence[float]) -> Iterator[Finding]:
        """Test whether a new sentence is much less probable; leaving out probable words does not count as a fall."""
        if not scores or not count:
            return
        size = len(self._words.tokens)
        falls = [
            min(before / size - after / count, (before - after) / count)
            for before, after in zip(self._scores, scores, strict=True)
        ]
        if (fall := min(falls)) > self._check._largest_fall:
            yield Finding("less probable", f"{fall:.2f} a word")


def _change(edit: RuleEdit) -> Change:
    rule = edit.rule
    places = (edit.start, edit.end, edit.output_start, edit.output_end)
    return Change(*places, rule.source, rule.target, rule.lhs)


def _with_given(old: Sequence[Token], new: Sequence[Token], edits: Sequence[RuleEdit]) -> list[Token]:
    """Return the tokens of the source with the user's edits made; new ones lie where the old ones lay."""
    found = list(old)
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        first = next((at for at, token in enumerate(found) if token.end > edit.start), len(found))
        last = next((at for at, token in enumerate(found) if token.start >= edit.end), len(found))
        words = [token for token in new if edit.output_start <= token.start < edit.output_end]
        found[first : max(first, last)] = [word._replace(start=edit.start, end=edit.end) for word in words]
    return found
