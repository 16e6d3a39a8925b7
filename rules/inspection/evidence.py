"""Where a rule was seen and how often, in words: the values of a rule that are evidence."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from rules.features import build_registry

__all__ = ["evidence"]

_RELATIONS = (
    "Equivalence",
    "ForwardEntailment",
    "ReverseEntailment",
    "Exclusion",
    "OtherRelated",
    "Independent",
)
_SIZES = ("s", "m", "l", "xl", "xxl", "xxxl")


def _size(value: float) -> str:
    place = round(value)
    return f"PPDB size {_SIZES[place]}" if 0 <= place < len(_SIZES) else ""


#: What to say of each value that is not the default of the register.
_PHRASES: dict[str, Callable[[float], str]] = {
    "MeteorLogProb": lambda value: f"METEOR p {math.exp(value):.2g}",
    "PPDB2Score": lambda value: f"PPDB 2.0 score {value:.2f}",
    "PPDBSize": _size,
    "ParallelLogCount": lambda value: f"{round(math.expm1(value))} times in parallel text",
    "ParallelLogProb": lambda value: f"p {math.exp(value):.2g} in parallel text",
    "SimplifyingShare": lambda value: f"{value:.0%} of them simplifying",
    "LogCount": lambda value: f"count {math.exp(value):.0f}",
    "p(e|f)": lambda value: f"p(t|s) {math.exp(-value):.2g}",
    "p(f|e)": lambda value: f"p(s|t) {math.exp(-value):.2g}",
    **{f"Is{name}": lambda value, name=name: name for name in _RELATIONS},  # type: ignore[misc]
}


def evidence(values: Mapping[str, float], is_copy: bool = False) -> tuple[str, ...]:
    """Return what the stored values say about where a rule comes from; nothing for copying.

    A table that was pruned says less: it stores only the values that have a weight.
    """
    if is_copy:
        return ()
    said = (
        phrase(values[name])
        for name, phrase in _PHRASES.items()
        if name in values and not math.isclose(values[name], _DEFAULTS[name], abs_tol=1e-3)
    )
    return tuple(words for words in said if words)


_DEFAULTS = {spec.name: spec.default for _, spec in build_registry()}
