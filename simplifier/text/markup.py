"""Markup in the text: ``<keep>...</keep>`` and ``<replace with="...">...</replace>``.

Any other ``<`` is text. An element begins and ends in one line and holds no other elements.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from html import unescape
from typing import Final, NamedTuple, Self

from simplifier.base.errors import FormatError, InputError
from simplifier.decoder import Replacement
from simplifier.languages import Language
from simplifier.text.segmentation import Sentence

__all__ = ["MarkedSpan", "MarkedText", "SentenceMarks", "marks_of", "read_markup"]

_TAG: Final = re.compile(r"<(/?)(keep|replace)(?![A-Za-z0-9_-])")
_ATTRIBUTE: Final = re.compile(r"""\s+with\s*=\s*("[^"]*"|'[^']*')""")
_END: Final = re.compile(r"\s*>")


class MarkedSpan(NamedTuple):
    """A half-open character span of a line, and the text to put there; None keeps the words of the line."""

    start: int
    end: int
    words: str | None


class MarkedText(str):
    """A line without its markup, with the spans that the markup marked.

    Attributes:
        spans: the marked spans of the line, in order.
        place: where the line is from, for errors.
        whole: True if the line is no running text (a heading, an item, a cell, a quotation). Only its words may then
            change; sentences are not restructured.
        lists: True if new lines for the items of a list may be put into it.
    """

    spans: tuple[MarkedSpan, ...]
    place: str
    whole: bool = False
    lists: bool = True

    @classmethod
    def of(cls, text: str, spans: Sequence[MarkedSpan], place: str, whole: bool = False, lists: bool = True) -> Self:
        """Return a text with its marks."""
        marked = cls(text)
        marked.spans = tuple(spans)
        marked.place = place
        marked.whole = whole
        marked.lists = lists
        return marked

    @classmethod
    def keeping(cls, text: str, spans: Iterable[tuple[int, int]], whole: bool = False, lists: bool = True) -> str:
        """Return a text whose half-open spans, given in order, must stay; the plain text if nothing is marked."""
        found = [MarkedSpan(start, end, None) for start, end in spans]
        plain = not found and not whole and lists
        return text if plain else cls.of(text, found, "", whole, lists)

    def cut(self, start: int, end: int) -> str:
        """Return a part of the text, with the parts of its marks that stand in it."""
        spans: list[MarkedSpan] = []
        for place in range(bisect_right(self.spans, start, key=lambda span: span.end), len(self.spans)):
            span = self.spans[place]
            if span.start >= end:
                break
            spans.append(MarkedSpan(max(span.start, start) - start, min(span.end, end) - start, span.words))
        return MarkedText.of(self[start:end], spans, self.place, self.whole, self.lists)


class SentenceMarks(NamedTuple):
    """The marks of one sentence.

    Attributes:
        kept: one truth value per token; empty if nothing is kept.
        replacements: the replacements for the decoder.
        surfaces: for each replacement, how its words are written.
    """

    kept: tuple[bool, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    surfaces: tuple[tuple[str, ...], ...] = ()


def read_markup(line: str, name: str, number: int) -> MarkedText:
    """Take the markup out of a line.

    Args:
        line: the line, with its line end.
        name: the name of the file, for errors.
        number: the number of the line, from 1.

    Raises:
        FormatError: an element that is not closed, not opened, inside another, without words, or malformed.
    """

    def refuse(problem: str, column: int) -> FormatError:
        return FormatError(name, f"column {column + 1}: {problem}", number)

    parts: list[str] = []
    spans: list[MarkedSpan] = []
    length = place = 0
    opened: tuple[str, int, int, str | None] | None = None  # element, column, start, words
    for tag in _TAG.finditer(line):
        if tag.start() < place:  # inside the quotes of the last one
            continue
        closing, element = bool(tag[1]), tag[2]
        text = line[place : tag.start()]
        parts.append(text)
        length += len(text)
        attribute = _ATTRIBUTE.match(line, tag.end())
        end = _END.match(line, attribute.end() if attribute else tag.end())
        if end is None or (attribute is not None) != (element == "replace" and not closing):
            form = '<replace with="...">' if element == "replace" and not closing else f"<{tag[1]}{element}>"
            raise refuse(f"broken markup; write {form}", tag.start())
        place = end.end()
        if not closing:
            if opened:
                raise refuse(f"<{element}> inside <{opened[0]}>; close that first", tag.start())
            words = unescape(attribute[1][1:-1]) if attribute else None
            opened = element, tag.start(), length, words
            continue
        if opened is None or opened[0] != element:
            raise refuse(f"</{element}> closes nothing; write <{element}> before it", tag.start())
        if not text.strip():
            raise refuse(f"nothing stands in <{element}>; put it around words", opened[1])
        spans.append(MarkedSpan(opened[2], length, opened[3]))
        opened = None
    if opened:
        raise refuse(f"<{opened[0]}> is not closed in its line; write </{opened[0]}>", opened[1])
    parts.append(line[place:])
    return MarkedText.of("".join(parts), spans, f"{name}:{number}")


def marks_of(paragraph: str, sentence: Sentence, language: Language) -> SentenceMarks:
    """Return the marks of a sentence of a paragraph.

    If a span covers only part of a token, a kept span keeps the whole token, and a replacement keeps the rest of the
    token around the new text.

    Raises:
        InputError: a replacement that goes over the end of the sentence, or two replacements in one word.
    """
    if not isinstance(paragraph, MarkedText):
        return SentenceMarks()
    kept = [False] * len(sentence.tokens)
    replacements: list[Replacement] = []
    surfaces: list[tuple[str, ...]] = []
    # Spans are in order and do not overlap: this is the first one that ends behind the start of the sentence.
    following = bisect_right(paragraph.spans, sentence.start, key=lambda span: span.end)
    for number in range(following, len(paragraph.spans)):
        span = paragraph.spans[number]
        start, end = span.start - sentence.start, span.end - sentence.start
        if span.start >= sentence.end:
            break
        touched = range(
            # the tokens that overlap the span: the first that ends behind its start, up to the last that begins in it
            bisect_right(sentence.tokens, start, key=lambda token: token.end),
            bisect_left(sentence.tokens, end, key=lambda token: token.start),
        )
        if not touched:
            continue
        if span.words is None:
            for place in touched:
                kept[place] = True
            continue
        inside = paragraph[span.start : span.end]
        begin = span.start + len(inside) - len(inside.lstrip())
        if begin < sentence.start or begin + len(inside.strip()) > sentence.end:
            raise InputError(f"{paragraph.place}: <replace> goes over the end of a sentence: {inside!r}")
        first, last = sentence.tokens[touched[0]], sentence.tokens[touched[-1]]
        text = sentence.text[first.start : max(start, first.start)] + span.words
        text += sentence.text[min(end, last.end) : last.end]
        words = language.tokenise(text)
        if replacements and replacements[-1].end > touched[0]:
            raise InputError(f"{paragraph.place}: two <replace> in one word: {inside!r}")
        replacements.append(Replacement(touched[0], touched[-1] + 1, tuple(word.form for word in words)))
        surfaces.append(tuple(word.surface for word in words))
    return SentenceMarks(tuple(kept) if any(kept) else (), tuple(replacements), tuple(surfaces))
