"""The dependency tree of a sentence: parsers make it, and structural rules read it.

Labels are the names of relations that the parser's language uses (`simplifier.languages.analysis.relations`).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

__all__ = ["Parser", "Tree"]

_BRACKETS: Final = {")": "(", "]": "["}


@dataclass(frozen=True)
class Tree:
    """The head of every token of a sentence, and its relation to that head.

    Attributes:
        heads: place of the head of every token; -1 for a root. There may be several roots.
        labels: relation of every token to its head.

    Raises:
        ValueError: the two differ in length, a head is no token, or the heads have a cycle.
    """

    heads: tuple[int, ...]
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.heads) != len(self.labels):
            raise ValueError(f"{len(self.heads)} heads and {len(self.labels)} labels")
        for place, head in enumerate(self.heads):
            if not -1 <= head < len(self.heads):
                raise ValueError(f"token {place}: head {head} is no token")
        if len(self._upwards) != len(self.heads):  # no root reaches the tokens of a cycle
            raise ValueError("some tokens depend on themselves")

    def __len__(self) -> int:
        return len(self.heads)

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The tokens without a head."""
        return tuple(place for place, head in enumerate(self.heads) if head < 0)

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.heads]
        for place, head in enumerate(self.heads):
            if head >= 0:
                found[head].append(place)
        return tuple(map(tuple, found))

    @cached_property
    def _upwards(self) -> tuple[int, ...]:
        """Every token that a root reaches, children before their heads."""
        order: list[int] = []
        waiting = list(self.roots)
        while waiting:
            place = waiting.pop()
            order.append(place)
            waiting += self._children[place]
        return tuple(reversed(order))

    def lifted(self, auxiliaries: Set[str]) -> Tree:
        """Return the tree with the dependents of every auxiliary given to its main verb.

        Args:
            auxiliaries: labels of auxiliary verbs.
        """
        if auxiliaries.isdisjoint(self.labels):
            return self
        return Tree(tuple(self._lifted_head(head, auxiliaries) for head in self.heads), self.labels)

    def closing(self, words: Sequence[str]) -> Tree:
        """Return the tree with every closing bracket attached to the head of its opening bracket.

        Parsers often attach the last closing bracket to the verb, so that the bracketed phrase seems to go on.

        Args:
            words: the words of the sentence.
        """
        heads = list(self.heads)
        opened: list[int] = []
        for place, word in enumerate(words):
            if word in _BRACKETS.values():
                opened.append(place)
            elif word in _BRACKETS and opened:
                head = heads[opened.pop()]
                if head >= 0 and not self._children[place] and self._spans[head][1] >= place:
                    heads[place] = head
        return self if tuple(heads) == self.heads else Tree(tuple(heads), self.labels)

    def _lifted_head(self, head: int, auxiliaries: Set[str]) -> int:
        while head >= 0 and self.labels[head] in auxiliaries and self.heads[head] >= 0:
            head = self.heads[head]
        return head

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        sizes = [1] * len(self)
        for place in self._upwards:
            if self.heads[place] >= 0:
                sizes[self.heads[place]] += sizes[place]
        return tuple(sizes)

    @cached_property
    def _spans(self) -> tuple[tuple[int, int], ...]:
        first, last = list(range(len(self))), list(range(1, len(self) + 1))
        for place in self._upwards:
            head = self.heads[place]
            if head >= 0:
                first[head] = min(first[head], first[place])
                last[head] = max(last[head], last[place])
        return tuple(zip(first, last, strict=True))

    def children(self, place: int, labels: Container[str] | None = None) -> tuple[int, ...]:
        """Return the dependents of a token, in order; if ``labels`` are given, only those with one of them."""
        if labels is None:
            return self._children[place]
        return tuple(one for one in self._children[place] if self.labels[one] in labels)

    def child(self, place: int, *labels: str) -> int | None:
        """Return the first dependent of a token that has one of these labels; None if there is none."""
        return next(iter(self.children(place, labels)), None)

    def ancestors(self, place: int) -> Iterator[int]:
        """Yield the head of a token, the head of that head, and so on up to a root."""
        while (place := self.heads[place]) >= 0:
            yield place

    def subtree(self, place: int) -> tuple[int, ...]:
        """Return a token and all below it, in the order of the sentence."""
        if self.is_whole(place):
            return tuple(range(*self._spans[place]))
        found, waiting = [], [place]
        while waiting:
            one = waiting.pop()
            found.append(one)
            waiting += self._children[one]
        return tuple(sorted(found))

    def span(self, place: int) -> tuple[int, int]:
        """Return the half-open span of a subtree, from its first token to its last; others may stand between them."""
        return self._spans[place]

    def is_whole(self, place: int) -> bool:
        """Return whether the tokens of a subtree stand side by side."""
        start, end = self._spans[place]
        return self._sizes[place] == end - start

    @cached_property
    def is_projective(self) -> bool:
        """True if no two arcs cross, that is, if every subtree is whole."""
        return all(map(self.is_whole, range(len(self))))


class Parser(Protocol):
    """Makes dependency trees."""

    def parse(self, sentences: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]) -> list[Tree]:
        """Return the tree of every sentence.

        Args:
            sentences: the words of each sentence, as the tagger takes them.
            tags: the tags of each sentence, one per word.
        """
