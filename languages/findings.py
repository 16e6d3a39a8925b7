"""What a test says of a rewriting, and the two word lists that tests compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simplifier.text import Token

__all__ = ["Finding", "TaggedWords"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A test that a rewriting fails.

    Attributes:
        kind: the test.
        what: the words it is about.
        hard: the rewriting must not stand. Otherwise only the tagger says so, and it may be wrong.
    """

    kind: str
    what: str
    hard: bool = True

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


@dataclass(frozen=True, slots=True)
class TaggedWords:
    """The words of a sentence.

    Attributes:
        tokens: with their offsets.
        tags: one for each; empty without a tagger.
    """

    tokens: Sequence[Token]
    tags: Sequence[str] = ()

    @property
    def forms(self) -> list[str]:
        """The decoder forms."""
        return [token.form for token in self.tokens]

    def within(self, start: int, end: int) -> list[int]:
        """Return the places of the tokens that touch these characters."""
        return [place for place, token in enumerate(self.tokens) if token.start < end and start < token.end]

    def tagged(self) -> Iterator[tuple[str, str]]:
        """Yield form and tag of every word; nothing without tags."""
        if self.tags:
            yield from zip(self.forms, self.tags, strict=True)
