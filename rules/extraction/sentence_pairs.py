"""Sentence pairs as the extraction takes them: tokens in decoder forms with their parts of speech."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from simplifier.languages.analysis.tagger import Tagger

__all__ = ["SentencePair", "Words", "tag_pairs"]

Words = tuple[str, ...]

_BLOCK = 5_000


@dataclass(frozen=True, slots=True)
class SentencePair:
    """A complex sentence and a simpler one that says the same (or part of it).

    Attributes:
        source: tokens of the complex side, lowercased decoder forms.
        target: tokens of the simple side.
        source_tags: one tag for each source token.
        target_tags: one tag for each target token.
    """

    source: Words
    target: Words
    source_tags: Words
    target_tags: Words


def tag_pairs(pairs: Iterable[tuple[Sequence[str], Sequence[str]]], tagger: Tagger) -> Iterator[SentencePair]:
    """Tag both sides of each pair; pairs are read, tagged and yielded in blocks."""
    stream = iter(pairs)
    while block := list(islice(stream, _BLOCK)):
        tags = tagger.tag_batch([side for pair in block for side in pair])
        for number, (source, target) in enumerate(block):
            yield SentencePair(tuple(source), tuple(target), tuple(tags[2 * number]), tuple(tags[2 * number + 1]))
