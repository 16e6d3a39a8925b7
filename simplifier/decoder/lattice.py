"""Lattices in text form: one per line, as JSON or in the PLF of Moses.

JSON is ``{"arcs": [[from, to, "word", cost], ...]}``. Nodes are numbered from 0 in topological order; a cost that
is left out is 0. PLF is a tuple of nodes, and a node is a tuple of arcs ``('word', probability, distance)``. An arc
leads to the node ``distance`` places further, and its cost is the negative natural logarithm of the probability.
"""

from __future__ import annotations

import ast
import heapq
import json
import math
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from simplifier.base.errors import FormatError, InputError
from simplifier.core import CoreInputError, check_lattice
from simplifier.decoder.derivation import InputSentence, LatticeArc

__all__ = ["MOST_ARCS", "Way", "best_ways", "read_lattice"]


#: The most arcs that a lattice may have.
MOST_ARCS: Final = 5000
#: The highest node number. Every node lies on an arc, so a higher number cannot belong to a lattice of MOST_ARCS arcs.
_MOST_NODES: Final = 1_000_000


class Way(NamedTuple):
    """The words of one way from the first node of a lattice to its last, and the sum of their costs."""

    words: tuple[str, ...]
    cost: float


def read_lattice(
    line: str, name: str, number: int, normalise: Callable[[str], str] = lambda word: word
) -> InputSentence:
    """Read the lattice of a line; an empty line is a sentence without words.

    Args:
        line: JSON if it begins with a brace, else PLF.
        name: the name of the file, for errors.
        number: the number of the line.
        normalise: returns the decoder form of a word.

    Raises:
        FormatError: neither JSON nor PLF, a malformed arc, or more than `MOST_ARCS` arcs.
    """
    text = line.strip()
    if not text:
        return InputSentence(())
    try:
        arcs = _json_arcs(text) if text.startswith("{") else _plf_arcs(text)
    except (ValueError, SyntaxError, TypeError, LookupError, ArithmeticError, MemoryError, RecursionError):
        problem = (
            'not a lattice; write {"arcs": [[from, to, "word", cost], ...]} or, as PLF, '
            "((('word', probability, distance), ...), ...)"
        )
        raise FormatError(name, problem, number) from None
    if len(arcs) > MOST_ARCS:
        raise FormatError(name, f"a lattice of {len(arcs)} arcs; at most {MOST_ARCS} are read", number)
    tokens = tuple(normalise(word) for _, _, word, _ in arcs)
    return InputSentence(tokens, lattice=tuple(LatticeArc(start, end, cost) for start, end, _, cost in arcs))


def best_ways(lattice: InputSentence, most: int) -> tuple[list[Way], int]:
    """Return the ways of least cost through a lattice, one per string of words, and how many ways are left out.

    The first way is the cheapest; ways of equal cost are in the order of their words. The number left out is 0 if
    every string of words is returned. Otherwise it counts all other ways, also those that repeat a string.

    Args:
        lattice: a sentence with arcs.
        most: the most ways that are returned.

    Raises:
        InputError: arcs that are not a lattice.
    """
    if not lattice.tokens:
        return [Way((), 0.0)], 0
    try:
        check_lattice(list(lattice.lattice), len(lattice.tokens))
    except CoreInputError as error:
        raise InputError(str(error)) from None
    # Nodes are visited in topological order, and only the cheapest `most` strings that arrive at a node go on. That is
    # safe: costs add up, so whatever continues a string left out here, `most` other strings with the same continuation
    # cost no more.
    arrivals: dict[int, dict[tuple[str, ...], float]] = {0: {(): 0.0}}
    counts, complete = {0: 1}, True
    arcs = sorted(zip(lattice.lattice, lattice.tokens, strict=True), key=lambda arc: (arc[0].start, arc[0].end))
    for start, leaving in groupby(arcs, key=lambda arc: arc[0].start):
        arrived = heapq.nsmallest(most, arrivals[start].items(), key=lambda way: (way[1], way[0]))
        complete &= len(arrived) == len(arrivals.pop(start))
        for arc, word in leaving:
            ends = arrivals.setdefault(arc.end, {})
            counts[arc.end] = counts.get(arc.end, 0) + counts[start]
            for words, cost in arrived:
                longer, total = (*words, word), cost + arc.cost
                ends[longer] = min(total, ends.get(longer, math.inf))
    (last,) = arrivals  # only the last node of a lattice has no leaving arcs
    found = heapq.nsmallest(most, arrivals[last].items(), key=lambda way: (way[1], way[0]))
    complete &= len(found) == len(arrivals[last])
    return [Way(*way) for way in found], 0 if complete else counts[last] - len(found)


def _json_arcs(text: str) -> list[tuple[int, int, str, float]]:
    return [_arc(*given) for given in json.loads(text)["arcs"]]


def _plf_arcs(text: str) -> list[tuple[int, int, str, float]]:
    nodes: Sequence[Sequence[Any]] = ast.literal_eval(text)
    arcs = []
    for node, leaving in enumerate(nodes):
        for word, probability, distance in leaving:
            arcs.append(_arc(node, node + distance, word, -math.log(probability)))
    return arcs


def _arc(start: object, end: object, word: object, cost: object = 0.0) -> tuple[int, int, str, float]:
    if not isinstance(start, int) or not isinstance(end, int) or not isinstance(word, str):
        raise TypeError
    if (
        not isinstance(cost, int | float)
        or not math.isfinite(cost)
        or not word
        or any(map(str.isspace, word))
        or max(abs(start), abs(end)) > _MOST_NODES
    ):
        raise ValueError
    return start, end, word, float(cost)
