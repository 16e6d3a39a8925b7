"""Complex-simple sentence pairs to learn rules from, no tuning sentence among them.

A pair is left out when its file marks either side as a match of a tuning sentence, or when half of the word
trigrams of a side (or of a tuning sentence) stand in one tuning sentence (or in the side): near copies share
most trigrams and rarely match exactly.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simplifier.base.errors import FormatError
from simplifier.base.reading import text_lines
from simplifier.languages import Language

__all__ = [
    "DUPLICATE",
    "LARGEST_OVERLAP",
    "NEAR",
    "ParallelReport",
    "TrigramIndex",
    "near_index",
    "read_parallel",
    "sides_of",
]

MOST_TOKENS = 100
LARGEST_OVERLAP = 0.5

#: Why a pair is left out, beside what `sides_of` says.
DUPLICATE = "duplicate"
NEAR = "near a tuning sentence"

# What UTF-8 read as Latin-1 looks like, whole or with its second byte lost.
_DAMAGE = re.compile("Ã|â€|Â|\\ufffd|[a-z]\\?[a-z]|i a 1/2|a\\^")

Tokens = tuple[str, ...]


@dataclass(slots=True)
class ParallelReport:
    """Pairs read and left out, by file and reason."""

    read: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    dropped: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def _trigrams(sentence: Iterable[str]) -> set[Tokens]:
    words = [word for word in sentence if any(map(str.isalnum, word))]
    return set(zip(words, words[1:], words[2:], strict=False))


class TrigramIndex:
    """Word trigrams of sentences to stay away from."""

    def __init__(self, sentences: Iterable[Iterable[str]]) -> None:
        self._holders: dict[Tokens, list[int]] = defaultdict(list)
        self._sizes: list[int] = []
        for number, sentence in enumerate(sentences):
            trigrams = _trigrams(sentence)
            self._sizes.append(len(trigrams))
            for trigram in trigrams:
                self._holders[trigram].append(number)

    def overlap(self, sentence: Iterable[str]) -> float:
        """Return the largest share of trigrams in common with one sentence, of the side that has fewer."""
        trigrams = _trigrams(sentence)
        shared: Counter[int] = Counter()
        for trigram in trigrams:
            shared.update(self._holders.get(trigram, ()))
        return max((count / min(len(trigrams), self._sizes[number]) for number, count in shared.items()), default=0.0)

    def is_near(self, source: Iterable[str], target: Iterable[str]) -> bool:
        """Return whether either side of a pair is too near a sentence to stay away from."""
        return self.overlap(source) >= LARGEST_OVERLAP or self.overlap(target) >= LARGEST_OVERLAP


def sides_of(fields: Sequence[str], language: Language) -> tuple[str, list[str], list[str]]:
    """Return why a line of three fields is left out, whatever stands beside it (or ``""``), and its sides."""
    source, target = map(language.tokenise_forms, fields[:2])
    if _DAMAGE.search("\t".join(fields)):
        return "damaged letters", source, target
    if fields[2] != "0":
        return "marked as tuning sentence", source, target
    if not (0 < len(source) <= MOST_TOKENS and 0 < len(target) <= MOST_TOKENS):
        return "empty or too long", source, target
    return "", source, target


def near_index(files: Iterable[Path], language: Language) -> TrigramIndex:
    """Return the trigrams of sentences to stay away from, in all forms that there are files of."""
    return TrigramIndex([language.tokenise_forms(line) for path in files for line in text_lines(path)])


def read_parallel(
    files: Iterable[Path], near: TrigramIndex, language: Language, report: ParallelReport | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield (name of the file, complex tokens, simple tokens), every pair once, in decoder forms.

    Args:
        files: the files of sentence pairs.
        near: what no pair may be near.
        language: the language of both sides.
        report: receives what was read, kept and left out.

    Raises:
        InputError: a file that cannot be read.
        FormatError: a line that has not three fields.
    """
    counts = ParallelReport() if report is None else report
    seen: set[tuple[Tokens, Tokens]] = set()
    for path in files:
        name = path.name
        for number, line in enumerate(text_lines(path), start=1):
            fields = line.split("\t")
            if len(fields) != 3:
                raise FormatError(path, f"expected 3 fields between tabs, not {len(fields)}", number)
            counts.read[name] += 1
            reason, source, target = sides_of(fields, language)
            pair = tuple(source), tuple(target)
            if not reason and pair in seen:
                reason = DUPLICATE
            elif not reason and near.is_near(source, target):
                reason = NEAR
            if not reason:
                seen.add(pair)
                counts.kept[name] += 1
                yield name, source, target
                continue
            counts.dropped[name][reason] += 1
