"""A sentence while it is being rewritten: its words on their way out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token
from simplifier.text.casing import is_shouted

__all__ = ["QUOTES", "Draft", "Piece", "Style"]

#: Marks that open and close alike.
QUOTES: Final = frozenset({'"', "'"})


@dataclass(slots=True)
class Piece:
    """One word on its way out; ``first`` and ``last`` are the source tokens that it stands for."""

    form: str
    surface: str
    source: int | None
    change: int | None
    first: int | None
    last: int | None
    clings_left: bool
    clings_right: bool
    repaired: str = ""
    start: int = 0


class Style(NamedTuple):
    """What a whole sentence says of how new words are written in it.

    Attributes:
        shouted: True if it is in capitals throughout.
        capitals: True if it has a capital.
        curly: True if its apostrophes are curly.
        names: how the proper nouns that do not begin it are written, by form.
    """

    shouted: bool
    capitals: bool
    curly: bool
    names: Mapping[str, str]

    @classmethod
    def of(cls, text: str, tokens: Sequence[Token], names: Collection[int]) -> Style:
        """Return the style of a sentence, given its proper nouns."""
        return cls(
            is_shouted([token.surface for token in tokens]),
            any(map(str.isupper, text)),
            "’" in text and "'" not in text,
            {tokens[place].form: tokens[place].surface for place in names if place},
        )


@dataclass(slots=True)
class Draft:
    """A sentence while it is being rewritten."""

    language: Language
    text: str
    tokens: Sequence[Token]
    changes: Sequence[Sequence[int]]
    tokenised: bool
    names: Collection[int]
    kept: Collection[int]
    style: Style
    pieces: list[Piece] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    used_gaps: set[int] = field(default_factory=set)

    def gap(self, left: int) -> str:
        """Return what stands between source tokens ``left`` and ``left + 1``."""
        return self.text[self.tokens[left].end : self.tokens[left + 1].start]

    def use_gap(self, left: int) -> str:
        """Return the same and note that it is in the new text."""
        self.used_gaps.add(left)
        return self.gap(left)

    def copied(self, source: int, change: int | None) -> Piece:
        """Return a source token as a piece.

        A quotation mark, and any mark that the language says nothing of, clings to the side where it had no
        space.
        """
        token = self.tokens[source]
        left, right = self.clings(token.form)
        unknown = not (left or right) and not any(map(str.isalnum, token.surface))
        if unknown or token.form in QUOTES:
            left = bool(source) and not self.gap(source - 1)
            right = source + 1 < len(self.tokens) and not self.gap(source)
        return Piece(token.form, token.surface, source, change, source, source, left, right)

    def clings(self, form: str) -> tuple[bool, bool]:
        """Return whether a word stands right behind the one before it, and right before the next."""
        writing = self.language.writing
        return writing.clings_left(form), writing.clings_right(form)

    def verbatim(self, left: Piece, right: Piece) -> bool:
        """Whether two neighbours stood next to each other in the source, unchanged."""
        return left.source is not None and right.source == left.source + 1
