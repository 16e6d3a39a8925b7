"""Word files that add to what a language knows of meanings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from simplifier.base.errors import FormatError
from simplifier.base.reading import line_blocks, shorten
from simplifier.languages.analysis.meaning import Meaning
from simplifier.languages.language import Language
from simplifier.rules.resources.word_values import read_word_list
from simplifier.rules.tables.resources import read_word_pairs

__all__ = ["load_meaning"]


def load_meaning(
    language: Language,
    antonyms: Sequence[Path] = (),
    sentiment: Sequence[Path] = (),
    offensive: Sequence[Path] = (),
) -> Meaning:
    """Return what a language knows of meanings, together with the words of the given files.

    Args:
        language: the language of the words.
        antonyms: tab-separated pairs of words.
        sentiment: word, tab, positive or negative number.
        offensive: one word a line.

    Raises:
        FormatError: a file of another shape.
    """
    own = language.meaning
    pairs = {pair for path in antonyms for pair in read_word_pairs(path)}
    feelings = dict(own.sentiment)
    for path in sentiment:
        feelings |= _read_sentiment(path)
    return replace(
        own,
        antonyms=own.antonyms | pairs | {(second, first) for first, second in pairs},
        sentiment=feelings,
        offensive=own.offensive.union(*map(read_word_list, offensive)),
    )


def _read_sentiment(path: Path) -> dict[str, int]:
    found = {}
    for first, lines in line_blocks(path, 50_000):
        for number, line in enumerate(lines, first):
            word, _, value = line.lower().partition("\t")
            try:
                strength = float(value)
            except ValueError:
                problem = f"expected a word, a tab and a number; found {shorten(line)!r}"
                raise FormatError(path, problem, number) from None
            if strength:
                found[word] = 1 if strength > 0 else -1
    return found
