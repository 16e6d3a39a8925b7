"""English patterns with gaps: what a gap may hold, and what kind of rewriting a pattern is."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from simplifier.languages.en.words.auxiliaries import FORMS_OF
from simplifier.languages.en.words.tags import NAMES, NOUNS, VERBS

__all__ = ["gap_class", "gap_labels", "pattern_family"]

_NOUN: Final = "N"
_CLASSES: Final[dict[str, str]] = {
    **dict.fromkeys((*NOUNS, *NAMES, "NP"), _NOUN),
    **dict.fromkeys(("JJ", "JJR", "JJS"), "J"),
    **dict.fromkeys(("RB", "RBR"), "R"),
    **{label: label for label in ("CD", "PRP", "S", "PP", "VP/TO")},
    **{label: label for form in VERBS for label in (form, f"VP/{form}")},
}
#: Labels that a noun gap always takes, even without evidence: text has names and plurals that a table has not.
#: Phrases with a determiner cannot stand everywhere, so they need evidence of their own.
_NOUN_LABELS: Final = ("NN", "NNS", "NNP")

_RELATIVE: Final = frozenset({"which", "who", "whom", "whose", "that", "where"})
_BE: Final = frozenset(FORMS_OF["be"])


def gap_class(label: str) -> str | None:
    """Return the class in which evidence for a label is pooled; None for a label that no gap has."""
    return _CLASSES.get(label)


def gap_labels(name: str) -> tuple[str, ...]:
    """Return the labels that a gap of a class takes even without evidence; none for most classes."""
    return _NOUN_LABELS if name == _NOUN else ()


def pattern_family(source: Collection[str], target: Collection[str], moved: bool) -> str | None:
    """Return the kind of rewriting that a pattern is, by its words; None if it is of no known kind.

    Args:
        source: words of the source side, without gaps.
        target: words of the target side, without gaps.
        moved: true if the gaps change their order.
    """
    if "fact" in source and "fact" not in target:
        return "fact that"
    if ("of" in source) != ("of" in target) and ("'s" in source) != ("'s" in target):
        return "possessive"
    if "by" in source and "by" not in target and not _BE.isdisjoint(source) and moved:
        return "passive"
    if not _RELATIVE.isdisjoint(source) and _RELATIVE.isdisjoint(target):
        return "relative clause"
    return None
