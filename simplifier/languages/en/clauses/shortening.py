"""Conditions of rules that leave words out: names, numbers, negations and conditions stay."""

from __future__ import annotations

from typing import Final

from simplifier.languages.en.words.tags import NAMES
from simplifier.languages.en.words.word_lists import NEGATIONS
from simplifier.languages.structure.parsed import Condition, Parsed, Tagged

__all__ = ["CONDITIONS", "WORD_CONDITIONS"]

#: Words of conditions and duties, which a reader must not miss.
_CONDITIONAL: Final = frozenset("if unless when while until except only provided where must shall may".split())
_MONTHS: Final = frozenset(
    """january february march april may june july august september october november december""".split()
)
#: Words that may stand beside the dates of a life.
_OF_DATES: Final = _MONTHS | {"born", "died", "b.", "d.", "c.", "ca.", "circa", "-", "--", ",", "?", "about"}
#: First words of brackets with an example or a reference.
_EXAMPLES: Final = frozenset("e.g. eg such including like especially particularly usually for see".split())
#: Words before an adverb of degree that need the degree.
_COMPARING: Final = frozenset("not n't never so too how as most more less the no than hardly that enough to".split())


def _dates(parsed: Tagged, opening: int, closing: int) -> bool:
    """Return whether brackets after a name hold the years or days of birth and death."""
    inside = parsed.words[opening + 1 : closing]
    numbers = [word for word in inside if word[0].isdigit()]
    return (
        opening > 0
        and parsed.tags[opening - 1] in NAMES
        and any(len(word) >= 4 for word in numbers)
        and ({"born", "died"} & set(inside) != set() or {"-", "--"} & set(inside) != set() or _spanned(numbers))
        and all(word[0].isdigit() or word in _OF_DATES for word in inside)
    )


def _spanned(numbers: list[str]) -> bool:
    """Return whether one word has both years: "1808-1882"."""
    return any("-" in word for word in numbers)


def _aside(parsed: Parsed, opening: int, closing: int) -> bool:
    """Return whether brackets hold examples or a reference of several words, nothing of which must be kept."""
    inside = range(opening + 1, closing)
    if parsed.words[opening + 1] not in _EXAMPLES:
        return False
    nested = any(parsed.words[one] in ("(", ")") for one in inside)
    return len(inside) > 2 and not nested and _nothing_in(parsed, inside)


def _nothing_in(parsed: Parsed, places: range) -> bool:
    return not any(
        parsed.tags[one] in NAMES
        or parsed.tags[one] == "CD"
        or any(map(str.isdigit, parsed.words[one]))
        or parsed.words[one] in NEGATIONS
        or parsed.words[one] in _CONDITIONAL
        or one in parsed.kept
        for one in places
    )


def _compared(parsed: Tagged, adverb: int, word: int) -> bool:
    """Return whether a degree is one that a comparison, a negation or a consequence needs."""
    before = parsed.words[adverb - 1] if adverb else ""
    behind = parsed.words[word + 1] if word + 1 < len(parsed) else ""
    return before in _COMPARING or behind in ("than", "as", "that", "enough")


WORD_CONDITIONS: Final[dict[str, Condition]] = {
    "dates": _dates,
    "compared": _compared,
}
CONDITIONS: Final[dict[str, Condition]] = {
    "aside": _aside,
}
