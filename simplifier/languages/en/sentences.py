"""The sentences of English text: their spans, their texts, or only their number."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["count_sentences", "sentence_spans", "sentence_texts"]

#: Marks that Punkt takes for a possible end of a sentence.
_MARKS: Final = re.compile("[.?!\u2026\n]")

#: A length that no word has. Punkt needs quadratic time for marks without spaces between them.
_LONGEST_PIECE: Final = 512
_LONG_PIECE: Final = re.compile(rf"(?<!\S)\S{{{_LONGEST_PIECE},}}")

_END = re.compile(r"""[.!?]["'”’)\]]*$""")
_INITIAL = re.compile(r"[A-Za-z]\.")
_ABBREVIATIONS = frozenset(
    "mr. mrs. ms. dr. st. prof. gen. col. lt. sgt. capt. rev. hon. sen. rep. gov. jr. sr. vs. etc. no. vol."
    " e.g. i.e. cf. ca. c. approx. al. inc. ltd. co. corp. dept. univ. mt. ft. fig. jan. feb. mar. apr. jun."
    " jul. aug. sep. sept. oct. nov. dec. u.s. u.k. a.m. p.m. b.c. a.d.".split()
)


def sentence_spans(paragraph: str) -> list[tuple[int, int]]:
    """Return the half-open spans of the sentences by Punkt (Kiss and Strunk 2006; nupunkt, with its own model).

    A paragraph without a mark before its last character is one sentence, and Punkt is not asked. No sentence ends
    inside a piece that is longer than any word.
    """
    text = paragraph.strip()
    if not text:
        return []
    if _MARKS.search(text, 0, len(text) - 1) is None:
        start = paragraph.index(text[0])
        return [(start, start + len(text))]
    import nupunkt  # loaded only where it is of use

    if len(paragraph) > _LONGEST_PIECE:
        paragraph = _LONG_PIECE.sub(lambda piece: "x" * (len(piece[0]) - 1) + piece[0][-1], paragraph)
    return list(nupunkt.sentence_spans(paragraph))


def sentence_texts(text: str) -> list[str]:
    """Return the words of each sentence, parted by single spaces; no sentence if the text has no letter or digit.

    A sentence ends at ``.``, ``!`` or ``?``, alone or at the end of a word that is no abbreviation or
    initial, unless a lowercase word follows in a text that has uppercase at all; and at the end of the text.
    """
    cased = not text.islower()
    words = text.split()
    found: list[str] = []
    start, is_open = 0, False
    for place, (word, following) in enumerate(zip(words, [*words[1:], ""], strict=False), 1):
        is_open = is_open or any(map(str.isalnum, word))
        shortened = word.lower() in _ABBREVIATIONS or _INITIAL.fullmatch(word)
        continues = cased and following[:1].islower()
        if is_open and _END.search(word) and not shortened and not continues:
            found.append(" ".join(words[start:place]))
            start, is_open = place, False
    return [*found, " ".join(words[start:])] if is_open else found


def count_sentences(text: str) -> int:
    """Return the number of sentences as `sentence_texts` finds them."""
    return len(sentence_texts(text))
