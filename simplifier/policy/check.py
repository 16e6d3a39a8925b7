"""All tests of one rewriting against its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from languages import Language
from languages.parts.findings import Change, Finding, TaggedWords
from languages.parts.tagger import Tagger
from languages.parts.tokens import Token, pretokenised
from languages.word_tests import word_findings
from native import LanguageModel
from simplifier.records.result import Edit, Rewriting

__all__ = ["GIVEN", "SentenceCheck"]

#: Owners of the edits that the user asked for, which are above every test.
GIVEN: Final = ("user", "markup")
#: What the text layer repairs by itself.
_REPAIRS: Final = "text"


class SentenceCheck:
    """Tests rewritings. Safe to share between threads.

    The user's own edits (rules of a user list, ``<replace>``) are taken for granted: the sentence that a
    rewriting is compared with has them already.

    Args:
        language: of the sentences.
        tagger: without one, the tests that need parts of speech are left out.
        models: tell how probable a sentence is, all of them must find it less so; without any, that is not
            tested.
        largest_fall: of the mean log-probability of a word (natural logarithm).
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
        self._models = tuple(models)
        self._largest_fall = largest_fall
        self._tokenise = pretokenised if tokenised else language.tokenise

    def read(self, text: str) -> TaggedWords:
        """Return a sentence that nobody has read yet as the tests want it."""
        return self._tagged(self._tokenise(text))

    def findings(self, source: TaggedWords, rewriting: Rewriting) -> list[Finding]:
        """Return the tests that a rewriting fails.

        Args:
            source: the sentence as the pipeline has read it, or as `read` does.
            rewriting: of it; its text is cut into tokens and tagged here.
        """
        edits = [one for one in rewriting.edits if one.rule.grammar not in (*GIVEN, _REPAIRS)]
        if not edits:
            return []
        given = [one for one in rewriting.edits if one.rule.grammar in GIVEN]
        after = self.read(rewriting.output)
        before = source if not given else self._tagged(_with_given(source.tokens, after.tokens, given))
        found = [*word_findings(self._language, before, after), *self._probability(before.forms, after.forms)]
        if self._grammar is not None:
            found += self._grammar.findings(before, after, [_change(edit) for edit in edits])
        return found

    def failures(self, source: TaggedWords, rewriting: Rewriting) -> list[Finding]:
        """Return the hard ones among the findings."""
        return [one for one in self.findings(source, rewriting) if one.hard]

    def _probability(self, old: list[str], new: list[str]) -> Iterator[Finding]:
        if not self._models or not new:
            return
        fall = min(_fall(model, old, new) for model in self._models)
        if fall > self._largest_fall:
            yield Finding("less probable", f"{fall:.2f} a word")

    def _tagged(self, tokens: Sequence[Token]) -> TaggedWords:
        tags = [] if self._tagger is None or not tokens else self._tagger.tag_batch([_spellings(tokens)])[0]
        return TaggedWords(tokens, tags)


def _change(edit: Edit) -> Change:
    rule = edit.rule
    places = (edit.start, edit.end, edit.output_start, edit.output_end)
    return Change(*places, rule.source, rule.target, rule.lhs)


def _fall(model: LanguageModel, old: list[str], new: list[str]) -> float:
    """Return by how much a word's mean log-probability falls; leaving out likely words is no fall."""
    before, after = (model.score_words([*forms, "</s>"], begins_sentence=True) for forms in (old, new))
    return min(before / len(old) - after / len(new), (before - after) / len(new))


def _spellings(tokens: Sequence[Token]) -> list[str]:
    """Return what the tagger reads: punctuation by its plain form, words as they are written."""
    return [token.surface if token.form[0].isalnum() else token.form for token in tokens]


def _with_given(old: Sequence[Token], new: Sequence[Token], edits: Sequence[Edit]) -> list[Token]:
    """Return the tokens of the source with the user's edits made; new ones lie where the old ones lay."""
    found = list(old)
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        first = next((at for at, token in enumerate(found) if token.end > edit.start), len(found))
        last = next((at for at, token in enumerate(found) if token.start >= edit.end), len(found))
        words = [token for token in new if edit.output_start <= token.start < edit.output_end]
        found[first : max(first, last)] = [word._replace(start=edit.start, end=edit.end) for word in words]
    return found
