"""Complex-simple sentence pairs to learn rules from, without pairs near a tuning sentence.

A pair is left out if its file marks a side as a match of a tuning sentence. A pair is also left out if a side and a
tuning sentence share half of the word trigrams of the one with fewer trigrams, because near copies share most trigrams
but rarely match exactly.
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

#: Reasons for leaving a pair out, besides those of `sides_of`.
DUPLICATE = "duplicate"
NEAR = "near a tuning sentence"

# Typical traces of UTF-8 that was read as Latin-1, whole or without its second byte.
_DAMAGE = re.compile("Ã|â€|Â|\\ufffd|[a-z]\\?[a-z]|i a 1/2|a\\^")

Tokens = tuple[str, ...]


@dataclass(slots=True)
class ParallelReport:
    """Numbers of pairs by name of the file: read, kept, and left out by reason."""

    read: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    dropped: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def _trigrams(sentence: Iterable[str]) -> set[Tokens]:
    words = [word for word in sentence if any(map(str.isalnum, word))]
    return set(zip(words, words[1:], words[2:], strict=False))


class TrigramIndex:
    """Index of the word trigrams of sentences that no pair may be near.

    Args:
        sentences: tokens of each sentence.
    """

    def __init__(self, sentences: Iterable[Iterable[str]]) -> None:
        self._holders: dict[Tokens, list[int]] = defaultdict(list)
        self._sizes: list[int] = []
        for number, sentence in enumerate(sentences):
            trigrams = _trigrams(sentence)
            self._sizes.append(len(trigrams))
            for trigram in trigrams:
                self._holders[trigram].append(number)

    def overlap(self, sentence: Iterable[str]) -> float:
        """Return the largest overlap of a sentence with one indexed sentence, 0 to 1.

        This is the number of shared trigrams, divided by the trigrams of the sentence with fewer.
        """
        trigrams = _trigrams(sentence)
        shared: Counter[int] = Counter()
        for trigram in trigrams:
            shared.update(self._holders.get(trigram, ()))
        return max((count / min(len(trigrams), self._sizes[number]) for number, count in shared.items()), default=0.0)

    def is_near(self, source: Iterable[str], target: Iterable[str]) -> bool:
        """Return whether a side of a pair overlaps an indexed sentence by `LARGEST_OVERLAP` or more."""
        return self.overlap(source) >= LARGEST_OVERLAP or self.overlap(target) >= LARGEST_OVERLAP


def sides_of(fields: Sequence[str], language: Language) -> tuple[str, list[str], list[str]]:
    """Return why a line of three fields is left out, and its two sides in decoder forms.

    The reason is empty for a usable line. Other lines do not matter here; `read_parallel` checks for duplicates.
    """
    source, target = map(language.tokenise_forms, fields[:2])
    if _DAMAGE.search("\t".join(fields)):
        return "damaged letters", source, target
    if fields[2] != "0":
        return "marked as tuning sentence", source, target
    if not (0 < len(source) <= MOST_TOKENS and 0 < len(target) <= MOST_TOKENS):
        return "empty or too long", source, target
    return "", source, target


def near_index(files: Iterable[Path], language: Language) -> TrigramIndex:
    """Return the index of all sentences in files."""
    return TrigramIndex([language.tokenise_forms(line) for path in files for line in text_lines(path)])


def read_parallel(
    files: Iterable[Path], near: TrigramIndex, language: Language, report: ParallelReport | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield (name of the file, complex tokens, simple tokens) for every pair once, in decoder forms.

    Args:
        files: files of sentence pairs.
        near: index of the sentences that no pair may be near.
        language: language of both sides.
        report: receives the numbers of pairs read, kept and left out.

    Raises:
        InputError: a file cannot be read.
        FormatError: a line does not have three fields.
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
