"""What became of a document: the six operations of Sun, Jin and Wan (2021), counted from alignments.

- joining: two sentences or more became one;
- splitting: one became two or more;
- deletion: a sentence became none;
- addition: a sentence has none that it comes from;
- reordering: an aligned sentence stands elsewhere among the others: all but the most that keep their order;
- anaphora: a pronoun gave way to words that stand in one of the two sentences before.

Their paper counts them by hand; here they follow from the links of sentences, and from words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from simplifier.evaluation.documents.alignment import Group

__all__ = ["OPERATIONS", "operations"]

OPERATIONS: Final = ("joining", "splitting", "deletion", "reordering", "addition", "anaphora")
#: Sentences before a pronoun in which its words are looked for.
_REACH: Final = 2


def operations(
    sources: Sequence[Sequence[str]],
    targets: Sequence[Sequence[str]],
    groups: Sequence[Group],
    pronouns: Collection[str],
    function: Collection[str],
) -> Counter[str]:
    """Count the operations of one document.

    Args:
        sources: words of each sentence.
        targets: likewise, of the simple version.
        groups: how they align.
        pronouns: words that stand for others, lowercased.
        function: words that name nothing.
    """
    found: Counter[str] = Counter(dict.fromkeys(OPERATIONS, 0))
    for own, others in groups:
        if not own:
            found["addition"] += len(others)
        elif not others:
            found["deletion"] += len(own)
        else:
            found["joining"] += len(own) > 1
            found["splitting"] += len(others) > 1
            found["anaphora"] += _resolves(sources, targets, own, others, pronouns, function)
    found["reordering"] = _out_of_order(groups)
    return found


def _out_of_order(groups: Sequence[Group]) -> int:
    """Return how many aligned groups must move for the others to keep their order."""
    firsts = [group.targets[0] for group in sorted(groups) if group.sources and group.targets]
    ends: list[int] = []
    for first in firsts:
        place = bisect_left(ends, first)
        ends[place : place + 1] = [first]
    return len(firsts) - len(ends)


def _resolves(
    sources: Sequence[Sequence[str]],
    targets: Sequence[Sequence[str]],
    own: Sequence[int],
    others: Sequence[int],
    pronouns: Collection[str],
    function: Collection[str],
) -> bool:
    before = [word for number in own for word in sources[number]]
    after = [word for number in others for word in targets[number]]
    if sum(word in pronouns for word in after) >= sum(word in pronouns for word in before):
        return False
    earlier = {word for number in range(max(0, own[0] - _REACH), own[0]) for word in sources[number] if word.isalpha()}
    return any(word in earlier and word not in function and word not in pronouns for word in set(after) - set(before))
