"""Annotation of sentences for the decoder: tags, labels, token features, protection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Final, NamedTuple

from simplifier.config import Config
from simplifier.decoder import ChartDecoder, InputSentence
from simplifier.decoder.context import token_features
from simplifier.languages import Language
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tokens import tagger_words
from simplifier.policy.protection import ProtectedTerms
from simplifier.policy.user_rules import UserRules
from simplifier.record.annotated_sentence import AnnotatedSentence, Protection
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.request import SearchRequest
from simplifier.text import Sentence
from simplifier.text.code import code_marks
from simplifier.text.markup import SentenceMarks

if TYPE_CHECKING:
    from simplifier.policy.document_terms import DocumentTerms

__all__ = ["Annotator", "MarkedSentence"]

_NO_MARKS: Final = SentenceMarks()

#: The reasons why tokens stay as they are.
_TERM: Final = Reason(ReasonKind.PROTECTED, "you asked to keep these words")
_DEFINED: Final = Reason(ReasonKind.DOCUMENT, "a term that this document defines or explains")
_KEPT: Final = Reason(ReasonKind.MARKUP, "kept by markup")
_CODE: Final = Reason(ReasonKind.CODE, "part of code, a path, an address or a reference")
_NEVER: Final = Reason(ReasonKind.USER, "your list says never")


class MarkedSentence(NamedTuple):
    """A sentence with what is known of it before it is annotated.

    Attributes:
        sentence: the sentence with its tokens.
        marks: what the markup around the sentence keeps or replaces.
        tags: the part-of-speech tags, one a token; None if the tagger has yet to find them.
        spelling: the spelling of new words, as `TextSpelling.after` returns it.
        document: the terms of the document; None for a sentence outside a document.
        whole: True if no structural rule may change the sentence.
        following: the text of the next sentence in the paragraph; empty for the last.
        lists: True if a structural rule may turn the sentence into several lines.
    """

    sentence: Sentence
    marks: SentenceMarks = _NO_MARKS
    tags: Sequence[str] | None = None
    spelling: str | None = ""
    document: DocumentTerms | None = None
    whole: bool = False
    following: str = ""
    lists: bool = True


class Annotator:
    """Annotates sentences, many at a time. Safe to share between threads.

    Args:
        decoder: the decoder that reads the annotation.
        config: the configuration of the model.
        language: the language of the sentences.
        tagger: the part-of-speech tagger; None if sentences get no tags.
        user: the user's own rules.
        protected: terms that are never changed.
    """

    def __init__(
        self,
        decoder: ChartDecoder,
        config: Config,
        language: Language,
        tagger: Tagger | None,
        user: UserRules,
        protected: ProtectedTerms,
    ) -> None:
        self._decoder = decoder
        self._context = config.context
        self._language = language
        self._tagger = tagger
        self._user = user
        self._terms = protected

    def annotate(
        self,
        sentences: Sequence[MarkedSentence],
        request: SearchRequest = SearchRequest(),  # noqa: B008
    ) -> list[AnnotatedSentence]:
        """Return the sentences with their tags and decoder inputs; only sentences without tags are tagged."""
        # The planner may have tagged a sentence already; all others are tagged in one batch.
        new = iter(self.tags([one.sentence for one in sentences if one.tags is None]))
        tags = [next(new) if one.tags is None else one.tags for one in sentences]
        forms = [tuple([form for _, form, _, _ in one.sentence.tokens]) for one in sentences]
        labels = self._labels(forms, tags)
        return [
            self._annotated(one, own_tags, own_forms, own_labels, request)
            for one, own_tags, own_forms, own_labels in zip(sentences, tags, forms, labels, strict=True)
        ]

    def _annotated(
        self,
        one: MarkedSentence,
        tags: Sequence[str],
        forms: tuple[str, ...],
        labels: tuple[tuple[int, int, str], ...],
        request: SearchRequest,
    ) -> AnnotatedSentence:
        protections = self._protections(one, tags, forms, request)
        given = InputSentence(
            forms,
            labels,
            _any_of([own.marks for own in protections]),
            token_features(self._language, self._decoder.token_feature_names, one.sentence.tokens, tags),
            tuple(tags),
            request.constraints,
            one.marks.replacements,
        )
        return AnnotatedSentence(one.sentence, one.marks, tags, given, one.spelling, protections)

    def tags(self, sentences: Iterable[Sentence]) -> list[list[str]]:
        """Return one list of tags a sentence; all lists are empty without a tagger."""
        if self._tagger is None:
            return [[] for _ in sentences]
        return self._tagger.tag_batch([tagger_words(sentence.tokens) for sentence in sentences])

    def _labels(
        self, forms: Sequence[tuple[str, ...]], tags: Sequence[Sequence[str]]
    ) -> list[tuple[tuple[int, int, str], ...]]:
        """Return the labelled spans of each sentence that the search will read, as (start, end, label)."""
        if self._tagger is None or not self._context.labels:
            return [() for _ in forms]
        # A label costs time, so it is found only for spans whose label the search can read.
        spans = self._decoder.changed_spans(forms, self._context.max_label_length)
        return [tuple(self._language.span_labels(*pair)) for pair in zip(tags, spans, strict=True)]

    def terms(self, forms: Sequence[str], request: SearchRequest) -> tuple[bool, ...]:
        """Return a mark for every token, True inside a protected term; an empty tuple if there are no terms."""
        marks = self._terms.mark(forms) if self._terms else ()
        return _either(marks, () if request.protected is None else request.protected(forms))

    def _protections(
        self, one: MarkedSentence, tags: Sequence[str], forms: tuple[str, ...], request: SearchRequest
    ) -> tuple[Protection, ...]:
        """Return the protections that keep at least one token as it is, each with its reason."""
        # The order is that of explanations: they name the first protection that covers a token.
        found = (
            Protection(self.terms(forms, request), _TERM),
            Protection(one.document.mark(one.sentence.tokens) if one.document else (), _DEFINED),
            Protection(one.marks.kept, _KEPT),
            Protection(_code(one), _CODE),
            Protection(self._user.mark(forms, tags) if self._user.kept else (), _NEVER),
        )
        return tuple([own for own in found if True in own.marks])


def _code(one: MarkedSentence) -> tuple[bool, ...]:
    """Return a mark for every token, True in code, except where the user's markup replaces the token."""
    code = code_marks(one.sentence.text, one.sentence.tokens)
    if code and one.marks.replacements:
        asked = {place for given in one.marks.replacements for place in range(given.start, given.end)}
        code = tuple(mark and place not in asked for place, mark in enumerate(code))
    return code


def _any_of(marks: Sequence[Sequence[bool]]) -> tuple[bool, ...]:
    """Return marks that are True where any of the given rows is True; empty if all rows are empty."""
    return reduce(_either, marks, ())


def _either(first: Sequence[bool], second: Sequence[bool]) -> tuple[bool, ...]:
    """Return marks that are True where either row is True; an empty row stands for no marks."""
    if not first or not second:
        return tuple(first or second)
    return tuple(one or other for one, other in zip(first, second, strict=True))
