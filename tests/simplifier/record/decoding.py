"""Results as the pipeline puts them together, of sentences that a test writes down."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import accumulate

from simplifier.record.decoded import CheckOutcome, DecodedSentence, Dropped, Rewriting
from simplifier.record.result import Result, assembled
from simplifier.text import AppliedRule, SplitPart

__all__ = ["copies_of", "plain", "split"]

_RULE = AppliedRule("clauses", "split", 0.9, ("He came, and she went.", "He came. She went."))


def plain(
    text: str, start: int = 0, output: str | None = None, check: CheckOutcome | None = None, dropped: bool = False
) -> DecodedSentence:
    """Return a sentence that became another text, the same if none is given; without rule edits."""
    rewriting = Rewriting("" if dropped else text if output is None else output, 0.0, {}, ())
    return DecodedSentence(text, start, 0, (rewriting,), check=check, dropped=Dropped(0.1, {}) if dropped else None)


def copies_of(whole: str, text: str) -> tuple[tuple[int, int, int], ...]:
    """Return what a text has of another one, word for word (`SplitPart.copies`)."""
    old, new = (re.findall(r"\w+|\W", one) for one in (whole, text))
    starts, new_starts = (list(accumulate(map(len, one), initial=0)) for one in (old, new))
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return tuple(
        (new_starts[one.b], starts[one.a], new_starts[one.b + one.size] - new_starts[one.b])
        for one in blocks
        if one.size
    )


def split(paragraph: str, whole: str, *texts: str) -> Result:
    """Return a paragraph whose sentence a rule made into others, which then stayed as they were."""
    parts = []
    for number, text in enumerate(texts, 1):
        part = SplitPart(_RULE.name, number, whole, (_RULE,), " ", copies_of(whole, text))
        rewritten = (Rewriting(text, 0.0, {}, ()),)
        parts.append(DecodedSentence(text, paragraph.index(whole), 0, rewritten, split=part))
    return assembled(paragraph, parts)
