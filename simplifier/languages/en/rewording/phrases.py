"""Short words for long phrases: prepositions and conjunctions of several words, and adverbs of manner."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.office_prose.phrases import PhraseTable
from simplifier.languages.en.words.syllables import SyllableCounter
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS, VERBS
from simplifier.languages.en.words.word_lists import NEGATIONS
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["PhraseWords"]

_KEPT_COURSES: Final = frozenset({"a", "an", "business", "employment", "trade"})
#: The number of words after a phrase among which its short word must not come again.
_CLOSE: Final = 4
#: Words before "as to" that keep it from meaning "about".
_NOT_ABOUT: Final = frozenset("so such same".split())
_RESULTING: Final = frozenset("resulting results result resulted".split())
_SHORT_ADVERBS: Final = {"timely": "promptly", "orderly": "", "friendly": "", "fair": "fairly"}
_NO_MANNER: Final = frozenset(
    """equal partial straightforward continual like similar individual new same certain other particular
    specific whole own""".split()
)


class PhraseWords:
    """Conditions and insertions that read the tables of short words.

    Args:
        tables: the tables, by name.
    """

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self._prepositions = PhraseTable(tables.get("prepositions", {}))
        self._joins = PhraseTable(tables.get("joins", {}))
        self.conditions: dict[str, Condition] = {
            "absence_of_name": _is_absence_of_name,
            "alone_as_well": _alone_as_well,
        }
        self.word_conditions: dict[str, Condition] = {
            "long_preposition": self._is_preposition,
            "long_join": self._is_join,
            "about": _is_about,
            "repeated": _repeated,
            "same_kind": _same_kind,
            "has_manner": lambda parsed, place: _as_manner(parsed, place) is not None,
        }
        self.insertions: dict[str, Insertion] = {
            "as_preposition": self._as_preposition,
            "as_join": self._as_join,
            "as_manner": _as_manner,
        }

    def _is_preposition(self, parsed: Tagged, first: int, last: int) -> bool:
        """Return whether two places enclose a long preposition that has a short word, and a noun may follow."""
        short = self._prepositions.meaning(parsed.words, first, last + 1)
        if short is None or short.split()[0] in parsed.words[last + 1 : last + 1 + _CLOSE]:
            return False  # "in pursuance of its powers under": not "under its powers under"
        if parsed.words[last - 1] == "absence" and first > 0 and parsed.words[first - 1] in _RESULTING:
            return False
        if parsed.words[last - 1] == "lieu" and parsed.words[first - 1] in ("pay", "payment", "time"):
            return False  # "pay in lieu of notice" is what it is called
        if parsed.words[last - 1] == "course" and parsed.words[last + 1] in _KEPT_COURSES:
            return False  # "in the course of a business" is how the law calls it
        if parsed.words[first] == "over" and parsed.tags[last + 1] == "CD":
            return False  # "over the course of six years"
        return parsed.tags[last + 1] not in VERBS | {"MD", "TO", "IN", "WDT", "WP", ",", "."}

    def _as_preposition(self, parsed: Tagged, first: int, last: int) -> Clause | None:
        found = self._prepositions.meaning(parsed.words, first, last + 1)
        return None if found is None else tuple(map(Inserted, found.split()))

    def _is_join(self, parsed: Tagged, first: int, last: int) -> bool:
        """Return whether two places enclose a long conjunction that has a short word."""
        if parsed.words[last] == "that" and any(
            parsed.words[one] == "that" and parsed.words[one - 1] in (",", "and", "or")
            for one in range(last + 2, parsed.stop)
        ):
            return False  # "on the grounds that it was late, and that": "because" does not go with the second
        return self._as_join(parsed, first, last) is not None

    def _as_join(self, parsed: Tagged, first: int, last: int) -> Clause | None:
        found = self._joins.meaning(parsed.words, first, last + 1)
        return None if found is None else tuple(map(Inserted, found.split()))


def _is_absence_of_name(parsed: Parsed, preposition: int) -> bool:
    """Return whether a name stands after "absence of": "in the absence of the Mayor"."""
    if parsed.words[preposition - 1] != "absence":
        return False
    noun = parsed.tree.child(preposition, "pobj")
    return noun is not None and parsed.tags[noun] in NAMES


def _repeated(parsed: Tagged, place: int) -> bool:
    """Return whether the same preposition comes once more after "and" or "or"."""
    return any(
        parsed.words[one] == parsed.words[place] and parsed.words[one - 1] in ("and", "or")
        for one in range(place + 2, parsed.stop)
    )


def _is_about(parsed: Tagged, place: int) -> bool:
    """Return whether "as to" at a place means "about"."""
    return place > 0 and parsed.words[place - 1] not in _NOT_ABOUT and parsed.tags[place + 2] not in VERBS


def _as_manner(parsed: Tagged, adjective: int) -> Clause | None:
    """Return the adverb of an adjective; None if the dictionary does not have it."""
    word = parsed.words[adjective]
    if word in _NO_MANNER:
        return None
    adverb = _SHORT_ADVERBS.get(word) or _adverb(word)
    return (Inserted(adverb),) if adverb and adverb in _words() else None


@cache
def _words() -> SyllableCounter:
    """Return the dictionary, which is read once because that takes long."""
    return SyllableCounter()


def _adverb(word: str) -> str:
    if word.endswith("ly"):
        return ""
    if word.endswith("ic"):
        return word + "ally"
    if word.endswith("le"):
        return word[:-1] + "y"
    if word.endswith("y"):
        return word[:-1] + "ily"
    return word + "ly"


def _alone_as_well(parsed: Parsed, first: int, last: int) -> bool:
    """Return whether "as well as" joins two noun phrases after a verb, with no comma or "and" near."""
    if first < 2 or last + 1 >= parsed.stop:
        return False
    start = next((one for one in range(first - 1, -1, -1) if parsed.tags[one] in VERBS | {"IN", ","}), -1)
    if start >= 0 and parsed.tags[start] == "IN" and parsed.tags[parsed.tree.heads[start]] not in VERBS | {"JJ"}:
        return False  # "the causes of hearing loss as well as new treatments"
    near = parsed.words[max(start, 0) : min(last + _NEAR, parsed.stop)]
    governed = start >= 0 and parsed.words[start] != "," and start < first - 1
    return (
        governed
        and parsed.tags[first - 1] in NOUNS
        and parsed.tags[last + 1] in NOUNS | {"DT", "JJ", "PRP$"}
        and not {"and", "or", ",", "both"} & set(near)
        and NEGATIONS.isdisjoint(parsed.words)
        and not any(parsed.tags[one] in FINITE for one in range(last + 1, min(last + _NEAR, parsed.stop)))
    )


def _same_kind(parsed: Tagged, adjective: int, kind: int) -> bool:
    """Return whether an adjective is of the kind that a noun names: red is a colour."""
    return parsed.words[adjective] in _KINDS[parsed.words[kind]]


_NEAR: Final = 9
_COLOURS: Final = frozenset("red blue green yellow white black brown grey gray pink orange purple".split())
_SHAPES: Final = frozenset("round square oval rectangular triangular circular".split())
_SIZES: Final = frozenset("large small big".split())
_KINDS: Final = {
    "colour": _COLOURS, "color": _COLOURS, "appearance": frozenset[str](), "shape": _SHAPES, "size": _SIZES,
    "number": frozenset({"few", "many"}), "duration": frozenset({"short", "long"}),
    "length": frozenset({"short", "long"}),
}  # fmt: skip
