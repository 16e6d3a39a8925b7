"""The tree behind a translation, built from the decoder's list of rules, and its printed forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simplifier.decoder import RuleApplication
from simplifier.rules.grammar.rule import parse_alignment

__all__ = ["Tree", "build_tree"]

_MARKERS = ("<s>", "</s>")


@dataclass(frozen=True, slots=True)
class Tree:
    """One rule with the trees that fill its gaps.

    Attributes:
        rule: the rule with its spans, in tokens without sentence markers.
        alignment: the word alignment of the rule as its grammar has it, such as ``0-0 1-1``.
        parts: the trees in the gaps, by index (index 1 first).
    """

    rule: RuleApplication
    alignment: str
    parts: tuple[Tree, ...]

    @property
    def first(self) -> bool:
        """True if the tree covers ``<s>``."""
        return "<s>" in self.rule.source.split() or any(part.first for part in self.parts)

    @property
    def last(self) -> bool:
        """True if the tree covers ``</s>``."""
        return "</s>" in self.rule.source.split() or any(part.last for part in self.parts)

    def bracketed(self) -> str:
        """Return the target side as ``(LABEL{start-end} ...)``, where positions count the sentence markers."""
        # Joshua counts ``<s>`` as position 0, so that every token is one further than in the rule.
        start = 0 if self.first else self.rule.start + 1
        end = self.rule.end + (2 if self.last else 1)
        symbols = []
        for symbol in self.rule.target.split():
            place = _place(symbol)
            symbols.append(symbol if place is None else self.parts[place].bracketed())
        return f"({self.rule.lhs}{{{start}-{end}}} {' '.join(symbols)})"

    def points(self) -> Iterator[tuple[int, int]]:
        """Yield the (source, target) positions of aligned words, in tokens from 0."""
        sources = self._positions(self.rule.source, self.rule.start, [p.rule.end - p.rule.start for p in self.parts])
        lengths = [part.rule.target_end - part.rule.target_start for part in self.parts]
        targets = self._positions(self.rule.target, self.rule.target_start, lengths)
        for source, target in parse_alignment(self.alignment):
            if sources[source] is not None and targets[target] is not None:
                yield int(sources[source] or 0), int(targets[target] or 0)
        for part in self.parts:
            yield from part.points()

    def _positions(self, side: str, start: int, lengths: Sequence[int]) -> list[int | None]:
        """Return the position of each symbol of a side; None for gaps and sentence markers."""
        found: list[int | None] = []
        position = start
        for symbol in side.split():
            place = _place(symbol)
            if place is not None:
                found.append(None)
                position += lengths[place]
            elif symbol in _MARKERS:
                found.append(None)
            else:
                found.append(position)
                position += 1
        return found


def build_tree(rules: Iterator[tuple[RuleApplication, str]]) -> Tree:
    """Build a tree of rules with their alignments, which come outer before inner and otherwise in target order."""
    rule, alignment = next(rules)
    parts: dict[int, Tree] = {}
    for symbol in rule.target.split():
        place = _place(symbol)
        if place is not None:
            parts[place] = build_tree(rules)
    return Tree(rule, alignment, tuple(parts[place] for place in sorted(parts)))


def _place(symbol: str) -> int | None:
    """Return the number of a gap, from 0; None for a word."""
    if not (symbol.startswith("[") and symbol.endswith("]")):
        return None
    number = symbol[1:-1].rpartition(",")[2]
    return int(number) - 1 if number.isdigit() else None
