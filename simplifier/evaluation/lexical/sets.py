"""Test sets for lexical simplification: words in sentences, with substitutes that people named.

A set is a tab-separated file with a header. Its columns are ``sentence`` and ``word``; optionally ``position``, the
place of the word among the tokens between spaces, from 0; and either ``substitutions`` joined by "|", each as often as
people named it (LexMTurk, TSAR 2022), or ``ranked_substitutions``, ``rank:word`` joined by "|" (BenchLS, NNSeval).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simplifier.base.errors import FormatError
from simplifier.base.reading import read_lines, shorten

__all__ = ["WordInPlace", "read_predictions", "read_set"]


@dataclass(frozen=True)
class WordInPlace:
    """A word to replace.

    Attributes:
        sentence: the sentence with the word.
        word: the word as the set writes it.
        start: first character of the word in the sentence.
        end: the character after its last.
        gold: substitutes, lowercased, without the word itself; the higher the count, the better.
    """

    sentence: str
    word: str
    start: int
    end: int
    gold: Mapping[str, float]

    @property
    def best(self) -> frozenset[str]:
        """The substitutes that most people named, or those of the first rank."""
        most = max(self.gold.values(), default=0.0)
        return frozenset(one for one, value in self.gold.items() if value == most)


def read_set(path: Path) -> list[WordInPlace]:
    """Read a set.

    Raises:
        InputError: there is no such file.
        FormatError: the file is not of this form, or a word is not in its sentence.
    """
    lines = read_lines(path)
    names = lines[0].split("\t") if lines else []
    counted, ranked = "substitutions", "ranked_substitutions"
    if not {"sentence", "word"} <= {*names} or not {counted, ranked} & {*names}:
        raise FormatError(path, f"expected columns sentence, word and {counted} or {ranked}", 1)
    found = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(names):
            raise FormatError(path, f"expected {len(names)} columns, found {len(cells)}", number)
        row = dict(zip(names, cells, strict=True))
        place = _place(row["sentence"], row["word"], row.get("position", ""))
        if place is None:
            what = f"{row['word']!r} does not stand in {shorten(row['sentence'])!r}"
            raise FormatError(path, what, number)
        gold = _ranked(path, number, row[ranked]) if ranked in row else _counted(row[counted])
        gold.pop(row["word"].lower(), None)
        found.append(WordInPlace(row["sentence"], row["word"], *place, gold))
    return found


def read_predictions(path: Path, words: Sequence[WordInPlace]) -> list[list[str]]:
    """Read the substitutes of a system: sentence, word, and substitutes with the best first, between tabs.

    This is the format of the TSAR 2022 task. The lines are in the order of the set.

    Raises:
        InputError: there is no such file.
        FormatError: there are too many or too few lines, or a line has another word.
    """
    lines = read_lines(path)
    if len(lines) != len(words):
        raise FormatError(path, f"expected {len(words)} lines, one for each word of the set; found {len(lines)}")
    found = []
    for number, (line, word) in enumerate(zip(lines, words, strict=True), 1):
        cells = line.split("\t")
        if cells[1:2] != [word.word]:
            raise FormatError(path, f"expected {word.word!r} in the second column, as the set has it", number)
        found.append([cell.strip() for cell in cells[2:] if cell.strip()])
    return found


def _place(sentence: str, word: str, position: str) -> tuple[int, int] | None:
    """Return the span of a word: at its position if known, otherwise where it first stands by itself."""
    if position.isdigit():
        tokens = sentence.split(" ")
        at = int(position)
        if at < len(tokens) and tokens[at].lower() == word.lower():
            start = sum(len(token) + 1 for token in tokens[:at])
            return start, start + len(tokens[at])
    own = re.escape(word)
    for pattern in (rf"(?<!\w){own}(?!\w)", own):
        if (match := re.search(pattern, sentence, re.IGNORECASE)) is not None:
            return match.span()
    return None


def _counted(cell: str) -> dict[str, float]:
    return dict(Counter(one.strip().lower() for one in cell.split("|") if one.strip()))


def _ranked(path: Path, number: int, cell: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for one in cell.split("|"):
        rank, _, word = one.partition(":")
        if not rank.isdigit() or not word.strip():
            raise FormatError(path, f"expected rank:word, found {shorten(one)!r}", number)
        found.setdefault(word.strip().lower(), -float(rank))
    return found
