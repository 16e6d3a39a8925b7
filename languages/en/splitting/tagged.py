"""Light syntax over part-of-speech tags: noun phrases, finite verb groups, clauses.

Everything here is cautious: a function that is unsure answers None or False, and the sentence stays whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from languages.en.words.auxiliaries import PLURAL, SINGULAR
from languages.en.words.tags import ADVERBS, FINITE, NAMES, NOUNS
from languages.parts.splits import Clause, Inserted

__all__ = ["Tagged", "VerbGroup"]

_BEFORE_NOUN: Final = frozenset({"DT", "PRP$", "CD", "JJ", "JJR", "JJS", "VBN", "POS", *NOUNS, *NAMES, "PDT"})
_NOUN: Final = NOUNS | NAMES
_PRONOUN: Final = frozenset({"he", "she", "it", "they", "we", "i", "you", "this", "these", "there"})
_PLURAL_PRONOUN: Final = frozenset({"they", "we", "these", "you"})


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """A finite verb with auxiliaries and adverbs, ``start`` to ``end``; ``finite`` is the inflected one."""

    start: int
    end: int
    finite: int


@dataclass(frozen=True)
class Tagged:
    """Lowercased words of a sentence with their Penn tags."""

    words: Sequence[str]
    tags: Sequence[str]

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def depth(self) -> list[int]:
        """How deep inside brackets or quotation marks every token is."""
        depth, quoted, result = 0, 0, []
        for word in self.words:
            if word in (")", "]"):
                depth -= 1
            result.append(depth + quoted)
            if word in ("(", "["):
                depth += 1
            elif word == '"':
                quoted = 1 - quoted
                result[-1] = depth + 1
        return result

    def again(self, start: int, end: int) -> Clause:
        """Return the words of a span as repeated ones."""
        return tuple(
            Inserted(self.words[place], place, place > 0 or self.tags[place] in NAMES)
            for place in range(start, end)
        )

    def noun_phrase(self, start: int) -> int | None:
        """Return the end of the plain noun phrase (no preposition phrase) that begins at ``start``."""
        if start >= len(self):
            return None
        if self.words[start] in _PRONOUN and self.tags[start] in ("PRP", "DT", "EX"):
            following = self.tags[start + 1] if start + 1 < len(self) else ""
            if self.tags[start] != "DT" or following in FINITE or following in ADVERBS:
                return start + 1
        end = start
        while end < len(self) and self.tags[end] in _BEFORE_NOUN:
            end += 1
        while end > start and self.tags[end - 1] not in _NOUN:
            end -= 1
        return end if end > start else None

    def subject(self, start: int) -> int | None:
        """Return the end of a subject at ``start``: a noun phrase, or two joined by "of" and the like."""
        end = self.noun_phrase(start)
        if end is not None and end < len(self) and self.words[end] in ("of", "in", "for") and end - start < 8:
            inner = self.noun_phrase(end + 1)
            if inner is not None and self.verb_group(inner) is not None:
                return inner
        return end

    def verb_group(self, start: int) -> VerbGroup | None:
        """Return the finite verb group that begins at ``start``, adverbs before it included."""
        finite = start
        while finite < len(self) and self.tags[finite] in ADVERBS:
            finite += 1
        if finite >= len(self) or self.tags[finite] not in FINITE or finite - start > 1:
            return None
        end = finite + 1
        while end < len(self) and (self.tags[end] in ADVERBS or self.tags[end] in ("VB", "VBN", "VBG")):
            end += 1
        return VerbGroup(start, end, finite)

    def has_finite(self, start: int, end: int) -> bool:
        """Whether a finite verb stands in the span."""
        return any(tag in FINITE for tag in self.tags[start:end])

    def starts_clause(self, start: int, end: int) -> tuple[int, VerbGroup] | None:
        """Return the end of the subject and the verb group, where a clause with both begins at ``start``."""
        subject = self.subject(start)
        if subject is None or subject >= end:
            return None
        verb = self.verb_group(subject)
        if verb is None or verb.end > end or not self.agrees(start, subject, verb):
            return None
        return subject, verb

    def is_plural(self, start: int, end: int) -> bool | None:
        """Whether the noun phrase is plural; None when its form does not say."""
        last = self.words[end - 1]
        if end - start == 1 and last in _PRONOUN:
            return last in _PLURAL_PRONOUN if last not in ("i", "there") else None
        tag = self.tags[end - 1]
        return tag in ("NNS", "NNPS") if tag in _NOUN else None

    def agrees(self, start: int, end: int, verb: VerbGroup) -> bool:
        """Whether the verb's number can be that of the noun phrase."""
        plural = self.is_plural(start, end)
        word, tag = self.words[verb.finite], self.tags[verb.finite]
        if plural is None:
            return True
        if tag == "VBZ" or word in SINGULAR:
            return not plural
        if tag == "VBP" or word in PLURAL:
            return plural
        return True

    def is_past(self, verb: VerbGroup) -> bool:
        """Whether the group is in the past tense."""
        return self.tags[verb.finite] == "VBD"
