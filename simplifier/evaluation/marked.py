"""An editor's version of a sentence with its single edits, written as one marked line.

The editor copies the sentence and puts every change in braces: the words as they were, ``=>``, the new words, a bar and
the kind of the change. ::

    Any person who {is in receipt of=>gets|phrase} a pension may apply.
    The road was closed{, and=>.|split} {the=>The|grammar} bus {was re-routed=>took another way|voice}.

What stands outside the braces stays, so that the edits make up the version by construction. A pair of braces without
old words puts words in; one without new words leaves words out. Words that move leave one place and enter another,
both as ``reorder``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from simplifier.base.errors import InputError, nearest

__all__ = ["KINDS", "MarkedEdit", "Version", "read_marked"]

#: What an edit may be, by the name that an editor gives it.
KINDS: Final = {
    "word": "one word for one plainer word",
    "phrase": "a phrase for a plainer word or phrase",
    "noun-to-verb": "an action named by a noun becomes a verb",
    "voice": "passive becomes active, or the other way round",
    "split": "the sentence ends and another begins",
    "clause": "a clause is built in another way",
    "reorder": "words move to another place",
    "drop": "words that say nothing go",
    "explain": "a term gets a short explanation",
    "grammar": "what another edit makes necessary: agreement, articles, commas, capitals",
}

_EDIT: Final = re.compile(r"\{([^{}]*?)=>([^{}]*?)\|([a-z-]*)\}")


@dataclass(frozen=True, slots=True)
class MarkedEdit:
    """One change of an editor.

    Attributes:
        start: where the old words begin in the source, in characters.
        end: where they end; equal to ``start`` if words are only put in.
        new: the words in their place; empty if words are only left out.
        kind: one of `KINDS`.
    """

    start: int
    end: int
    new: str
    kind: str


@dataclass(frozen=True, slots=True)
class Version:
    """An editor's version: the source, the edits from left to right, and the text that they make.

    Attributes:
        source: the sentence as it was published.
        edits: in the order of the source, none overlapping another.
        text: the source with all edits made.
    """

    source: str
    edits: tuple[MarkedEdit, ...]
    text: str


def read_marked(line: str, source: str, name: str) -> Version:
    """Read a marked line and check it against its source.

    Args:
        line: the sentence with the changes in braces.
        source: the sentence as it was published.
        name: the name of the sentence, for messages.

    Raises:
        InputError: the words outside the braces are not those of the source, a pair of braces is not an edit, a kind
            is unknown, an edit changes nothing, or the version has spaces where no text has them.
    """
    before: list[str] = []
    after: list[str] = []
    edits: list[MarkedEdit] = []
    last = start = 0
    for found in _EDIT.finditer(line):
        kept = line[last : found.start()]
        old, new, kind = found.groups()
        if kind not in KINDS:
            raise InputError(f"{name}: no kind {kind!r}{nearest(kind, KINDS)}; kinds are {', '.join(KINDS)}")
        if old == new:
            raise InputError(f"{name}: {found[0]!r} changes nothing; leave the braces out")
        start += len(kept)
        edits.append(MarkedEdit(start, start + len(old), new, kind))
        start += len(old)
        before += (kept, old)
        after += (kept, new)
        last = found.end()
    before.append(line[last:])
    after.append(line[last:])
    original, text = "".join(before), "".join(after)
    if original != source:
        at = next((i for i, (one, other) in enumerate(zip(original, source, strict=False)) if one != other), -1)
        at = min(len(original), len(source)) if at < 0 else at
        raise InputError(
            f"{name}: without the new words it is not the source: {original[at : at + 30]!r} stands where the source "
            f"has {source[at : at + 30]!r}"
        )
    if text != text.strip() or ("  " in text and "  " not in source):
        raise InputError(f"{name}: two spaces together, or one at an end, in {text!r}")
    if re.search(r" [,.;:!?)]", text) and not re.search(r" [,.;:!?)]", source):
        raise InputError(f"{name}: a space before a punctuation mark in {text!r}")
    return Version(source, tuple(edits), text)
