"""One synchronous rule: a left-hand side, a source and a target side, features and word alignment."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from simplifier.rules.grammar.symbols import Nonterminal, Symbol, format_label, format_symbols, parse_symbols

__all__ = ["Rule", "parse_alignment", "validate_sides"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule ``LHS -> (source, target)`` of a synchronous context-free grammar.

    Attributes:
        lhs: label without brackets.
        source: symbols of the source side, at least one.
        target: symbols of the target side, at least one, with the same nonterminals as the source.
        features: values by registered name; a missing value is absent or NaN.
        alignment: (source position, target position) pairs, counted from 0 over symbols.

    Raises:
        ValueError: a label with a space or bracket, sides that do not hold the same nonterminals, source indexes that
            are not 1..n in order, or an alignment point outside the rule.
    """

    lhs: str
    source: tuple[Symbol, ...]
    target: tuple[Symbol, ...]
    features: dict[str, float] = field(default_factory=dict)
    alignment: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if not self.lhs or any(character in "[] \t\n" for character in self.lhs):
            raise ValueError(f"a label holds no space and no brackets, unlike {self.lhs!r}")
        validate_sides(self.source, self.target)
        for source, target in self.alignment:
            if source >= len(self.source) or target >= len(self.target):
                raise ValueError(f"alignment {source}-{target} points outside the rule")

    @classmethod
    def from_text(cls, lhs: str, source: str, target: str, alignment: str = "") -> Rule:
        """Build a rule from its text parts: a bare label, two sides, and ``0-0 1-1`` alignments."""
        return cls(lhs, parse_symbols(source), parse_symbols(target), {}, tuple(parse_alignment(alignment)))

    @property
    def arity(self) -> int:
        """Number of nonterminals on each side."""
        return sum(isinstance(symbol, Nonterminal) for symbol in self.source)

    @property
    def is_identity(self) -> bool:
        """Whether both sides are the same symbols."""
        return self.source == self.target

    def __str__(self) -> str:
        """Return the rule as one line of a labelled grammar file."""
        features = " ".join(f"{name}={_number(value)}" for name, value in self.features.items())
        fields = [format_label(self.lhs), format_symbols(self.source), format_symbols(self.target), features]
        if self.alignment:
            fields.append(" ".join(f"{source}-{target}" for source, target in self.alignment))
        return " ||| ".join(fields)


def validate_sides(source: tuple[Symbol, ...], target: tuple[Symbol, ...]) -> None:
    """Check that two sides make a rule.

    Raises:
        ValueError: an empty side, source indexes other than 1..n in order, or nonterminals that
            differ between the sides.
    """
    if not source or not target:
        raise ValueError("expected at least one symbol on each side")
    gaps = [symbol for symbol in source if isinstance(symbol, Nonterminal)]
    filled = [symbol for symbol in target if isinstance(symbol, Nonterminal)]
    if not gaps and not filled:
        return
    if [gap.index for gap in gaps] != list(range(1, len(gaps) + 1)):
        raise ValueError(f"expected source nonterminals with indexes 1 to {len(gaps)} in this order")
    if sorted(gaps) != sorted(filled):
        raise ValueError("expected the same nonterminals on both sides")


def parse_alignment(text: str) -> list[tuple[int, int]]:
    """Return the points of ``0-0 1-2`` as pairs.

    Raises:
        ValueError: a point that is not two numbers joined by a hyphen.
    """
    points = []
    for point in text.split():
        source, hyphen, target = point.partition("-")
        if not (hyphen and source.isdecimal() and target.isdecimal()):
            raise ValueError(f"expected alignment points such as 0-0, not {point!r}")
        points.append((int(source), int(target)))
    return points


def _number(value: float) -> str:
    return "NA" if math.isnan(value) else f"{value:.6g}"
