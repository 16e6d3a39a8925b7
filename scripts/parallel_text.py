"""Complex-simple sentence pairs for the embedded model: redistributable text only, no tuning sentence in it.

A pair is left out when the data marks either side as a match of a tuning sentence, or when half of the word
trigrams of a side (or of a tuning sentence) stand in one tuning sentence (or in the side): near copies share
most trigrams and rarely match exactly.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from base.errors import FormatError
from base.reading import text_lines
from languages.en.tokenizer import tokenise_forms

__all__ = ["SIMPLIFYING", "SOURCES", "SPLITTING", "ParallelReport", "TrigramIndex", "read_parallel"]

MOST_TOKENS = 100
LARGEST_OVERLAP = 0.5

#: File below the folder of parallel text, and the licence under which its text may be passed on.
#: Files whose two sides differ in simplicity come first; the others split sentences and keep their words.
SIMPLIFYING: dict[str, str] = {
    "kauchak_a.tsv.gz": "Wikipedia and Simple English Wikipedia, CC BY-SA 3.0",
    "kauchak_b.tsv.gz": "Wikipedia and Simple English Wikipedia, CC BY-SA 3.0",
    "onestop_adv_ele.tsv": "OneStopEnglish, CC BY-SA 4.0",
    "onestop_adv_int.tsv": "OneStopEnglish, CC BY-SA 4.0",
    "onestop_int_ele.tsv": "OneStopEnglish, CC BY-SA 4.0",
    "swipe.tsv": "SWiPE, Apache-2.0; Wikipedia text, CC BY-SA 3.0",
}
SPLITTING: dict[str, str] = {
    "desse.tsv.gz": "DeSSE, MIT",
    "minwiki.tsv.gz": "MinWiki, MIT; Wikipedia text, CC BY-SA 3.0",
    "wikisplit.tsv.gz": "WikiSplit, CC BY-SA 4.0",
}
SOURCES = SIMPLIFYING | SPLITTING

# What UTF-8 read as Latin-1 looks like, whole or with its second byte lost.
_DAMAGE = re.compile("Ã|â€|Â|\\ufffd|[a-z]\\?[a-z]|i a 1/2|a\\^")

Tokens = tuple[str, ...]


@dataclass(slots=True)
class ParallelReport:
    """Pairs read and left out, by file and reason."""

    read: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    dropped: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


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
        return max(
            (count / min(len(trigrams), self._sizes[number]) for number, count in shared.items()), default=0.0
        )


def _trigrams(sentence: Iterable[str]) -> set[Tokens]:
    words = [word for word in sentence if any(map(str.isalnum, word))]
    return set(zip(words, words[1:], words[2:], strict=False))


def tuning_index(data: Path) -> TrigramIndex:
    """Return the trigrams of the 2,000 tuning sources, in their tokenised and in their running form."""
    tokenised = text_lines(data / "turkcorpus" / "tune.src")
    running = text_lines(data / "asset" / "valid.src")
    return TrigramIndex([*map(tokenise_forms, tokenised), *map(tokenise_forms, running)])


def read_parallel(
    data: Path, names: Iterable[str] = SOURCES, report: ParallelReport | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield (file, complex tokens, simple tokens), every pair once, in decoder forms.

    Args:
        data: folder that holds parallel/, turkcorpus/ and asset/.
        names: files below parallel/.
        report: receives what was read, kept and left out.

    Raises:
        InputError: a file that cannot be read.
        FormatError: a line that has not three fields.
    """
    counts = ParallelReport() if report is None else report
    tuning = tuning_index(data)
    seen: set[tuple[Tokens, Tokens]] = set()
    for name in names:
        path = data / "parallel" / name
        for number, line in enumerate(text_lines(path), start=1):
            fields = line.split("\t")
            if len(fields) != 3:
                raise FormatError(path, f"expected 3 fields between tabs, not {len(fields)}", number)
            counts.read[name] += 1
            source, target = tokenise_forms(fields[0]), tokenise_forms(fields[1])
            pair = tuple(source), tuple(target)
            if _DAMAGE.search(line):
                reason = "damaged letters"
            elif fields[2] != "0":
                reason = "marked as tuning sentence"
            elif not (0 < len(source) <= MOST_TOKENS and 0 < len(target) <= MOST_TOKENS):
                reason = "empty or too long"
            elif pair in seen:
                reason = "duplicate"
            elif tuning.overlap(source) >= LARGEST_OVERLAP or tuning.overlap(target) >= LARGEST_OVERLAP:
                reason = "near a tuning sentence"
            else:
                seen.add(pair)
                counts.kept[name] += 1
                yield name, source, target
                continue
            counts.dropped[name][reason] += 1
