"""The evidence for a rule in words: where it was seen and how often."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from simplifier.rules.features import build_registry
from simplifier.rules.readers import RANKED_SCORES
from simplifier.rules.readers.grammar_text import RELATIONS
from simplifier.rules.readers.ppdb_pairs import SIZES

__all__ = ["evidence"]


def _size(value: float) -> str:
    place = round(value)
    return f"PPDB size {SIZES[place]}" if 0 <= place < len(SIZES) else ""


def _probability(title: str) -> Callable[[float], str]:
    return lambda value: f"{title} p {math.exp(value):.2g}"


def _word(text: str) -> Callable[[float], str]:
    return lambda value: text


#: What to say of each value that is not the default of the register.
_PHRASES: dict[str, Callable[[float], str]] = {
    **{one.score: _probability(one.title) for one in RANKED_SCORES.values()},
    "PPDB2Score": lambda value: f"PPDB 2.0 score {value:.2f}",
    "PPDBSize": _size,
    "ParallelLogCount": lambda value: f"{round(math.expm1(value))} times in parallel text",
    "ParallelLogProb": lambda value: f"p {math.exp(value):.2g} in parallel text",
    "SimplifyingShare": lambda value: f"{value:.0%} of them simplifying",
    "LogCount": lambda value: f"count {math.exp(value):.0f}",
    "p(e|f)": lambda value: f"p(t|s) {math.exp(-value):.2g}",
    "p(f|e)": lambda value: f"p(s|t) {math.exp(-value):.2g}",
    **{f"Is{name}": _word(name) for name in RELATIONS},
}


def evidence(values: Mapping[str, float], is_copy: bool = False) -> tuple[str, ...]:
    """Return what the stored values say about where a rule comes from; nothing for copying.

    Values that equal the default of the register are passed over. A pruned table may say less, because it need
    not store every feature.
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
