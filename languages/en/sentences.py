"""Counting sentences in running or tokenised English text, for metrics that need no more than the count."""

from __future__ import annotations

import re

__all__ = ["count_sentences"]

_END = re.compile(r"""[.!?]["'”’)\]]*$""")
_INITIAL = re.compile(r"[A-Za-z]\.")
_ABBREVIATIONS = frozenset(
    "mr. mrs. ms. dr. st. prof. gen. col. lt. sgt. capt. rev. hon. sen. rep. gov. jr. sr. vs. etc. no. vol."
    " e.g. i.e. cf. ca. c. approx. al. inc. ltd. co. corp. dept. univ. mt. ft. fig. jan. feb. mar. apr. jun."
    " jul. aug. sep. sept. oct. nov. dec. u.s. u.k. a.m. p.m. b.c. a.d.".split()
)


def count_sentences(text: str) -> int:
    """Return the number of sentences, 0 for a text without letters and digits.

    A sentence ends at ``.``, ``!`` or ``?``, alone or at the end of a word that is no abbreviation or
    initial, unless a lowercase word follows in a text that has uppercase at all; and at the end of the text.
    """
    cased = not text.islower()
    words = text.split()
    count = 0
    is_open = False
    for word, following in zip(words, [*words[1:], ""], strict=False):
        is_open = is_open or any(map(str.isalnum, word))
        shortened = word.lower() in _ABBREVIATIONS or _INITIAL.fullmatch(word)
        continues = cased and following[:1].islower()
        if is_open and _END.search(word) and not shortened and not continues:
            count += 1
            is_open = False
    return count + is_open
