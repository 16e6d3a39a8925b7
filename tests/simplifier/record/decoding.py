"""Results as the pipeline puts them together, of sentences that a test writes down."""

from __future__ import annotations

from difflib import SequenceMatcher

from simplifier.record.decoded import CheckOutcome, DecodedSentence, Dropped, Rewriting
from simplifier.record.result import Result, assembled
from simplifier.text import AppliedRule, SplitPart

__all__ = ["plain", "split"]

_RULE = AppliedRule("clauses", "split", 0.9, ("He came, and she went.", "He came. She went."))


def plain(
    text: str, start: int = 0, output: str | None = None, check: CheckOutcome | None = None, dropped: bool = False
) -> DecodedSentence:
    """Return a sentence that became another text, the same if none is given; without rule edits."""
    rewriting = Rewriting("" if dropped else text if output is None else output, 0.0, {}, ())
    return DecodedSentence(text, start, 0, (rewriting,), check=check, dropped=Dropped(0.1, {}) if dropped else None)


def split(paragraph: str, whole: str, *texts: str) -> Result:
    """Return a paragraph whose sentence a rule made into others, which then stayed as they were."""
    parts = []
    for number, text in enumerate(texts, 1):
        blocks = SequenceMatcher(None, whole, text, autojunk=False).get_matching_blocks()
        copies = tuple((one.b, one.a, one.size) for one in blocks if one.size)
        part = SplitPart(_RULE.name, number, whole, (_RULE,), " ", copies)
        rewritten = (Rewriting(text, 0.0, {}, ()),)
        parts.append(DecodedSentence(text, paragraph.index(whole), 0, rewritten, split=part))
    return assembled(paragraph, parts)
