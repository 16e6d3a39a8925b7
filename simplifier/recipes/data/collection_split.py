"""The split of our own data: parts of sentences, and words whose edits are kept unseen.

No random generator is used. The order of a draw follows from a hash of the names, so it depends neither on the order of
the rows nor on the version of Python.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from simplifier.languages import language_named

__all__ = ["UNSEEN_SHARE", "draw_parts", "draw_unseen", "families", "family", "still_unseen"]

#: Least share of the edits that is kept unseen.
UNSEEN_SHARE: Final = 0.07

ENGLISH: Final = language_named("en")
_SEED: Final = 2016
_ROUND: Final = ("train", "train", "dev", "train", "train", "test")
_WORD: Final = re.compile(r"[^\W\d_]+")


def draw_parts(sentences: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the part of each sentence: two thirds train, a sixth dev, a sixth test.

    Args:
        sentences: id and kind. The letters of an id before the hyphen name its batch. The sentences are dealt out in
            turn, batch by batch and, within a batch, kind by kind.
    """
    order = sorted((name.split("-")[0], kind, _hash(name), name) for name, kind in sentences)
    return {name: _ROUND[place % len(_ROUND)] for place, (*_, name) in enumerate(order)}


def draw_unseen(sources: Sequence[str]) -> list[bool]:
    """Return which edits are kept unseen, by the words that they change.

    Families of words are drawn until at least a share of `UNSEEN_SHARE` of the edits changes one of their words. All
    these edits are kept unseen, so no other edit changes a word of a drawn family. Edits that change function words
    only are never kept.

    Args:
        sources: the words that each edit changes.
    """
    words = [families(source) for source in sources]
    edits = Counter(name for names in words for name in names)
    drawn: set[str] = set()
    kept = [False] * len(words)
    for name in sorted(edits, key=_hash):
        if sum(kept) >= UNSEEN_SHARE * len(words):
            break
        drawn.add(name)
        kept = [not names.isdisjoint(drawn) for names in words]
    return kept


def still_unseen(sources: Sequence[str], kept: Sequence[bool], more: Iterable[str]) -> list[bool]:
    """Return which further edits are kept unseen, by the words that were drawn before.

    Args:
        sources: sources of the edits that were drawn from.
        kept: true for each edit that was kept.
        more: sources of the further edits.
    """
    # The draw itself is not stored. A family in an edit that was not kept was not drawn; all other families of kept
    # edits count as drawn.
    drawn: set[str] = set()
    seen: set[str] = set()
    for source, is_kept in zip(sources, kept, strict=True):
        (drawn if is_kept else seen).update(families(source))
    return [not families(source).isdisjoint(drawn - seen) for source in more]


def families(text: str) -> frozenset[str]:
    """Return the families of the words of a text, without function words."""
    return frozenset(family(word) for word in _WORD.findall(text.lower()) if word not in ENGLISH.words.function)


def family(word: str) -> str:
    """Return a stem that the regular forms of a word share: decline, declined and declining give declin.

    Different words may share a stem (process, proceed). This keeps more edits unseen, never fewer.
    """
    while (shorter := min(ENGLISH.base_forms(word), key=len)) != word:
        word = shorter
    return word.rstrip("eiy") or word


def _hash(name: str) -> str:
    return hashlib.sha256(f"{_SEED} {name}".encode()).hexdigest()
