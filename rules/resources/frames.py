"""Frames: what must stand beside a pair for it to fit (docs/use/own_rules.md).

``before: DET plan|estimate; not after: START``: the pair stands right before a determiner and then "plan" or
"estimate", and it does not begin the sentence. ``never``: the pair fits nowhere, so that no source of rules
can bring it in.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from simplifier.base.errors import nearest

__all__ = ["EDGES", "NEVER", "checked_frame"]

#: The places just outside the sentence: before its first and after its last word.
EDGES: Final = ("START", "END")
#: The frame of a pair that fits nowhere.
NEVER: Final = "never"

_SIDES: Final = ("before", "after", "not before", "not after")


def checked_frame(text: str, classes: Collection[str]) -> str:
    """Return a frame in the one form that the decoder reads: single spaces, ``"; "`` between conditions.

    Args:
        text: conditions between semicolons, or `NEVER`; empty for none.
        classes: names of classes of tags (`Language.frame_classes`).

    Raises:
        ValueError: a condition that cannot be read; the message says what was expected.
    """
    if text.strip() in ("", NEVER):
        return text.strip()
    return "; ".join(_condition(one, classes) for one in text.split(";"))


def _condition(text: str, classes: Collection[str]) -> str:
    side, colon, places = text.partition(":")
    side = " ".join(side.split())
    if not colon or side not in _SIDES:
        raise ValueError(
            f"expected a condition that begins with {', '.join(f'{one}:' for one in _SIDES)}, "
            f"not {text.strip()!r}{nearest(side, _SIDES)}"
        )
    if not places.split():
        raise ValueError(f"expected words or classes behind {side}: (see docs/use/own_rules.md)")
    return f"{side}: {' '.join(_place(one, classes) for one in places.split())}"


def _place(text: str, classes: Collection[str]) -> str:
    for one in text.split("|"):
        if not one:
            raise ValueError(f"expected a word or class on either side of |, not {text!r}")
        if one in classes or one in EDGES or one == one.lower():
            continue
        known = [*classes, *EDGES]
        raise ValueError(
            f"expected a word in lower case or one of {', '.join(known)}, not {one!r}{nearest(one, known)}"
        )
    return text
