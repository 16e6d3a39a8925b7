"""Closed groups of expressions with different meanings: amounts, duties, units.

>>> scale, = read_scales(["[duty]", "must!, have to", "may!, can!"])
>>> scale.lost_or_changed(["you", "must"], ["you", "may"], lambda word: [word])
'must -> may'
>>> scale.lost_or_changed(["you", "must"], ["you", "have", "to"], lambda word: [word])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final

from simplifier.base.errors import InputError

__all__ = ["Scale", "read_scales"]

_LOST: Final = "-"
_BOTH: Final = "!"
#: A word of at least so many letters may be inflected.
_SHORTEST: Final = 4


@dataclass(frozen=True)
class Scale:
    """A group of expressions in classes; expressions of one class mean the same.

    Attributes:
        name: the name of the group.
        classes: for each expression (a tuple of words), the numbers of its classes.
        kept: expressions that must not be lost unless another of their class comes in.
        held: those among ``kept`` that must not come in either.
        counted: true if a class may change together with a number ("a decade", "ten years").
        longest: number of words of the longest expression.
    """

    name: str
    classes: dict[tuple[str, ...], frozenset[int]]
    kept: frozenset[tuple[str, ...]] = frozenset()
    held: frozenset[tuple[str, ...]] = frozenset()
    counted: bool = False
    longest: int = 1

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of its expressions."""
        return frozenset(chain.from_iterable(self.classes))

    def lost_or_changed(
        self, before: Sequence[str], after: Sequence[str], base_forms: Callable[[str], Iterable[str]]
    ) -> str | None:
        """Return how a change shifts an expression ("must -> may", "must is lost"); None if it shifts none.

        If both sides have expressions of the group, one of the old ones must be of no class of the new ones, and the
        sides must have no class in common; an expression that must be kept counts even if they have. If only one side
        has any, only ``kept`` and ``held`` count.

        Args:
            before: decoder forms of the old words.
            after: decoder forms of the new words.
            base_forms: returns the words that a word may be a regular inflection of, itself included.
        """
        old, new = self._found(before, base_forms), self._found(after, base_forms)
        if not old and not new:
            return None
        ours = frozenset(chain.from_iterable(classes for _, classes in old))
        theirs = frozenset(chain.from_iterable(classes for _, classes in new))
        if ours and theirs:
            apart = not ours & theirs
            lost = [one for one, classes in old if not classes & theirs and (apart or one in self.kept)]
            return f"{_shown(lost[:1])} -> {_shown([new[0][0]])}" if lost else None
        if lost := [one for one, _ in old if one in self.kept]:
            return f"{_shown(lost[:1])} is lost"
        if gained := [one for one, _ in new if one in self.held]:
            return f"{_shown(gained[:1])} comes in"
        return None

    def _found(
        self, words: Sequence[str], base_forms: Callable[[str], Iterable[str]]
    ) -> list[tuple[tuple[str, ...], frozenset[int]]]:
        """Return the expressions among some words, the longest at each place, with their classes."""
        found = []
        at = 0
        while at < len(words):
            key = self._expression(words, at, base_forms)
            if key is not None:
                found.append((key, self.classes[key]))
            at += 1 if key is None else len(key)
        return found

    def _expression(
        self, words: Sequence[str], at: int, base_forms: Callable[[str], Iterable[str]]
    ) -> tuple[str, ...] | None:
        for length in range(self.longest, 1, -1):
            key = tuple(words[at : at + length])
            if len(key) == length and key in self.classes:
                return key
        word = words[at]
        forms = base_forms(word) if len(word) >= _SHORTEST else (word,)
        return next(((form,) for form in forms if (form,) in self.classes), None)


def read_scales(lines: Iterable[str]) -> tuple[Scale, ...]:
    """Read groups from lines.

    A line ``[NAME]`` or ``[NAME; counted]`` begins a group. Each line after it is a class, with commas between its
    expressions. The mark ``-`` behind an expression puts it into ``kept``, the mark ``!`` into ``kept`` and ``held``.

    Raises:
        InputError: a class before any group.
    """
    groups: list[tuple[str, list[list[str]]]] = []
    for line in lines:
        if line.startswith("["):
            groups.append((line.strip("[]"), []))
        elif not groups:
            raise InputError(f"{line!r}: a class outside a group; begin with a line [NAME]")
        else:
            groups[-1][1].append([one.strip() for one in line.split(",")])
    return tuple(_scale(name, classes) for name, classes in groups)


def _scale(name: str, lines: Sequence[Sequence[str]]) -> Scale:
    classes: dict[tuple[str, ...], frozenset[int]] = {}
    kept: set[tuple[str, ...]] = set()
    held: set[tuple[str, ...]] = set()
    for number, line in enumerate(lines):
        for one in line:
            expression = tuple(one.rstrip(_LOST + _BOTH).split())
            classes[expression] = classes.get(expression, frozenset()) | {number}
            if one[-1] in (_LOST, _BOTH):
                kept.add(expression)
            if one[-1] == _BOTH:
                held.add(expression)
    title, _, mark = name.partition(";")
    longest = max(map(len, classes), default=1)
    return Scale(title.strip(), classes, frozenset(kept), frozenset(held), mark.strip() == "counted", longest)


def _shown(expressions: Iterable[Sequence[str]]) -> str:
    return ", ".join(" ".join(one) for one in expressions)
