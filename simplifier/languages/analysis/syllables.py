"""Counters of syllables: the protocol, and two for any language, by pyphen's dictionaries and by vowels."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["HyphenationCounter", "RememberingCounter", "SyllableCounter", "VowelCounter", "counter_of"]

#: A counter that remembers so many words forgets all of them, which bounds the memory of a long-running program.
_MOST_REMEMBERED: Final = 1 << 19


class SyllableCounter(Protocol):
    """Counts syllables."""

    @property
    def name(self) -> str:
        """What the counts come from, for signatures of metrics."""

    def count(self, word: str) -> int:
        """Return the syllables of one token, at least 1."""

    def counts(self, words: Sequence[str]) -> NDArray[np.int32]:
        """Return the syllables of each token, int32 [words]."""


class RememberingCounter(ABC):
    """Counts each word once and remembers the result. Subclasses say how a word is counted."""

    def __init__(self) -> None:
        self._memory: dict[str, int] = {}

    def count(self, word: str) -> int:
        """Return the syllables of one token, at least 1 (a number or a punctuation mark counts 1)."""
        known = self._memory.get(word)
        if known is None:
            if len(self._memory) >= _MOST_REMEMBERED:
                self._memory.clear()
            known = self._memory[word] = max(1, self._count(word.lower()))
        return known

    def counts(self, words: Sequence[str]) -> NDArray[np.int32]:
        """Return the syllables of each token, int32 [words]."""
        import numpy as np  # loaded only where it is needed

        return np.fromiter((self.count(word) for word in words), dtype=np.int32, count=len(words))

    @abstractmethod
    def _count(self, word: str) -> int:
        """Return the syllables of a lowercased token; below 1 counts as 1."""


class HyphenationCounter(RememberingCounter):
    """Takes the hyphenation points of a word as the ends of its syllables (Liang 1983, through pyphen).

    Args:
        code: the code of a language that pyphen has a dictionary of.
    """

    def __init__(self, code: str) -> None:
        super().__init__()
        from pyphen import Pyphen

        self.name = f"pyphen-{code}"
        self._dictionary = Pyphen(lang=code, left=1, right=1)

    def _count(self, word: str) -> int:
        parts = (part for part in word.split("-") if any(map(str.isalpha, part)))
        return sum(len(self._dictionary.positions(part)) + 1 for part in parts)


class VowelCounter(RememberingCounter):
    """Counts groups of vowel letters, the best guess for a language without a dictionary."""

    name = "vowels"

    def _count(self, word: str) -> int:
        plain = unicodedata.normalize("NFD", word)
        vowels = [letter in "aeiouyæœøаеёиоуыэюяіїєαεηιουω" for letter in plain if letter.isalpha()]
        return sum(here and not before for before, here in zip([False, *vowels], vowels, strict=False))


@lru_cache(maxsize=32)
def counter_of(code: str) -> SyllableCounter:
    """Return the counter of a language: by pyphen's dictionary if there is one, otherwise by vowels."""
    import pyphen

    return HyphenationCounter(code) if pyphen.language_fallback(code) else VowelCounter()
