"""Operations on documents: the six of Sun, Jin and Wan (2021), counted from alignments.

- joining: two sentences or more became one;
- splitting: one became two or more;
- deletion: a sentence became none;
- addition: a sentence comes from no other;
- reordering: an aligned sentence changed its place among the others; as few sentences as possible count as moved;
- anaphora: a pronoun was replaced by words from one of the two sentences before.

The paper counts operations by hand; here they follow from the links between sentences, and from words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from simplifier.evaluation.document_pairs.alignment import Group

__all__ = ["OPERATIONS", "operations"]

OPERATIONS: Final = ("joining", "splitting", "deletion", "reordering", "addition", "anaphora")
#: Number of sentences before a pronoun that are searched for its replacement.
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
        targets: words of each sentence of the simple version.
        groups: groups of aligned sentences.
        pronouns: pronouns, lowercased.
        function: function words, lowercased.
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
    """Return the least number of aligned groups that must move so that the others keep their order."""
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
