"""`Simplifier`, the class that Python programs call: from a text to its simpler version."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from simplifier.annotation import Annotator, MarkedSentence
from simplifier.arguments import check_count, check_risk, check_text, protecting, terms_of
from simplifier.base.errors import ConfigError, InputError
from simplifier.base.settings import PACKAGE
from simplifier.config import Config, load_model_config
from simplifier.decoder import InputSentence, LanguageModelPart
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tokens import tagger_words
from simplifier.languages.analysis.tree import Parser, Tree
from simplifier.opening import open_decoder, open_language_models, open_parser, open_split_judge, word_models
from simplifier.passages import Passage, PassageRewriter
from simplifier.policy.check import SentenceCheck
from simplifier.policy.protection import ProtectedTerms
from simplifier.policy.user_rules import UserRules
from simplifier.record.request import SearchRequest
from simplifier.record.result import Result, SentenceResult
from simplifier.rewriter import SentenceRewriter
from simplifier.text import Sentence
from simplifier.text.spelling import TextSpelling, check_spelling

if TYPE_CHECKING:
    from simplifier.decoder.context_reader import ContextReader
    from simplifier.estimation.gate import EstimateGate
    from simplifier.planning import Planner, Way
    from simplifier.policy.difficulty import Difficulty
    from simplifier.policy.document_terms import DocumentTerms
    from simplifier.policy.hard_words import HardWords
    from simplifier.record.alternatives import Alternatives
    from simplifier.record.offers import Offer

__all__ = ["Simplifier"]

#: The largest number of sentences decoded together. Memory grows with it; beyond this, speed hardly does.
_LARGEST_BATCH: Final = 256
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_NOTHING_PROTECTED: Final = ProtectedTerms()


class Simplifier:
    """Rewrites text so that more people can read it (docs/use/python.md).

    >>> simplifier = Simplifier.load()
    >>> result = simplifier.simplify("The committee commenced deliberations.")
    >>> result.text, result.sentences[0].edits

    Make one with `load`. Use does not change a `Simplifier`: any number of threads may call one at the same
    time, and each gets the results that it would get alone.

    Args:
        config: the configuration; the files that it names are opened here.
        protected: terms that are never changed.
        lattices: True if the decoder is to have the feature ``LatticeCost`` (weight -1 where none is given).

    Attributes:
        language: the language of the model.
        threads: the number of threads that decode.
        selection: the boosted trees behind the selection features, or None.
        selection_sources: the sources that such trees can read.
        word_models: the language models of words, by name.

    Raises:
        InputError: a file is missing or is not what it should be, or a weight has no feature.
    """

    def __init__(self, config: Config, protected: ProtectedTerms = _NOTHING_PROTECTED, lattices: bool = False) -> None:
        self.config = config
        self.protected = protected
        self.language = language_named(config.model.language)
        check_spelling(config.text.spelling, self.language)
        self.tagger = None if config.tagger.path is None else Tagger.load(config.tagger.path)
        if config.structure.needed and not config.has_parser:
            raise ConfigError(
                "structure: sentences are split and shortened by their parts of speech and trees; name a "
                "tagger (tagger.path) and a parser (parser.path, or parser.spacy)"
            )
        language_models = open_language_models(config)
        self.word_models = word_models(language_models)
        self.user = UserRules(self.language)
        if config.user_rules is not None:
            self.user = UserRules.read(config.user_rules, self.language, self.tagger)
        opened = open_decoder(config, self.tagger, self.user, language_models, lattices)
        self.decoder, self.selection, self.selection_sources, reader = opened
        self.threads = config.decoder.threads or _cores()
        check = None
        if config.check.on:
            readers = [one.model for one in language_models if one.classes is None]
            check = SentenceCheck(self.language, self.tagger, readers, config.check.largest_fall, config.text.tokenised)
        self._annotator = Annotator(self.decoder, config, self.language, self.tagger, self.user, self.protected)
        self._passages = PassageRewriter(
            self._annotator,
            SentenceRewriter(self.decoder, config, self.language, self.user, check, _gate(config)),
            self.language,
            config.text,
            self.threads,
            self.decoder.reads_derivations,
            self._planner(language_models, reader),
        )

    @classmethod
    def load(
        cls,
        config: str | Path | Config | None = None,
        *,
        risk: float | None = None,
        preset: str | None = None,
        protected: ProtectedTerms | Iterable[str] = (),
        overrides: Mapping[str, object] | None = None,
        lattices: bool = False,
    ) -> Self:
        """Open a model.

        Args:
            config: a configuration or the path of one; the embedded English model's if None.
            risk: the highest risk of a change, from 0 to 1: only changes that an editor lets stand with a
                probability of at least 1 - ``risk`` are made. The same as the setting ``selection.risk``; the
                model's if None.
            preset: the name of a preset of the model (``careful``, ``more``, ...); the model's own if None.
            protected: terms that are never changed.
            overrides: settings by dotted key, such as ``{"decoder.pop_limit": 200}``; they override ``risk``
                and ``preset``.
            lattices: True if the decoder is to have the feature ``LatticeCost``.

        Raises:
            InputError: a file or weight is wrong as for the class, a setting cannot be used, or there is no such
                preset.
            TypeError: ``protected`` is one text, or holds something other than texts.
        """
        if risk is not None:
            check_risk(risk)
        named = {key: value for key, value in (("preset", preset), ("selection.risk", risk)) if value is not None}
        settings = {**named, **(overrides or {})}
        if not isinstance(config, Config):
            if config is None:
                _check_embedded_model()
            config = load_model_config(config, settings)
        elif settings:
            raise ConfigError(
                "risk, preset and overrides go with the path of a configuration, not with a configuration"
            )
        terms = terms_of(protected, language_named(config.model.language), "protected")
        return cls(config, terms, lattices)

    def simplify(self, text: str, *, protect: ProtectedTerms | Iterable[str] = (), drop: float = 0.0) -> Result:
        """Rewrite a text of any length; white space, blank lines and line ends stay as they are.

        Args:
            text: the whole text; it decides on the spelling of new words.
            protect: terms that this call does not change, besides those of the model.
            drop: the share of sentences to leave out, the least important first (docs/understand/text.md).

        Raises:
            TypeError: ``text`` is not a `str`, or ``protect`` is not a list of texts.
            InputError: ``drop`` is not from 0 to below 1.
        """
        check_text(text)
        return next(self.simplify_many([text], protect=protect, drop=drop))

    def simplify_many(
        self,
        texts: Iterable[str],
        batch: int = _LARGEST_BATCH,
        *,
        protect: ProtectedTerms | Iterable[str] = (),
        drop: float = 0.0,
    ) -> Iterator[Result]:
        """Yield the result of `simplify` for every text in order, with many sentences decoded together.

        Texts are read as they are needed, so there may be any number of them.

        Args:
            texts: the texts, each as for `simplify`.
            batch: the largest number of sentences decoded together, at least 1; results do not depend on it.
            protect: as for `simplify`.
            drop: as for `simplify`; the share is taken of each text by itself.

        Raises:
            TypeError: ``texts`` is one text, or ``protect`` is not a list of texts. If one of the texts is not a
                `str`, the error is raised when its turn comes.
            InputError: ``batch`` is below 1, or ``drop`` as for `simplify`.
        """
        if isinstance(texts, str | bytes):
            raise TypeError("texts is to be a list of texts, not one text; simplify takes one")
        check_count(batch, "batch")
        if not 0 <= drop < 1:
            raise InputError(f"drop: {drop:g} is no share of the sentences; give one from 0 to below 1")
        request = dataclasses.replace(protecting(protect, self.language), drop=drop)
        return self._whole(texts, batch, request)

    def explain(self, text: str, *, protect: ProtectedTerms | Iterable[str] = ()) -> Result:
        """Rewrite a text, and explain why each change was made and why the other words stayed.

        `SentenceResult.explanation` holds all reasons, and `SentenceResult.kept` those of words that stayed. The
        new text is that of `simplify`; explaining takes many times as long (docs/use/why.md).

        Args:
            text: as for `simplify`.
            protect: as for `simplify`.

        Raises:
            TypeError: as `simplify`.
        """
        check_text(text)
        return next(self._whole([text], _LARGEST_BATCH, protecting(protect, self.language, explain=True)))

    def offers(self, result: Result, least: float = 0.6) -> list[Offer]:
        """Return changes that were not made because they are not sure enough, for a person who decides.

        Args:
            result: an explained text (`explain`); one without explanations has no offers.
            least: the least probability that an editor lets an offered change stand, 0 to 1.

        Returns:
            The offers in the order of the text, with places in it. No two overlap, and none touches an edit.
        """
        from simplifier.record.offers import offers_of  # loaded only where it is of use

        return [offer.moved(one.start) for one in result.sentences for offer in offers_of(one, self.language, least)]

    def alternatives(
        self,
        text: str,
        start: int,
        end: int,
        *,
        protect: ProtectedTerms | Iterable[str] = (),
        request: SearchRequest | None = None,
    ) -> Alternatives:
        """Return the other wordings that could stand in one place of a text, best first, each with its reason.

        Only the sentence with the place is rewritten, without structural rules.

        Args:
            text: the text with the place.
            start: the first character of the place, counted from 0.
            end: the end of the place, behind its last character.
            protect: as for `simplify`.
            request: the request for the sentence; it takes the place of ``protect``.

        Raises:
            TypeError: as `simplify`.
            InputError: the place is empty, outside the text, or not inside one sentence.
        """
        from simplifier.record.alternatives import alternatives_of  # loaded only where it is of use

        check_text(text)
        own = protecting(protect, self.language) if request is None else request
        if not 0 <= start < end <= len(text):
            raise InputError(
                f"start and end: {start} to {end} is no place of at least one character of the text, "
                f"which has {len(text)}"
            )
        begin = text.rfind("\n", 0, start) + 1
        line = text[begin:].partition("\n")[0]
        spelling = TextSpelling(self.config.text.spelling, self.language)
        for passage in self._passages.passages([line], spelling):
            for one in passage.sentences:
                offset = begin + one.sentence.start
                if offset <= start and end <= offset + len(one.sentence.text):
                    own = dataclasses.replace(own, explain=True)
                    (found,) = self._passages.rewrite_sentences([one], 1, own)
                    place = (start - offset, end - offset)
                    own_result = SentenceResult(found.source, found.start, (found,))
                    return alternatives_of(own_result, *place, self.language).moved(offset)
        raise InputError("start and end: the place is not inside one sentence")

    def kbest(
        self,
        sentence: str,
        k: int,
        request: SearchRequest = SearchRequest(),  # noqa: B008
    ) -> SentenceResult:
        """Return up to ``k`` different rewritings of one sentence, best first.

        Args:
            sentence: the sentence as text.
            k: the largest number of rewritings, at least 1.
            request: the request for the sentence.

        Raises:
            TypeError: ``sentence`` is not a `str`, or ``k`` is not a whole number.
            InputError: the text is not one sentence, or ``k`` is below 1.
        """
        check_text(sentence, "sentence")
        check_count(k, "k")
        found = self._passages.sentences(sentence)
        if len(found) != 1:
            raise InputError(f"k-best wants one sentence, not {len(found)}; split the text first")
        spelling = TextSpelling(self.config.text.spelling, self.language).after(sentence)
        marked = [MarkedSentence(found[0], spelling=spelling)]
        (best,) = self._passages.rewrite_sentences(marked, k, request)
        return SentenceResult(best.source, best.start, (best,))

    def ways(self, texts: Sequence[str]) -> list[list[Way]]:
        """Return the ways to say each text that structural rules find, as many as ``structure.plans`` allows.

        The text as it is comes first. If the text is not one sentence, or there is no other way to say it, the
        text as it is comes alone and is not rewritten.

        Raises:
            InputError: the decoder cannot take a sentence.
        """
        from simplifier.planning import Way  # loaded only where it is of use

        found = [self._passages.sentences(text) for text in texts]
        spelling = TextSpelling(self.config.text.spelling, self.language)
        single = [MarkedSentence(own[0], spelling=spelling.after(own[0].text)) for own in found if len(own) == 1]
        rest = iter(self._passages.ways(single, SearchRequest()))
        return [next(rest) if len(own) == 1 else [Way({}, own, [])] for own in found]

    def annotate(self, sentences: Sequence[Sentence]) -> list[InputSentence]:
        """Return the decoder inputs of sentences: forms, labels, protection, token features."""
        return [one.given for one in self._annotator.annotate([*map(MarkedSentence, sentences)])]

    @cached_property
    def parser(self) -> Parser | None:
        """The parser of the model, read from its file on first use; None without a tagger or a parser.

        Raises:
            FormatError: the file is missing, or does not hold a whole model.
        """
        return None if self.tagger is None else open_parser(self.config)

    def _planner(self, language_models: Sequence[LanguageModelPart], reader: ContextReader | None) -> Planner | None:
        """Return the planner of splits and rewordings; None if no structural rule may be used."""
        if not (self.config.structure.on and self.config.has_parser):
            return None
        from simplifier.planning import Planner  # loaded only where it is of use

        path = self.config.parser.path
        if self.config.parser.spacy or path is None or not path.is_file():
            self._opened_parser()  # a missing parser is reported now, not at the first sentence that needs a tree
        split_judge = open_split_judge(self.config, language_models)
        return Planner(self.config, self.language, self._annotator, self._opened_parser, split_judge, reader)

    def _opened_parser(self) -> Parser:
        if self.parser is None:
            raise ConfigError("trees of sentences need a parser (parser.path) and a tagger (tagger.path)")
        return self.parser

    def trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        """Return the dependency trees of sentences.

        Raises:
            ConfigError: the model has no parser.
            FormatError: as `parser`.
        """
        words = [tagger_words(one.tokens) for one in sentences]
        return self._opened_parser().parse(words, self._annotator.tags(sentences))

    def stream(
        self,
        lines: Iterable[str],
        k: int | None = None,
        batch: int = _LARGEST_BATCH,
        request: SearchRequest = SearchRequest(),  # noqa: B008
        *,
        apart: bool = False,
        document: bool = False,
        whole: str | None = None,
    ) -> Iterator[Result]:
        """Rewrite lines as they come, one result per line (per paragraph with ``text.wrapped_lines``).

        The first batches are small, so that the first result comes soon, and the batch bounds the memory. Where
        the text decides on the spelling of new words (``text.spelling``), only the text read so far can do so.

        Args:
            lines: the lines, with their line ends; `MarkedText` where there is markup (not with
                ``text.wrapped_lines``).
            k: the largest number of rewritings per sentence; the configuration's if None.
            batch: the largest number of sentences decoded together.
            request: the request for every sentence.
            apart: True if every line is a passage of its own, whatever it holds: lines are not joined, and none is
                taken for code.
            document: True if the lines are one document. Then ``text.consistent`` and ``request.drop`` have an
                effect, and results come only after all lines have been read.
            whole: the whole text that the lines are a part of. It decides on the spelling of new words and on the
                terms of the document; None if the lines are all there is.

        Raises:
            TypeError: ``lines`` is one text, or ``k`` or ``batch`` is not a whole number.
            InputError: ``k`` or ``batch`` is below 1.
        """
        if isinstance(lines, str | bytes):
            raise TypeError("lines is to be a list of lines, not one text; simplify takes one")
        wanted = self.config.decoder.k if k is None else k
        check_count(wanted, "k")
        check_count(batch, "batch")
        spelling = TextSpelling(self.config.text.spelling, self.language, whole)
        terms = None if whole is None else self._terms_of(whole)
        if document:
            lines = [*lines]
            terms = self._terms_of("".join(lines))
        passages = self._passages.passages(lines, spelling, apart=apart, document=terms)
        rewritten = self._passages.rewrite(passages, wanted, batch, request, documents=document)
        return (result for _, result in rewritten)

    def _whole(self, texts: Iterable[str], batch: int, request: SearchRequest) -> Iterator[Result]:
        """Yield the result of every text."""
        k = self.config.decoder.k
        documents = self.config.text.consistent or request.drop > 0
        rewritten = self._passages.rewrite(self._passages_of(texts), k, batch, request, documents=documents)
        for _, pairs in groupby(rewritten, key=itemgetter(0)):
            results = [result for _, result in pairs]
            sentences: list[SentenceResult] = []
            offset = 0
            for result in results:
                # In a passage, sentences are counted from its beginning; here from the beginning of the text.
                moved = (dataclasses.replace(one, start=one.start + offset) for one in result.sentences)
                sentences += moved
                offset += len(result.source)
            source = "".join(result.source for result in results)
            yield Result(source, "".join(result.text for result in results), tuple(sentences))

    def _passages_of(self, texts: Iterable[str]) -> Iterator[Passage]:
        for number, text in enumerate(texts):
            check_text(text, f"text {number + 1}")
            if not text:  # an empty text has no lines, but it needs a result
                yield Passage(text, [], number)
            spelling = TextSpelling(self.config.text.spelling, self.language, text)
            terms = self._terms_of(text)
            yield from self._passages.passages(_LINE.findall(text), spelling, number=number, document=terms)

    def _terms_of(self, text: str) -> DocumentTerms | None:
        if not self.config.text.consistent:
            return None
        from simplifier.policy.document_terms import DocumentTerms  # loaded only where it is of use

        return DocumentTerms(text, self.language, self._hard_words.is_hard)

    @cached_property
    def difficulty(self) -> Difficulty:
        """Tells how hard words are for readers."""
        from simplifier.policy.difficulty import Difficulty  # loaded only where it is of use

        return Difficulty([*self.word_models.values()], self._hard_words, self.language)

    @cached_property
    def _hard_words(self) -> HardWords:
        from simplifier.policy.hard_words import HardWords  # loaded only where it is of use

        return HardWords(self.decoder.grammars, self.language)


def _gate(config: Config) -> EstimateGate | None:
    """Return the gate by estimates; None where the configuration asks for no marks."""
    if not config.estimate.least:
        return None
    from simplifier.estimation.gate import EstimateGate  # loaded only where it is of use

    return EstimateGate.of(config)


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _check_embedded_model() -> None:
    folder = PACKAGE / "models" / "en"
    if not folder.is_dir():
        raise InputError(
            f"{folder}: the embedded model is missing from this installation; name a configuration of "
            "another model with --config"
        )
