"""The final check: all tests of a rewriting against its source sentence."""

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

#: The owner of edits that the text layer makes itself.
_REPAIRS: Final = "text"
_UNTESTED: Final = frozenset([*GIVEN, _REPAIRS])
#: The feature of pairs from the reviewed list of plain rewrites. Such a pair may turn negations and opposites.
_LISTED: Final = "InPlainList"


class SentenceCheck:
    """Tests rewritings. Safe to share between threads.

    The user's own edits (rules of a user list, ``<replace>``) are not tested: a rewriting is compared with the source
    in which these edits are already made.

    Args:
        language: the language of the sentences.
        tagger: the tagger; None leaves out the tests that need parts of speech.
        models: the language models for the test of probability, which fails only if all models agree; without any,
            probability is not tested.
        largest_fall: how far the mean log-probability per word may fall (natural logarithm).
        tokenised: True if texts are tokens between spaces.
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
        """Return a text as the tokens and tags that the tests need."""
        return self._read([text])[0]

    def of(self, source: TaggedWords) -> SourceCheck:
        """Return the tests for rewritings of one sentence, whose words come from the pipeline or from `read`."""
        return SourceCheck(self, source)

    def findings(self, source: TaggedWords, rewriting: Rewriting) -> list[Finding]:
        """Return the tests that a rewriting of a sentence fails."""
        return self.of(source).findings([rewriting])[0]

    def failures(self, source: TaggedWords, rewriting: Rewriting) -> list[Finding]:
        """Return the hard findings of a rewriting, those that make it fail the check."""
        return self.of(source).failures([rewriting])[0]

    def scores(self, sentences: Sequence[TaggedWords]) -> list[tuple[float, ...]]:
        """Return, for each sentence, its log-probability by every model (natural logarithm)."""
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
    """The tests for rewritings of one sentence; what they need to know about the sentence is computed once.

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
        # Rewritings are told apart by identity: comparing them would compute all their deferred fields.
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
    """A sentence that rewritings are compared with."""

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
        """Return the scores of other versions of the sentence."""
        # The first call scores the sentence together with its versions, because one call looks up once what they share.
        if "_scores" in self.__dict__:
            return self._check.scores(others)
        self._scores, *scores = self._check.scores([self._words, *others])
        return scores

    def _probability(self, count: int, scores: Sequence[float]) -> Iterator[Finding]:
        """Test whether a new sentence is much less probable than the old one.

        Of each model the smaller of two falls counts: that of the mean log-probability per word, and that of the whole
        sentence, spread over its words. So neither probable words left out nor a longer sentence alone is a fall.
        """
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
    # From the end of the sentence to its beginning, so that the places of the edits still to come stay valid.
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        first = next((at for at, token in enumerate(found) if token.end > edit.start), len(found))
        last = next((at for at, token in enumerate(found) if token.start >= edit.end), len(found))
        words = [token for token in new if edit.output_start <= token.start < edit.output_end]
        found[first : max(first, last)] = [word._replace(start=edit.start, end=edit.end) for word in words]
    return found
