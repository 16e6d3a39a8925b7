"""Generalising a table of paraphrases: what two sides share becomes a gap.

`city of london` -> `london 's city` says little by itself. Many such pairs, which differ only in the words that
both sides share, say that `[N,1] of [N,2]` -> `[N,2] 's [N,1]`. Words that stand exactly once on each side are
linked. Runs of linked words that are a phrase of a known class are candidates for gaps; the rest is the rule.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.language import UNKNOWN_LABEL, Language
from simplifier.rules.extraction.gaps.pattern_evidence import EvidenceSorter
from simplifier.rules.extraction.gaps.patterns import Gap, Outer, gap_patterns
from simplifier.rules.grammar.batch import RuleBatch

__all__ = ["add_table_evidence", "may_have_gaps", "shared_links"]

LEAST_BEFORE_EDGE = 3  # source words before a gap that ends both sides
_LONGEST_SHARED = 4  # words of a gap


def may_have_gaps(source: Sequence[str], target: Sequence[str]) -> bool:
    """Return whether a pair can yield patterns with gaps; a quick test before tagging.

    True if the sides share a word between their equal edges, if the target side begins or ends a longer source
    side, or if a source side of more than three words ends like the target side and begins otherwise.
    """
    if len(source) < 2:
        return False
    if source[-1] == target[-1] and len(source) > LEAST_BEFORE_EDGE and source[0] != target[0]:
        return True
    least = min(len(source), len(target))
    if least < len(source) and target in (source[:least], source[-least:]):
        return True
    head = 0
    while head < least and source[head] == target[head]:
        head += 1
    tail = 0
    while tail < least - head and source[-1 - tail] == target[-1 - tail]:
        tail += 1
    inner = target[head : len(target) - tail]
    return any(word in inner for word in source[head : len(source) - tail])


def shared_links(source: Sequence[str], target: Sequence[str]) -> list[tuple[int, int]]:
    """Link the words that stand exactly once on each side."""
    return [
        (i, target.index(word)) for i, word in enumerate(source) if source.count(word) == 1 and target.count(word) == 1
    ]


def add_table_evidence(
    batches: Iterable[RuleBatch], score: str, tagger: Tagger, language: Language, sorter: EvidenceSorter
) -> Iterator[int]:
    """Add the patterns of a table of paraphrases; yield the number of rules read, batch by batch.

    Each phrase is tagged alone, so a name that is also a common word counts as that word. Pairs whose sides
    have different labels are left out: most of them are phrases cut in different places.

    Args:
        batches: the rules.
        score: name of the feature that holds ln p(target | source).
        tagger: tags the phrases.
        language: names labels and classes.
        sorter: receives the evidence.
    """
    for batch in batches:
        chosen = []
        values = batch.features[score].tolist()
        for source, target, value in zip(batch.sources, batch.targets, values, strict=True):
            left, right = source.split(), target.split()
            if may_have_gaps(left, right):
                chosen.append((left, right, math.exp(value)))
        tags = tagger.tag_batch([left for left, _, _ in chosen], fragment=True)
        others = tagger.tag_batch([right for _, right, _ in chosen], fragment=True)
        for (left, right, probability), own, other in zip(chosen, tags, others, strict=True):
            lhs = language.phrase_label(own)
            if lhs == UNKNOWN_LABEL or lhs != language.phrase_label(other):
                continue
            links = shared_links(left, right)
            gaps = _gaps(links, own, language)
            if gaps:
                outer = Outer(0, len(left), 0, len(right))
                for pattern in gap_patterns(left, right, links, outer, gaps, LEAST_BEFORE_EDGE):
                    sorter.add(pattern, lhs, probability)
        yield len(batch)


def _gaps(links: Sequence[tuple[int, int]], tags: Sequence[str], language: Language) -> list[Gap]:
    """Return the runs of linked words that keep their order and whose label has a class, sorted by start."""
    partner = dict(links)
    gaps = []
    for start, target in links:
        for end in range(start + 1, start + _LONGEST_SHARED + 1):
            if partner.get(end - 1) != target + end - 1 - start:
                break
            label = language.phrase_label(tags[start:end])
            kind = language.gap_class(label)
            if kind is not None:
                gaps.append(Gap(start, end, target, target + end - start, label, kind))
    return sorted(gaps)
