"""How our own data are split: parts of sentences, and words whose edits are kept unseen.

Nothing is drawn by a generator: what comes first is settled by a hash of the name, so that the draw depends
neither on the order of the rows nor on the version of Python.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from simplifier.languages import language_named

__all__ = ["UNSEEN_SHARE", "draw_parts", "draw_unseen", "families", "family", "still_unseen"]

#: Share of the edits that is kept unseen, at least.
UNSEEN_SHARE: Final = 0.07

ENGLISH: Final = language_named("en")
_SEED: Final = 2016
_ROUND: Final = ("train", "train", "dev", "train", "train", "test")
_WORD: Final = re.compile(r"[^\W\d_]+")


def draw_parts(sentences: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the part of each sentence: two thirds train, a sixth dev, a sixth test.

    Args:
        sentences: id (its letters before the hyphen name the batch) and kind. They are dealt out in turn,
            batch by batch, in each kind by kind.
    """
    order = sorted((name.split("-")[0], kind, _hash(name), name) for name, kind in sentences)
    return {name: _ROUND[place % len(_ROUND)] for place, (*_, name) in enumerate(order)}


def draw_unseen(sources: Sequence[str]) -> list[bool]:
    """Return which edits are kept unseen, by the words that they change.

    Families of words are drawn until their edits are `UNSEEN_SHARE` of all. An edit with any word of a drawn
    family is kept, so no other edit changes one. Edits of function words alone are never kept.
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
        sources: the sources of the edits that were drawn from.
        kept: whether each of them was kept.
        more: sources of the further edits.
    """
    drawn: set[str] = set()
    seen: set[str] = set()
    for source, is_kept in zip(sources, kept, strict=True):
        (drawn if is_kept else seen).update(families(source))
    return [not families(source).isdisjoint(drawn - seen) for source in more]


def families(text: str) -> frozenset[str]:
    """Return the families of the words of a text, without function words."""
    return frozenset(family(word) for word in _WORD.findall(text.lower()) if word not in ENGLISH.words.function)


def family(word: str) -> str:
    """Return what the regular forms of a word have in common: decline, declined and declining give declin.

    Words that merely look alike can meet (process, proceed); that keeps more edits apart, not fewer.
    """
    while (shorter := min(ENGLISH.base_forms(word), key=len)) != word:
        word = shorter
    return word.rstrip("eiy") or word


def _hash(name: str) -> str:
    return hashlib.sha256(f"{_SEED} {name}".encode()).hexdigest()
