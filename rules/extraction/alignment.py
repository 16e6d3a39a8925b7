"""Word alignment of complex-simple sentence pairs: equal words first, the rest by a lexical model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simplifier.languages.language import Language
from simplifier.rules.extraction.anchors import match_equal_words
from simplifier.rules.extraction.lexical_model import Cells, LexicalModel
from simplifier.rules.extraction.sentence_pairs import SentencePair

__all__ = ["Aligner", "CellCollector", "Links"]

Links = list[tuple[int, int]]

_CROSSING_WEIGHT = 0.3  # factor of a candidate link for each anchor between its two words
_FARTHEST = 4  # most anchors between the two words of a candidate link
_UNTAGGED = "?"


@dataclass(frozen=True, slots=True)
class Aligner:
    """Word aligner whose lexical model is trained on the very pairs that it aligns.

    Attributes:
        language: the language of both sides.
        model: the lexical model for words that have no equal on the other side.
        threshold: least agreement for a link: the geometric mean of its probabilities in the two directions, 0 to 1.
    """

    language: Language
    model: LexicalModel = field(default_factory=LexicalModel)
    threshold: float = 0.15

    def align(self, pairs: Sequence[SentencePair]) -> list[Links]:
        """Return the links (source position, target position) of each pair, ordered."""
        corpus = CellCollector(self.language)
        anchors = corpus.add_pairs(pairs)
        return self.linked(anchors, corpus)

    def linked(self, anchors: list[Links], corpus: CellCollector) -> list[Links]:
        """Return the links of pairs whose anchors are known.

        Args:
            anchors: the links between equal words, one list for each pair; the other links are added in place.
            corpus: the candidate links between the other words of the same pairs, in the same order.
        """
        cells, owners, sources, targets = corpus.cells()
        if not len(owners):
            return anchors
        forward = self.model.posteriors(cells)
        backward = self.model.posteriors(cells.reversed())
        agreement = np.sqrt(forward * backward)
        # The numbers of the pairs ascend over the cells, so the cells of one pair are one slice.
        bounds = np.searchsorted(owners, np.arange(len(anchors) + 1)).tolist()
        likely = agreement >= self.threshold
        for number, links in enumerate(anchors):
            part = slice(bounds[number], bounds[number + 1])
            if part.start == part.stop:
                continue
            keep = likely[part]
            candidates = sorted(
                zip(
                    (-agreement[part][keep]).tolist(),
                    sources[part][keep].tolist(),
                    targets[part][keep].tolist(),
                    strict=True,
                )
            )
            _add_links(links, candidates)
        return anchors


def _add_links(links: Links, candidates: list[tuple[float, int, int]]) -> None:
    """Add candidates to the links, best first, in two passes.

    The first pass links words of which both are free. The second links a word that is still free to a linked
    word, where the new link touches an old one, so that one word can stand for a phrase.
    """
    taken = set(links)
    used_source = {i for i, _ in links}
    used_target = {j for _, j in links}
    for _, i, j in candidates:
        if i not in used_source and j not in used_target:
            taken.add((i, j))
            used_source.add(i)
            used_target.add(j)
    for _, i, j in candidates:
        # At most one of the two words is free here: the first pass linked all pairs of free words.
        if (i, j) in taken or (i in used_source and j in used_target):
            continue
        beside = {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1), (i - 1, j - 1), (i + 1, j + 1)}
        if beside & taken:
            taken.add((i, j))
            used_source.add(i)
            used_target.add(j)
    links[:] = sorted(taken)


class CellCollector:
    """Collector of candidate links (cells) of a corpus.

    Parts of a corpus can be gathered apart; `extend` puts them together in their order.
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self._words: dict[str, int] = {}
        self._tags: dict[str, int] = {}
        self._row_words: list[int] = []
        self._column_words: list[int] = []
        self._row_tags: list[int] = []
        self._column_tags: list[int] = []
        self._parts: list[tuple[NDArray[np.int64], ...]] = []
        self._position: list[NDArray[np.float64]] = []
        self._likeness: list[float] = []
        self._count = 0

    def __getstate__(self) -> dict[str, object]:
        """Leave the language out of the pickle: a collector from another process is only given to `extend`."""
        return {name: value for name, value in vars(self).items() if name != "_language"}

    def add_pairs(self, pairs: Iterable[SentencePair]) -> list[Links]:
        """Add the candidate links between words without an anchor, and return the anchors of each pair."""
        anchors: list[Links] = []
        for pair in pairs:
            chain, moved = match_equal_words(pair.source, pair.target, self._language)
            anchors.append(sorted(chain + moved))
            self._add(pair, chain, moved)
        return anchors

    def extend(self, other: CellCollector) -> None:
        """Add what another collector gathered from the pairs that follow.

        Words and tags come in order of first appearance, so their new numbers are those of a single collector.
        """
        words = np.array([self._word(word) for word in other._words], dtype=np.int64)
        tags = np.array([self._tags.setdefault(tag, len(self._tags)) for tag in other._tags], dtype=np.int64)
        # Columns of a part: pair, source position, target position, source token, target token. Positions count
        # inside a sentence, so they stay as they are.
        offsets = (self._count, 0, 0, len(self._row_words), len(self._column_words))
        for part in other._parts:
            shifted = (column + offset for column, offset in zip(part, offsets, strict=True))
            self._parts.append(tuple(shifted))
        self._position += other._position
        self._likeness += other._likeness
        self._row_words += words[other._row_words].tolist() if other._row_words else []
        self._column_words += words[other._column_words].tolist() if other._column_words else []
        self._row_tags += tags[other._row_tags].tolist() if other._row_tags else []
        self._column_tags += tags[other._column_tags].tolist() if other._column_tags else []
        self._count += other._count

    def _add(self, pair: SentencePair, chain: Links, moved: Links) -> None:
        used_source = {i for i, _ in chain} | {i for i, _ in moved}
        used_target = {j for _, j in chain} | {j for _, j in moved}
        free_source = [i for i in range(len(pair.source)) if i not in used_source]
        free_target = [j for j in range(len(pair.target)) if j not in used_target]
        if free_source and free_target:
            # The rank of a free word is the number of chain links before it; the difference of two ranks is
            # the number of anchors that a link between the words would cross.
            ranks = (
                np.searchsorted([i for i, _ in chain], free_source),
                np.searchsorted([j for _, j in chain], free_target),
            )
            apart = np.abs(ranks[0][:, None] - ranks[1][None, :])
            rows, columns = np.nonzero(apart <= _FARTHEST)
            if len(rows):
                self._position.append(_CROSSING_WEIGHT ** apart[rows, columns])
                places = np.array(free_source)[rows], np.array(free_target)[columns]
                offsets = rows + len(self._row_words), columns + len(self._column_words)
                self._parts.append((np.full(len(rows), self._count), *places, *offsets))
                self._likeness += [
                    _likeness(pair.source[i], pair.target[j], self._language)
                    for i, j in zip(*(place.tolist() for place in places), strict=True)
                ]
                self._row_words += [self._word(pair.source[i]) for i in free_source]
                self._column_words += [self._word(pair.target[j]) for j in free_target]
                self._row_tags += [self._tag(pair.source_tags[i]) for i in free_source]
                self._column_tags += [self._tag(pair.target_tags[j]) for j in free_target]
        self._count += 1

    def cells(self) -> tuple[Cells, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the cells, and for each cell the number of its pair, its source and its target position."""
        parts = [np.concatenate(column) for column in zip(*self._parts, strict=True)] or [np.zeros(0, int)] * 5
        owners, sources, targets, rows, columns = parts
        cells = Cells(
            rows,
            columns,
            np.array(self._row_words, dtype=np.int64),
            np.array(self._column_words, dtype=np.int64),
            np.array(self._row_tags, dtype=np.int64),
            np.array(self._column_tags, dtype=np.int64),
            np.concatenate(self._position) if self._position else np.zeros(0),
            np.array(self._likeness),
        )
        return cells, owners, sources, targets

    def _word(self, word: str) -> int:
        return self._words.setdefault(word, len(self._words))

    def _tag(self, tag: str) -> int:
        return self._tags.setdefault(self._language.coarse_tag(tag) or _UNTAGGED, len(self._tags))


@lru_cache(maxsize=1 << 20)
def _likeness(first: str, second: str, language: Language) -> float:
    """Return how alike two words look, 0 to 1.

    Equal words and inflections of one word have 1. Other words have the share of the longer one that both begin
    with, if that is at least four letters and half of the word.
    """
    if first == second:
        return 1.0
    if first[0] != second[0] or not (first.isalpha() and second.isalpha()):
        return 0.0
    if language.is_inflection(first, second):
        return 1.0
    length = 0
    while length < min(len(first), len(second)) and first[length] == second[length]:
        length += 1
    shared = length / max(len(first), len(second))
    return shared if length >= 4 and shared >= 0.5 else 0.0
