"""The possessive ending: "the week's work" and "two weeks' work"."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_possessive", "possessive_behind"]

# Words in -s that are no plurals: some endings, then single words.
_SINGULAR: Final = re.compile(r".*(?:ss|us|is|[ai]as|'s)|gas|lens|news|atlas|canvas|christmas|texas|summons")


def is_possessive(form: str, word: str) -> bool:
    """Return whether an ending is a possessive: "'s", or "'" after a word in -s."""
    return form == "'s" or (form == "'" and word.endswith("s"))


def possessive_behind(word: str) -> str:
    """Return the possessive ending of a word: "'" after what looks like a plural in -s."""
    plural = word.endswith("s") and len(word) > 2 and not _SINGULAR.fullmatch(word)
    return "'" if plural else "'s"
