"""Sets for lexical simplification: a word in a sentence, and what people would put in its place.

A set is a tab-separated file with a line of names: ``sentence``, ``word``, if known ``position`` (of the
word among the tokens between spaces, from 0), and ``substitutions`` joined by "|", each as often as people
named it (LexMTurk, TSAR 2022), or ``ranked_substitutions``, ``rank:word`` joined by "|" (BenchLS, NNSeval).
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
        sentence: with it.
        word: as the set writes it.
        start: first character of the word in the sentence.
        end: after the last one.
        gold: what may stand there, lowercased, without the word itself; the more the better.
    """

    sentence: str
    word: str
    start: int
    end: int
    gold: Mapping[str, float]

    @property
    def best(self) -> frozenset[str]:
        """The substitutions that most people named, or of the first rank."""
        most = max(self.gold.values(), default=0.0)
        return frozenset(one for one, value in self.gold.items() if value == most)


def read_set(path: Path) -> list[WordInPlace]:
    """Read a set.

    Raises:
        InputError: no such file.
        FormatError: not such a file, or a word that its sentence does not have.
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
    """Read what a system puts in each place: sentence, word and substitutes, best first, between tabs.

    This is the form of the TSAR 2022 task; the lines are in the order of the set.

    Raises:
        InputError: no such file.
        FormatError: another number of lines, or another word in a line.
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
    """Return the characters of a word: at a position, else the first place where it stands by itself."""
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
