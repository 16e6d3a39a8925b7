"""Input and output of tests of rewritings: tagged sentences, changes, findings."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Protocol

from simplifier.languages.analysis.tokens import Token

__all__ = ["Change", "Finding", "GrammarTests", "TaggedWords"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A test that a rewriting fails.

    Attributes:
        kind: the test.
        what: the words in question.
        hard: true if the rewriting must not stand; false if the finding rests on the tagger, which may be wrong.
    """

    kind: str
    what: str
    hard: bool = True

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


class Change(NamedTuple):
    """One change to a sentence, as tests see it.

    Attributes:
        start: first character in the source sentence (half-open spans).
        end: after the last character.
        output_start: first character in the new sentence.
        output_end: after the last character.
        source: source side of the rule.
        target: target side of the rule.
        label: left-hand side of the rule.
    """

    start: int
    end: int
    output_start: int
    output_end: int
    source: str
    target: str
    label: str


@dataclass(frozen=True)
class TaggedWords:
    """The words of a sentence, in order.

    Attributes:
        tokens: the words, with their offsets.
        tags: the tag of each word; empty without a tagger.
    """

    tokens: Sequence[Token]
    tags: Sequence[str] = ()

    @cached_property
    def forms(self) -> list[str]:
        """The decoder forms."""
        return [form for _, form, _, _ in self.tokens]

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The pairs of neighbouring forms."""
        return frozenset(pairwise(self.forms))

    def new_pairs(self, before: TaggedWords) -> set[tuple[str, str]]:
        """Return the pairs of neighbouring forms that the sentence ``before`` does not have."""
        # The entry holds the other sentence too: without it, a later sentence could get the same id.
        found = self._new_pairs.get(id(before))
        if found is None or found[0] is not before:
            found = self._new_pairs[id(before)] = (before, set(pairwise(self.forms)) - before.pairs)
        return found[1]

    @cached_property
    def _new_pairs(self) -> dict[int, tuple[TaggedWords, set[tuple[str, str]]]]:
        return {}

    def tagged_as(self, tags: frozenset[str]) -> list[Token]:
        """Return the tokens with one of these tags."""
        known = self._tokens_by_tags
        found = known.get(tags)
        if found is None:
            pairs = zip(self.tokens, self.tags, strict=True)
            found = known[tags] = [token for token, tag in pairs if tag in tags]
        return found

    @cached_property
    def _tokens_by_tags(self) -> dict[frozenset[str], list[Token]]:
        return {}

    @cached_property
    def _offsets(self) -> tuple[list[int], list[int]]:
        return [start for _, _, start, _ in self.tokens], [end for _, _, _, end in self.tokens]

    def within(self, start: int, end: int) -> range:
        """Return the places of the tokens that overlap a half-open span of characters."""
        starts, ends = self._offsets
        return range(bisect_right(ends, start), bisect_left(starts, end))

    def tagged(self) -> Iterator[tuple[str, str]]:
        """Yield form and tag of every word; nothing without tags."""
        if self.tags:
            yield from zip(self.forms, self.tags, strict=True)


class GrammarTests(Protocol):
    """Tests of a new sentence that need parts of speech."""

    def findings(self, before: TaggedWords, after: TaggedWords, changes: Sequence[Change]) -> Iterator[Finding]:
        """Yield what is wrong with the grammar of a new sentence.

        Args:
            before: the source sentence.
            after: the new sentence.
            changes: the changes to test.
        """
