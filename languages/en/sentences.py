"""The sentences of English text; and counting them alone, for metrics that need no more."""

from __future__ import annotations

import re
from typing import Final

import nupunkt

__all__ = ["count_sentences", "sentence_spans"]

#: What Punkt takes for a possible end.
_MARKS: Final = re.compile("[.?!\u2026\n]")

_END = re.compile(r"""[.!?]["'”’)\]]*$""")
_INITIAL = re.compile(r"[A-Za-z]\.")
_ABBREVIATIONS = frozenset(
    "mr. mrs. ms. dr. st. prof. gen. col. lt. sgt. capt. rev. hon. sen. rep. gov. jr. sr. vs. etc. no. vol."
    " e.g. i.e. cf. ca. c. approx. al. inc. ltd. co. corp. dept. univ. mt. ft. fig. jan. feb. mar. apr. jun."
    " jul. aug. sep. sept. oct. nov. dec. u.s. u.k. a.m. p.m. b.c. a.d.".split()
)


def sentence_spans(paragraph: str) -> list[tuple[int, int]]:
    """Return the half-open spans by Punkt (Kiss and Strunk 2006; nupunkt, with the model it brings).

    A line without a mark but at its end is one sentence, about which Punkt need not be asked.
    """
    text = paragraph.strip()
    if not text:
        return []
    if _MARKS.search(text, 0, len(text) - 1) is None:
        start = paragraph.index(text[0])
        return [(start, start + len(text))]
    return list(nupunkt.sentence_spans(paragraph))


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
