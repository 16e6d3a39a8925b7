"""Derivations as trees, and their word alignments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simplifier.decoder.derivation import Derivation, RuleApplication

__all__ = ["DerivationTree", "derivation_tree", "own_positions", "word_alignment"]


@dataclass(frozen=True, slots=True)
class DerivationTree:
    """A rule, and the trees that fill its gaps in the order of the source."""

    rule: RuleApplication
    children: tuple[DerivationTree, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the tree as plain values; ``span`` is of the source, ``target_span`` of the target."""
        rule = self.rule
        record: dict[str, Any] = {
            "lhs": rule.lhs,
            "source": rule.source,
            "target": rule.target,
            "grammar": rule.grammar,
            "span": [rule.start, rule.end],
            "target_span": [rule.target_start, rule.target_end],
            "features": {name: round(value, 6) for name, value in rule.features.items()},
        }
        if self.children:
            record["children"] = [child.to_json() for child in self.children]
        return record

    def __str__(self) -> str:
        """Return the tree in brackets: ``(VP (VB utilize -> use) a -> the [1])``."""
        if not any(map(_is_slot, self.rule.source.split())):
            left = self.rule.source.split()
        else:
            parts = [(child.rule.start, str(child)) for child in self.children]
            words = zip(self.rule.source.split(), own_positions(self)[0], strict=True)
            parts += [(place, word) for word, place in words if place is not None]
            left = [text for _, text in sorted(parts)]
        right = [_slot_number(word) if _is_slot(word) else word for word in self.rule.target.split()]
        arrow = ["->", *right] if self.rule.changed else []
        return f"({' '.join([self.rule.lhs, *left, *arrow])})"


def derivation_tree(derivation: Derivation) -> tuple[DerivationTree, ...]:
    """Return the trees that glue joins, in target order; one tree if nothing is glued."""
    return _trees(derivation.applications)


def _trees(applications: Sequence[RuleApplication]) -> tuple[DerivationTree, ...]:
    """Nest rules that come outer before inner; a rule in the source span of another is below that one."""
    # The rules inside a rule follow it directly, so its tree is a row of applications that can be cut out.
    trees: list[DerivationTree] = []
    place = 0
    while place < len(applications):
        rule = applications[place]
        end = place + 1
        while end < len(applications) and _covers(rule, applications[end]):
            end += 1
        children = _trees(applications[place + 1 : end])
        trees.append(DerivationTree(rule, tuple(sorted(children, key=lambda child: child.rule.start))))
        place = end
    return tuple(trees)


def _covers(outer: RuleApplication, inner: RuleApplication) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def own_positions(tree: DerivationTree) -> tuple[list[int | None], list[int | None]]:
    """Return the places of a rule's source symbols and of its target symbols, None for gaps.

    If the words of one side do not match its places one to one, all of that side are None. This is so on the source
    side of a lattice, where a word may lead over several nodes.
    """
    rule = tree.rule
    spans = [(child.rule.start, child.rule.end) for child in tree.children]
    targets = [(child.rule.target_start, child.rule.target_end) for child in tree.children]
    return (
        _positions(rule.source.split(), (rule.start, rule.end), spans),
        _positions(rule.target.split(), (rule.target_start, rule.target_end), targets),
    )


def word_alignment(derivation: Derivation) -> list[tuple[int, int]]:
    """Return the links (source token, target token) that the alignments of the rules give, sorted.

    Copied words are linked; a rule without an alignment in its table links nothing.
    """
    links: list[tuple[int, int]] = []
    waiting = list(derivation_tree(derivation))
    while waiting:
        tree = waiting.pop()
        waiting += tree.children
        source, target = own_positions(tree)
        for left, right in tree.rule.alignment:
            if left < len(source) and right < len(target):
                start, end = source[left], target[right]
                if start is not None and end is not None:
                    links.append((start, end))
    return sorted(links)


def _positions(symbols: Sequence[str], span: tuple[int, int], fillers: Sequence[tuple[int, int]]) -> list[int | None]:
    own = [place for place in range(*span) if not any(start <= place < end for start, end in fillers)]
    if len(own) != sum(not _is_slot(symbol) for symbol in symbols):
        return [None] * len(symbols)
    places = iter(own)
    return [None if _is_slot(symbol) else next(places) for symbol in symbols]


def _slot_number(symbol: str) -> str:
    return f"[{symbol[:-1].rpartition(',')[2]}]"


def _is_slot(symbol: str) -> bool:
    return symbol.startswith("[") and symbol.endswith("]") and "," in symbol
