"""Segmentation: a document into paragraphs and sentences, and a long sentence into pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from simplifier.languages import Language
from simplifier.languages.analysis.tokens import Token, pretokenised

__all__ = [
    "BEHIND_LIST",
    "AppliedRule",
    "Sentence",
    "SplitPart",
    "cut_long",
    "is_list",
    "joined",
    "paragraphs",
    "sentences_of",
]

# Marks after which a long sentence is cut, best first; within one class the last mark that fits is taken.
_CUT_AFTER: Final = (
    frozenset({".", "!", "?", "..."}),
    frozenset({";", ":", "--"}),
    frozenset({",", ")", '"'}),
)


def cut_long(forms: Sequence[str], limit: int) -> list[tuple[int, int]]:
    """Return half-open token spans of at most ``limit`` tokens that cover a sentence.

    Each cut is made in the later half of the next ``limit`` tokens: after a sentence mark, else after a semicolon,
    colon or dash, else after a comma, bracket or quotation mark, else at the limit.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    while len(forms) - start > limit:
        end = start + limit
        earliest = start + max(1, limit // 2)
        for marks in _CUT_AFTER:
            cut = next((at for at in range(end, earliest - 1, -1) if forms[at - 1] in marks), None)
            if cut is not None:
                end = cut
                break
        spans.append((start, end))
        start = end
    spans.append((start, len(forms)))
    return spans


#: The text between a list and the rest of its paragraph.
BEHIND_LIST: Final = "\n\n"
#: A wrapped paragraph that is longer than this (characters) is passed on in parts.
LONGEST_PARAGRAPH: Final = 1 << 18


class AppliedRule(NamedTuple):
    """A structural rule that helped to make a sentence.

    Attributes:
        name: the name of the rule.
        kind: ``split``, ``reorder``, ``reword``, ``shorten`` or ``list``.
        stands: probability that a strict reader lets what it makes stand.
        example: the example of the rule: a sentence, and what becomes of it.
        dropped: what a shortening left out.
        places: half-open spans of characters of the whole sentence that a rule in place changed, in order.
    """

    name: str
    kind: str
    stands: float
    example: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    places: tuple[tuple[int, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the rule as plain values, without its places."""
        values = {name: value for name, value in self._asdict().items() if name != "places" and value != ()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


class SplitPart(NamedTuple):
    """The origin of a sentence that structural rules made: one part of a source sentence.

    Attributes:
        construct: name of the rule that made the most of it.
        number: which part, from 1; a sentence that was not split has one.
        whole: the sentence as it was.
        rules: all that were applied.
        lead: what stands between the part and the one before it: a space, or what begins an item of a list.
        copies: stretches that the part has of the whole sentence, in the order of the part: first character in the
            part, first character in the whole sentence, length.
    """

    construct: str
    number: int
    whole: str
    rules: tuple[AppliedRule, ...] = ()
    lead: str = " "
    copies: tuple[tuple[int, int, int], ...] = ()

    @property
    def is_item(self) -> bool:
        """True if the part is an item of a list, which begins a line."""
        return self.number > 1 and self.lead != " "


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, or a piece of a very long one, and its place in the paragraph.

    ``text`` is ``paragraph[start : start + len(text)]``; the offsets of ``tokens`` count from ``start``. ``part`` is
    the number of the piece, from 1, if a long sentence was cut; 0 if the sentence is whole. A sentence that structural
    rules made has a text of its own, which replaces ``split.whole`` together with the other parts.
    """

    text: str
    start: int
    tokens: tuple[Token, ...]
    part: int = 0
    split: SplitPart | None = None

    @property
    def end(self) -> int:
        """The end of the sentence in its paragraph; for a part of a split, the end of the source sentence."""
        return self.start + len(self.text if self.split is None else self.split.whole)


def sentences_of(
    paragraph: str, language: Language, *, tokenised: bool = False, max_tokens: int = 200
) -> list[Sentence]:
    """Return the sentences of a paragraph; the text between them holds no token.

    Args:
        paragraph: running text, or one tokenised sentence.
        language: the language of the text.
        tokenised: True if the paragraph is one sentence whose tokens stand between spaces.
        max_tokens: sentences with more tokens are cut (`cut_long`).
    """
    found: list[Sentence] = []
    spans = [(0, len(paragraph))] if tokenised else language.sentence_spans(paragraph)
    for start, end in spans:
        text = paragraph[start:end]
        tokens = pretokenised(text) if tokenised else language.tokenise(text)
        if not tokens:
            continue
        cuts = cut_long([token.form for token in tokens], max_tokens)
        for number, (first, last) in enumerate(cuts, 1):
            begin, stop = tokens[first].start, tokens[last - 1].end
            part = tuple(tokens[first:last])
            if begin:
                part = tuple(
                    [Token(token.surface, token.form, token.start - begin, token.end - begin) for token in part]
                )
            found.append(Sentence(text[begin:stop], start + begin, part, number if len(cuts) > 1 else 0))
    return found


def joined(parts: Iterable[tuple[SplitPart | None, str]]) -> str:
    """Return the outputs of the parts of one sentence, each behind its lead."""
    return "".join(f"{split.lead if split is not None and split.number > 1 else ''}{output}" for split, output in parts)


def is_list(split: SplitPart | None) -> bool:
    """Return True if a sentence is an item of a list."""
    return split is not None and split.is_item


def paragraphs(lines: Iterable[str], *, wrapped: bool = False) -> Iterator[str]:
    """Yield the texts that are segmented as one: single lines, or, if ``wrapped``, all lines up to a blank one."""
    if not wrapped:
        yield from lines
        return
    block: list[str] = []
    size = 0
    for line in lines:
        if line.strip() and size < LONGEST_PARAGRAPH:
            block.append(line)
            size += len(line)
            continue
        if block:
            yield "".join(block)
        block, size = ([line], len(line)) if line.strip() else ([], 0)
        if not line.strip():
            yield line
    if block:
        yield "".join(block)
