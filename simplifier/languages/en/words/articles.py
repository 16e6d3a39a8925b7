"""The choice between "a" and "an" by the first sound of the next word.

It is a rule on letters with exceptions. docs/understand/text.md measures it against the CMU Pronouncing Dictionary.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

__all__ = ["article_for", "is_article"]

_VOWEL_NAMED: Final = frozenset("aefhilmnorsx")  # letters whose names begin with a vowel sound

_SILENT_H: Final = re.compile(r"hono(?:u?r|ra)|hour|honest|heir|homage")
_YOU_OR_WE: Final = re.compile(
    r"""
      uni(?!d(?!ir)|n[^t]|m[^o]|ssu|nt[eoi]) | unanim | unary | unesco
    | u[ksnv]$ | us[abs] | ufos?$ | urls?$ | uss?r$
    | us(?:e | u(?:al|r[eiapy]|f) | in | ag)
    | ut(?:ah | i[cl] | e[nr] | op)
    | ub[iu] | uga | uk[aeru] | ul[iy]s | ura[lnt] | ure[atm] | uri(?:[nca]|be)
    | uro | uru | uv[eau] | uy | uig
    | ew[aei] | eu(?!b[aou]) | one(?!i|g|r|id|onta) | once | oui
    """,
    re.VERBOSE,
)
_AN_Y: Final = re.compile(r"y(?:[tpvgbsc][a-z])")
_TITLES: Final = frozenset("mr mrs ms mt st sr lt ft fr rd mfg hwy".split())
_SPELLED: Final = frozenset("fbi fda hbo hiv lapd mba mpeg nba ngo ngos rna sos suv suvs".split())
_SAID_AS_WORDS: Final = frozenset("ram rom sim lan sam mac nas hud sad laser radar sonar scuba fema".split())
_NUMBER: Final = re.compile(r"\d+(?:,\d+)*")
_UNPRONOUNCEABLE: Final = re.compile(r"[b-df-hj-np-tv-xz]{3}|aa|^[b-df-hj-np-tv-xz]{2}|[^a-z]")


def is_article(form: str) -> bool:
    """Return whether a decoder form is an indefinite article."""
    return form in ("a", "an")


def _number_begins_with_vowel(number: str) -> bool:
    """Return whether a number begins with a vowel: 8, 80, 8,000, 11, 18, 11,000; 1800 (eighteen hundred), not 1,800."""
    digits = number.replace(",", "")
    if digits[0] == "8":
        return True
    return digits[:2] in ("11", "18") and (len(digits) % 3 == 2 or (len(digits) == 4 and "," not in number))


def _spelled_out(word: str, lower: str) -> bool:
    """Return whether an abbreviation is read letter by letter."""
    if lower in _SAID_AS_WORDS or lower in _TITLES:
        return False
    if len(lower) == 1 or lower in _SPELLED:
        return True
    if not re.search("[aeiouy]", lower):
        return True
    if not word.isupper():
        return False
    return len(lower) <= 3 or _UNPRONOUNCEABLE.search(lower) is not None


@lru_cache(maxsize=1 << 16)
def article_for(word: str) -> str:
    """Return the article before a word as it is written: *an* hour, *a* European, *an* MRI, *an* 8."""
    if re.match(r"[A-Za-z]\.(?:[A-Za-z]|$)", word):
        return "an" if word[0].lower() in _VOWEL_NAMED else "a"
    first = re.split(r"[^\w'’.]", word, maxsplit=1)[0].split("'")[0].split("’")[0].rstrip(".") or word
    plain = "".join(c for c in unicodedata.normalize("NFD", first) if not unicodedata.combining(c))
    number = _NUMBER.match(word)
    if number:
        return "an" if _number_begins_with_vowel(number[0]) else "a"
    letters = re.match(r"[^\W\d_]+", plain)
    if letters is None:
        return "a"
    lower = letters[0].lower()
    if _spelled_out(letters[0], lower):
        return "an" if lower[0] in _VOWEL_NAMED else "a"
    if _SILENT_H.match(lower) or _AN_Y.match(lower):
        return "an"
    if _YOU_OR_WE.match(lower):
        return "a"
    return "an" if lower[0] in "aeiouæœø" else "a"
