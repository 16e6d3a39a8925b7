"""Occurrences of the phrase pairs of a corpus: one row for each, as columns of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from simplifier.languages.language import Language
from simplifier.rules.extraction.ngrams import NgramIndex
from simplifier.rules.extraction.phrase_pairs import kept_targets, phrase_pairs
from simplifier.rules.extraction.sentence_pairs import SentencePair

__all__ = ["Corpus", "Occurrences"]

Column = NDArray[np.int32]
IntArray = NDArray[np.int64]
Links = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Phrase pairs in columns; positions count the tokens of all sentences, source sides first.

    Attributes:
        pairs: number of the sentence pair.
        source_starts: position of the first source word.
        source_lengths: words of the source span.
        target_starts: position of the first target word.
        target_lengths: words of the target span.
        minimal: false where the target span is extended over words without links.
        flanks: how many of the neighbours, before and after, are linked to each other: 0 to 2 (see `PhrasePair`).
    """

    pairs: Column
    source_starts: Column
    source_lengths: Column
    target_starts: Column
    target_lengths: Column
    minimal: NDArray[np.bool_]
    flanks: Column

    def __len__(self) -> int:
        return len(self.pairs)

    def select(self, keep: NDArray[np.bool_] | IntArray) -> Occurrences:
        """Return the rows of a mask or of a list of row numbers."""
        return Occurrences(*(getattr(self, column.name)[keep] for column in fields(self)))

    def join(self, other: Occurrences) -> Occurrences:
        """Return the rows of both."""
        names = [column.name for column in fields(self)]
        return Occurrences(*(np.concatenate((getattr(self, name), getattr(other, name))) for name in names))


