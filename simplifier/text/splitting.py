"""From a split to sentences that the pipeline takes like any others."""

from __future__ import annotations

from collections.abc import Sequence

from languages import Language
from languages.parts.splits import Clause, Inserted, render
from languages.parts.tokens import Token
from simplifier.text.document import Sentence, SplitPart

__all__ = ["split_into_sentences"]


def split_into_sentences(sentence: Sentence, tags: Sequence[str], language: Language) -> list[Sentence]:
    """Return the sentence whole, or the two that it is split into.

    The new sentences have texts of their own; their ``split`` says what they are a part of.
    """
    words = [token.form for token in sentence.tokens]
    split = None if sentence.part else language.split(words, tags)
    if split is None:
        return [sentence]
    return [
        _sentence(sentence, clause, SplitPart(split.construct, number, sentence.text))
        for number, clause in enumerate((split.first, split.second), 1)
    ]


def _sentence(source: Sentence, clause: Clause, part: SplitPart) -> Sentence:
    surfaces = render(clause, [token.surface for token in source.tokens])
    surfaces[0] = surfaces[0][:1].upper() + surfaces[0][1:]
    tokens: list[Token] = []
    text = ""
    for place, (item, surface) in enumerate(zip(clause, surfaces, strict=True)):
        if place:
            text += _gap(source, item)
        form = source.tokens[item].form if isinstance(item, int) else item.word
        tokens.append(Token(surface, form, len(text), len(text) + len(surface)))
        text += surface
    return Sentence(text, source.start, tuple(tokens), split=part)


def _gap(source: Sentence, item: int | Inserted) -> str:
    """Return the white space before a word: the source's own, or a space before what is new."""
    place = item if isinstance(item, int) else item.copy_of
    if place <= 0:
        return " "
    return source.text[source.tokens[place - 1].end : source.tokens[place].start]
