"""A sentence while it is being written: the words of the new sentence, and where they come from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token
from simplifier.text.casing import is_shouted

__all__ = ["QUOTES", "Draft", "Piece", "Style"]

#: Marks that look the same whether they open or close.
QUOTES: Final = frozenset({'"', "'"})


@dataclass(slots=True)
class Piece:
    """One word of the new sentence.

    Attributes:
        form: its decoder form.
        surface: how it is written; repairs may change this.
        source: the source token that it copies; None for a new word.
        change: number of the change that it belongs to; None for none.
        first: first source token that it stands for; None for a word that stands for none.
        last: last source token that it stands for; None for a word that stands for none.
        clings_left: True if no space stands before it.
        clings_right: True if no space stands behind it.
        repaired: the kind of the repair that changed it; empty for none.
        start: its first character in the new text, known once the words are joined.
    """

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
    """How a whole sentence is written, which decides how new words in it are written.

    Attributes:
        shouted: True if the sentence is in capitals.
        capitals: True if it has a capital.
        curly: True if its apostrophes are curly.
        names: how its proper nouns are written, by form; the first token is left out.
    """

    shouted: bool
    capitals: bool
    curly: bool
    names: Mapping[str, str]

    @classmethod
    def of(cls, text: str, tokens: Sequence[Token], names: Collection[int]) -> Style:
        """Return the style of a sentence, given the places of its proper nouns."""
        return cls(
            is_shouted([token.surface for token in tokens]),
            any(map(str.isupper, text)),
            "’" in text and "'" not in text,
            {tokens[place].form: tokens[place].surface for place in names if place},
        )


@dataclass(slots=True)
class Draft:
    """A sentence while it is being written.

    The first fields are the arguments of `simplifier.text.realise`.

    Attributes:
        pieces: the words of the new sentence, in order.
        dropped: source tokens of stray marks that were removed.
        used_gaps: the gaps of the source whose text stands in the new sentence, by the token to their left.
    """

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
        """Return the text between source tokens ``left`` and ``left + 1``."""
        return self.text[self.tokens[left].end : self.tokens[left + 1].start]

    def use_gap(self, left: int) -> str:
        """Return the text of a gap, and note that it is used in the new text."""
        self.used_gaps.add(left)
        return self.gap(left)

    def copied(self, source: int, change: int | None) -> Piece:
        """Return a source token as a piece.

        A quotation mark, or a mark that the language does not know, clings to the side on which the source has no
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
        """Return whether a word clings to the one before it, and whether it clings to the next."""
        writing = self.language.writing
        return writing.clings_left(form), writing.clings_right(form)

    def verbatim(self, left: Piece, right: Piece) -> bool:
        """Return True if two neighbours are copies of neighbouring source tokens."""
        return left.source is not None and right.source == left.source + 1