class Corpus:
    """Aligned sentence pairs with numbers for all n-grams and for all labels of spans.

    In the index, the source side of pair k is sentence k, and its target side is sentence ``len(pairs) + k``.
    """

    def __init__(self, pairs: Sequence[SentencePair], links: Sequence[Links], longest: int, language: Language) -> None:
        """Index a corpus.

        Args:
            pairs: tagged sentence pairs.
            links: word alignment of each.
            longest: most words of a phrase, on either side.
            language: names the labels of spans.
        """
        self.pairs = pairs
        self.links = links
        self.longest = longest
        self.language = language
        sides = chain((pair.source for pair in pairs), (pair.target for pair in pairs))
        self.ngrams = NgramIndex(sides, longest)
        tags = chain((pair.source_tags for pair in pairs), (pair.target_tags for pair in pairs))
        # A label depends on the tags alone, so that every distinct n-gram of tags is labelled once.
        self._tags = NgramIndex(tags, longest)
        texts = self._tags.texts(np.arange(len(self._tags)))
        labels = [language.phrase_label(text.split()) for text in texts]
        self.labels = sorted(set(labels))
        numbers = {label: number for number, label in enumerate(self.labels)}
        self._label_of_tags = np.array([numbers[label] for label in labels], dtype=np.int64)

    def span_labels(self, starts: Column, lengths: Column) -> IntArray:
        """Return the number (into `labels`) of the label of each span in its sentence."""
        return self._label_of_tags[self._tags.ids(starts, lengths)]

    def changed(self) -> Occurrences:
        """Return the occurrences of consistent phrase pairs, except spans that are kept as they are (`identities`).

        The two sides can still have equal words where links are not one to one.
        """
        columns = [array("i") for _ in range(7)]
        starts = self.ngrams.starts.tolist()
        count = len(self.pairs)
        for number, (pair, links) in enumerate(zip(self.pairs, self.links, strict=True)):
            if pair.source == pair.target:
                continue
            kept = kept_targets(pair.source, pair.target, links)
            source, target = starts[number], starts[count + number]
            for found in phrase_pairs(len(pair.source), len(pair.target), links, kept, self.longest):
                row = (
                    number,
                    source + found.source_start,
                    found.source_length,
                    target + found.target_start,
                    found.target_length,
                    found.minimal,
                    found.flanks,
                )
                for column, value in zip(columns, row, strict=True):
                    column.append(value)
        arrays = [np.frombuffer(column, dtype=np.int32) for column in columns]
        numbers, sources, source_lengths, targets, target_lengths, minimal, flanks = arrays
        return Occurrences(numbers, sources, source_lengths, targets, target_lengths, minimal.astype(np.bool_), flanks)

    def identities(self) -> Occurrences:
        """Return the occurrences of source spans that stand unchanged, in one piece, on the target side."""
        kept = self._kept_positions()
        run = _run_lengths(kept, self.ngrams.room)
        return self._spans(run, kept, empty_targets=False)

    def unlinked_spans(self) -> Occurrences:
        """Return the source spans in which no word has a link; their target spans are empty."""
        free = np.ones(len(self.ngrams.symbols), dtype=np.int64)
        starts = self.ngrams.starts
        for number, links in enumerate(self.links):
            if links:
                free[starts[number] + np.array(links)[:, 0]] = 0
        free[starts[len(self.pairs)] :] = 0  # target sides
        run = _run_lengths(np.where(free > 0, np.arange(len(free)), -1), self.ngrams.room)
        return self._spans(run, np.zeros(len(free), dtype=np.int64), empty_targets=True)

    def alignment(self, occurrences: Occurrences) -> list[str]:
        """Return the links inside each pair of spans as text, such as ``0-0 1-1``."""
        count = len(self.pairs)
        starts = self.ngrams.starts
        sources = (occurrences.source_starts - starts[occurrences.pairs]).tolist()
        targets = (occurrences.target_starts - starts[count + occurrences.pairs]).tolist()
        texts = []
        for number, source, width, target in zip(
            occurrences.pairs.tolist(), sources, occurrences.source_lengths.tolist(), targets, strict=True
        ):
            # The pair is consistent: a link from inside the source span leads into the target span.
            inside = ((i - source, j - target) for i, j in self.links[number] if source <= i < source + width)
            texts.append(" ".join(f"{i}-{j}" for i, j in inside))
        return texts

    def _spans(self, run: IntArray, targets: IntArray, empty_targets: bool) -> Occurrences:
        """Return all spans inside runs, with the target positions of their first words."""
        owner = np.repeat(np.arange(2 * len(self.pairs), dtype=np.int32), np.diff(self.ngrams.starts))
        starts = [np.flatnonzero(run >= length).astype(np.int32) for length in range(1, self.longest + 1)]
        lengths = np.repeat(np.arange(1, self.longest + 1, dtype=np.int32), [len(part) for part in starts])
        places = np.concatenate(starts)
        return Occurrences(
            owner[places],
            places,
            lengths,
            targets[places].astype(np.int32),
            np.zeros_like(lengths) if empty_targets else lengths,
            np.ones(len(places), dtype=np.bool_),
            np.full(len(places), 2, dtype=np.int32),
        )

    def target_tags(self, occurrences: Occurrences) -> list[tuple[str, ...]]:
        """Return the parts of speech of each target span."""
        offsets = self.ngrams.starts[len(self.pairs) + occurrences.pairs]
        first = (occurrences.target_starts - offsets).tolist()
        last = (occurrences.target_starts - offsets + occurrences.target_lengths).tolist()
        return [
            self.pairs[number].target_tags[start:end]
            for number, start, end in zip(occurrences.pairs.tolist(), first, last, strict=True)
        ]

    def _kept_positions(self) -> IntArray:
        """Return for each token of the source sides the position of its unchanged partner, else -1."""
        result = np.full(len(self.ngrams.symbols), -1, dtype=np.int64)
        starts = self.ngrams.starts
        count = len(self.pairs)
        for number, (pair, links) in enumerate(zip(self.pairs, self.links, strict=True)):
            kept = np.array(kept_targets(pair.source, pair.target, links))
            source = starts[number]
            result[source : source + len(kept)] = np.where(kept >= 0, kept + starts[count + number], -1)
        return result


def _run_lengths(kept: IntArray, room: IntArray) -> IntArray:
    """Return for each position how many tokens from there on keep their words and their order.

    ``room`` is the number of tokens left in the sentence. It ends a run that would go on into the next sentence:
    the last word of one sentence and the first of the next can be neighbours on both sides.
    """
    # A run ends before every token that does not follow its predecessor on the target side.
    ends = np.append(np.flatnonzero(kept[1:] != kept[:-1] + 1) + 1, len(kept))
    positions = np.arange(len(kept))
    lengths = np.minimum(ends[np.searchsorted(ends, positions, side="right")] - positions, room)
    return np.where(kept >= 0, lengths, 0)
