"""The stems that words may be regular inflections of, by their endings alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

__all__ = ["base_forms", "is_inflection"]

# Endings that regular inflection adds to or takes from a stem.
_ADDED: Final = frozenset("s es d ed ing er est ly e y ies ied ier iest n en ' 's".split()) | {""}
_ENDINGS: Final = (
    ("ies", ("y",)),
    ("ied", ("y",)),
    ("ier", ("y",)),
    ("iest", ("y",)),
    ("es", ("e", "")),
    ("s", ("",)),
    ("ed", ("e", "")),
    ("ing", ("", "e")),
    ("er", ("e", "")),
    ("est", ("e", "")),
)
_DOUBLING: Final = frozenset({"ed", "ing", "er", "est"})


def base_forms(word: str) -> Iterator[str]:
    """Yield the word, then the words that it may be a regular inflection of, most likely first."""
    yield word
    for ending, replacements in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            for replacement in replacements:
                yield stem + replacement
            if ending in _DOUBLING and stem[-1] == stem[-2]:
                yield stem[:-1]


def is_inflection(first: str, second: str) -> bool:
    """Return whether two words share a stem of at least three letters and differ in regular endings only."""
    length = 0
    while length < min(len(first), len(second)) and first[length] == second[length]:
        length += 1
    for cut in (length, length - 1):
        endings = first[cut:], second[cut:]
        if cut >= 3 and all(ending in _ADDED for ending in endings):
            return True
    # A doubled consonant before the ending: stop, stopped.
    shorter, longer = sorted((first[length:], second[length:]), key=len)
    return length >= 3 and not shorter and longer[:1] == first[length - 1] and longer[1:] in {"ed", "ing", "er", "est"}
