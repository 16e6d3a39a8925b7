"""Passages: joining lines into paragraphs, rewriting sentences in batches, joining the text again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from simplifier.annotation import Annotator, MarkedSentence
from simplifier.config import TextSettings
from simplifier.decoder import SearchResult
from simplifier.languages import Language
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import DecodedSentence
from simplifier.record.request import SearchRequest
from simplifier.record.result import Result, assembled
from simplifier.rewriter import SentenceRewriter
from simplifier.text import Sentence, paragraphs, sentences_of
from simplifier.text.code import is_item, without_code
from simplifier.text.markup import MarkedText, marks_of
from simplifier.text.spelling import TextSpelling

if TYPE_CHECKING:
    from concurrent.futures import Future

    from simplifier.planning import PlannedSentence, Planner, Way
    from simplifier.policy.document_terms import DocumentTerms
    from simplifier.policy.importance import Importance

    #: Annotated sentences with the search that is running for them.
    _Begun = tuple[list[AnnotatedSentence], Future[list[SearchResult]]]

__all__ = ["Passage", "PassageRewriter"]

_Item = TypeVar("_Item")
_Rewritten = tuple[AnnotatedSentence, DecodedSentence]


class Passage(NamedTuple):
    """A stretch of text that is rewritten as one: a paragraph or a line.

    Attributes:
        text: the text of the passage.
        sentences: the sentences of the passage. Where there are plans, the parts of all plans in order.
        number: the number of the text that the passage belongs to.
        plans: the ways to say each sentence, where there are structural rules.
    """

    text: str
    sentences: list[MarkedSentence]
    number: int = 0
    plans: Sequence[Sequence[PlannedSentence]] = ()


class PassageRewriter:
    """Finds the sentences of texts and rewrites them, many together. Safe to share between threads.

    Args:
        annotator: the annotator of sentences.
        rewriter: the rewriter of annotated sentences.
        language: the language of the texts.
        settings: the settings for reading texts.
        threads: the number of threads that decode.
        in_turn: True if nothing may be read or written while the decoder searches.
        planner: the planner of sentences that structural rules may change, or None.
    """

    def __init__(
        self,
        annotator: Annotator,
        rewriter: SentenceRewriter,
        language: Language,
        settings: TextSettings,
        threads: int,
        in_turn: bool,
        planner: Planner | None = None,
    ) -> None:
        self._annotator = annotator
        self._rewriter = rewriter
        self._language = language
        self._settings = settings
        self._threads = threads
        self._in_turn = in_turn or threads == 1
        self._planner = planner

    def passages(
        self,
        lines: Iterable[str],
        spelling: TextSpelling,
        *,
        apart: bool = False,
        number: int = 0,
        document: DocumentTerms | None = None,
    ) -> Iterator[Passage]:
        """Yield the passages of some lines; the texts of all passages, joined, are the lines again.

        Args:
            lines: the lines, with their line ends.
            spelling: the spelling of new words, which follows the text as it is read.
            apart: True if every line is a passage of its own, as in `Simplifier.stream`.
            number: the number of the text.
            document: the terms of the document; None for lines outside a document.
        """
        for paragraph, code in self._paragraphs(lines, apart):
            own = spelling.after("" if code else paragraph)  # code does not decide on the spelling
            whole = is_item(paragraph) or (isinstance(paragraph, MarkedText) and paragraph.whole)
            lists = not isinstance(paragraph, MarkedText) or paragraph.lists
            sentences = [] if code else self.sentences(paragraph)
            found = [
                MarkedSentence(
                    one,
                    marks_of(paragraph, one, self._language),
                    spelling=own,
                    document=document,
                    whole=whole,
                    lists=lists,
                    following=after.text if after else "",
                )
                for one, after in zip(sentences, [*sentences[1:], None], strict=False)
            ]
            yield Passage(paragraph, found, number)

    def sentences(self, paragraph: str) -> list[Sentence]:
        """Return the sentences of a paragraph as they stand, before any structural rule."""
        text = self._settings
        return sentences_of(paragraph, self._language, tokenised=text.tokenised, max_tokens=text.max_sentence_tokens)

    def rewrite(
        self, passages: Iterable[Passage], k: int, batch: int, request: SearchRequest, *, documents: bool
    ) -> Iterator[tuple[int, Result]]:
        """Yield the number and the result of every passage, in their order.

        The first batches are small so that the first result comes soon.

        Args:
            passages: the passages, read as they are needed.
            k: the largest number of rewritings per sentence.
            batch: the largest number of sentences decoded together.
            request: the request for every sentence.
            documents: True if passages with the same number make one document, in which words are changed the
                same way everywhere. Its results come when all its passages have been rewritten.
        """
        rewritten = self._rewritten(passages, k, batch, request)
        if not documents:
            yield from ((number, assembled(passage.text, own)) for number, passage, _, own in rewritten)
            return
        # Only at the end of a document is it known if a word can be changed everywhere, so results wait until then.
        for number, group in groupby(rewritten, key=itemgetter(0)):
            parts = [*group]
            annotated = [one for _, _, own, _ in parts for one in own]
            results = [one for _, _, _, own in parts for one in own]
            if self._settings.consistent and _settles(request):
                results = self._rewriter.settled(annotated, results, request, self._threads)
            if request.drop > 0:
                results = self._importance.dropped(annotated, results, request.drop)
            settled = iter(results)
            for _, passage, _, own in parts:
                yield number, assembled(passage.text, [*islice(settled, len(own))])

    @cached_property
    def _importance(self) -> Importance:
        from simplifier.policy.importance import Importance  # loaded only where it is of use

        return Importance(self._language)

    def _rewritten(
        self, passages: Iterable[Passage], k: int, batch: int, request: SearchRequest
    ) -> Iterator[tuple[int, Passage, list[AnnotatedSentence], list[DecodedSentence]]]:
        """Yield, for every passage, its number, the passage, its sentences and their results."""
        chunks = self._chunks(passages, batch, request)
        for chunk, decoded in self._searched(chunks, k, batch, request):
            place = 0
            for passage in chunk:
                own = decoded[place : place + len(passage.sentences)]
                place += len(passage.sentences)
                if self._planner is not None:
                    own = _chosen(passage, own, self._planner)
                yield (
                    passage.number,
                    passage,
                    [annotated for annotated, _ in own],
                    [result for _, result in own],
                )

    def rewrite_sentences(
        self, marked: Sequence[MarkedSentence], k: int, request: SearchRequest
    ) -> list[DecodedSentence]:
        """Return the results of sentences, all decoded together, none of them split."""
        return [result for _, result in self._rewritten_sentences(marked, k, request)]

    def ways(self, marked: Sequence[MarkedSentence], request: SearchRequest) -> list[list[Way]]:
        """Return every way to say each sentence, rewritten, with its score among the features.

        The sentence as it is comes first. Where there is no other way, it is returned alone, not rewritten.
        """
        from simplifier.planning import Way  # loaded only where it is of use

        if self._planner is None:
            return [[Way({}, [one.sentence], [])] for one in marked]
        planned = self._planner.planned(marked, request)
        parts = [part for own in planned if len(own) > 1 for way in own for part in way.parts]
        rest = iter(self._rewritten_sentences(parts, 1, request) if parts else ())
        return [
            self._planner.ways(own, [[next(rest)[1] for _ in way.parts] for way in own])
            if len(own) > 1
            else [Way({}, [own[0].parts[0].sentence], [])]
            for own in planned
        ]

    def _rewritten_sentences(
        self, marked: Sequence[MarkedSentence], k: int, request: SearchRequest
    ) -> list[_Rewritten]:
        annotated = self._annotated(marked, request)
        searches = self._rewriter.search(annotated, k, request, self._threads)
        written = self._rewriter.written(annotated, searches, k, request, self._threads)
        return [*zip(annotated, written, strict=True)]

    def _paragraphs(self, lines: Iterable[str], apart: bool) -> Iterator[tuple[str, bool]]:
        """Yield each paragraph, and True for one that is code, which is not rewritten."""
        text = self._settings
        if apart or text.tokenised:
            wrapped = text.wrapped_lines and not apart
            yield from ((paragraph, False) for paragraph in paragraphs(lines, wrapped=wrapped))
            return
        for code, pairs in groupby(without_code(lines), key=itemgetter(1)):
            own = (line for line, _ in pairs)
            wrapped = text.wrapped_lines and not code
            yield from ((paragraph, code) for paragraph in paragraphs(own, wrapped=wrapped))

    def _chunks(self, passages: Iterable[Passage], batch: int, request: SearchRequest) -> Iterator[list[Passage]]:
        """Yield chunks of passages with the plans of their sentences; each has about as many sentences as a batch."""
        size = min(self._threads, batch)
        chunk: list[Passage] = []
        count = 0
        for one in passages:
            chunk.append(one)
            count += max(1, len(one.sentences))
            if count >= size:
                yield self._planned(chunk, request)
                # Batches grow, so that the first result comes soon; in larger ones a sentence costs less.
                chunk, count, size = [], 0, min(2 * size, batch)
        if chunk:
            yield self._planned(chunk, request)

    def _planned(self, chunk: list[Passage], request: SearchRequest) -> list[Passage]:
        """Return passages with the plans of their sentences, where there are structural rules."""
        if self._planner is None:
            return chunk
        marked = [sentence for one in chunk for sentence in one.sentences]
        plans = iter(self._planner.planned(marked, request))
        found = []
        for one in chunk:
            own = [next(plans) for _ in one.sentences]
            parts = [part for ways in own for way in ways for part in way.parts]
            found.append(one._replace(sentences=parts, plans=own))
        return found

    def _searched(
        self, chunks: Iterable[list[Passage]], k: int, batch: int, request: SearchRequest
    ) -> Iterator[tuple[list[Passage], list[_Rewritten]]]:
        """Yield each chunk with its sentences, rewritten.

        With several threads, one chunk is searched while the next is read and the one before is written.
        """
        rewriter, threads = self._rewriter, self._threads
        # With a batch of one, somebody may type: the result of a sentence must not wait until the next one is there.
        if self._in_turn or batch == 1:
            for chunk in chunks:
                decoded = [self._rewritten_sentences(part, k, request) for part in _parts(chunk, batch)]
                yield chunk, [result for part in decoded for result in part]
            return
        from concurrent.futures import ThreadPoolExecutor  # loaded only where it is of use

        # One thread is enough: the core releases the interpreter's lock in a search, and has threads of its own.
        searcher = ThreadPoolExecutor(1)
        try:

            def begun(part: list[MarkedSentence]) -> _Begun:
                annotated = self._annotated(part, request)
                return annotated, searcher.submit(rewriter.search, annotated, k, request, threads)

            chunks_begun = ((chunk, [*map(begun, _parts(chunk, batch))]) for chunk in chunks)
            # Drawing the next chunk starts its search, which then runs while this chunk is written.
            for chunk, parts in _one_ahead(chunks_begun):
                written = [
                    [*zip(one, rewriter.written(one, search.result(), k, request, threads), strict=True)]
                    for one, search in parts
                ]
                yield chunk, [result for part in written for result in part]
        finally:
            searcher.shutdown(cancel_futures=True)

    def _annotated(self, marked: Sequence[MarkedSentence], request: SearchRequest) -> list[AnnotatedSentence]:
        if request.before_batch is not None:
            request.before_batch()
        return self._annotator.annotate(marked, request)


def _chosen(passage: Passage, decoded: Sequence[_Rewritten], planner: Planner) -> list[_Rewritten]:
    """Return, for every sentence in turn, the rewritten parts of the plan that was chosen for it."""
    rest = iter(decoded)
    found: list[_Rewritten] = []
    for ways in passage.plans:
        own = [[next(rest) for _ in way.parts] for way in ways]
        results = [[result for _, result in one] for one in own]
        found += own[planner.chosen(planner.ways(ways, results))]
    return found


def _settles(request: SearchRequest) -> bool:
    """Return True if the request leaves room for a second search of the same sentence."""
    return not (request.constraints or request.reordering or request.forest or request.statistics)


def _one_ahead(items: Iterable[_Item]) -> Iterator[_Item]:
    """Yield the same items, each only after the next one has been drawn."""
    before: list[_Item] = []
    for item in items:
        yield from before
        before = [item]
    yield from before


def _parts(chunk: Sequence[Passage], batch: int) -> Iterator[list[MarkedSentence]]:
    """Yield the sentences of a chunk in batches, since a single line may hold more than one batch."""
    sentences = [sentence for one in chunk for sentence in one.sentences]
    for start in range(0, len(sentences), batch):
        yield sentences[start : start + batch]
