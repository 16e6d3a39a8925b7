r"""Symbols of a synchronous rule: terminals (plain strings) and nonterminals ``[LABEL,i]``.

A terminal is a word without spaces. A nonterminal carries a label and a link index that is the same on both
sides of a rule. Labels hold any character but white space and square brackets, so SAMT labels such as
``NP/NN``, ``VP\NP``, ``DT+NN`` and ``-RRB-`` are labels like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "DEFAULT_LABEL",
    "GOAL_LABEL",
    "Nonterminal",
    "Symbol",
    "format_label",
    "format_symbols",
    "parse_label",
    "parse_symbol",
    "parse_symbols",
]

DEFAULT_LABEL = "X"
GOAL_LABEL = "GOAL"

_LABEL = re.compile(r"\[([^\s\[\]]+)\]")
_NONTERMINAL = re.compile(r"\[([^\s\[\]]+),([0-9]+)\]")
_INDEXED = re.compile(r".*,[0-9]+")


@dataclass(frozen=True, order=True, slots=True)
class Nonterminal:
    """A gap of a rule: its label and the index that links the two sides, counted from 1."""

    label: str
    index: int

    def __str__(self) -> str:
        return f"[{self.label},{self.index}]"


Symbol: TypeAlias = str | Nonterminal


def parse_label(text: str) -> str:
    """Return the label in ``[LABEL]``.

    Raises:
        ValueError: the text is not a bracketed label.
    """
    match = _LABEL.fullmatch(text)
    if match is None or _INDEXED.fullmatch(match.group(1)):
        raise ValueError("expected a left-hand side such as [NN]")
    return match.group(1)


def format_label(label: str) -> str:
    """Return the label in brackets, the way grammar files write a left-hand side."""
    return f"[{label}]"


def parse_symbol(text: str) -> Symbol:
    """Return a terminal as it is, and ``[LABEL,i]`` as a `Nonterminal`.

    Raises:
        ValueError: a token in brackets that is no nonterminal, or an index below 1.
    """
    if not (text.startswith("[") and text.endswith("]") and len(text) > 2):
        return text
    match = _NONTERMINAL.fullmatch(text)
    if match is None:
        raise ValueError(f"expected a nonterminal such as [NP,1], not {text!r}")
    index = int(match.group(2))
    if index < 1:
        raise ValueError(f"nonterminal indexes count from 1, not {text!r}")
    return Nonterminal(match.group(1), index)


def parse_symbols(text: str) -> tuple[Symbol, ...]:
    """Return the symbols of one side of a rule, separated by white space.

    Raises:
        ValueError: as `parse_symbol`, or no symbol at all.
    """
    symbols = tuple(map(parse_symbol, text.split()))
    if not symbols:
        raise ValueError("expected at least one symbol on each side")
    return symbols


def format_symbols(symbols: Iterable[Symbol]) -> str:
    """Return the text form of a side, the inverse of `parse_symbols`."""
    return " ".join(map(str, symbols))
