"""Sentences with the ways to say them, and what people made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from simplifier import Simplifier
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.planning import Way

__all__ = ["Example", "every_plan", "nearness", "read_examples"]

_BATCH = 256


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence that can be said in more than one way.

    Attributes:
        source: the sentence before it is split.
        reference: what people made of it.
        ways: to say it, the sentence as it is first, with all features.
    """

    source: str
    reference: str
    ways: Sequence[Way]

    @property
    def texts(self) -> list[str]:
        """Every way before its words were rewritten."""
        return [" ".join(part.text for part in way.parts) for way in self.ways]


def every_plan(names: Sequence[str]) -> dict[str, object]:
    """Return the settings under which all plans of some rules are found, however risky.

    Args:
        names: the names of the rules.
    """
    return {
        "structure.split": "off",
        "structure.reword": "off",
        "structure.also": list(names),
        "structure.plans": 100,
    }


def read_examples(
    simplifier: Simplifier,
    pairs: Iterable[tuple[str, str]],
    seen: Callable[[int], object] = lambda count: None,
) -> Iterator[Example]:
    """Yield the pairs whose source is one sentence that can be said in more than one way.

    Args:
        simplifier: the simplifier, with structural rules on (`every_plan`).
        pairs: sources and what people made of them.
        seen: called with the number of pairs after each batch.
    """
    rest = iter(pairs)
    while batch := list(islice(rest, _BATCH)):
        for (source, reference), ways in zip(batch, simplifier.ways([source for source, _ in batch]), strict=True):
            if len(ways) > 1:
                yield Example(source, reference, ways)
        seen(len(batch))


def nearness(examples: Sequence[Example]) -> FloatArray:
    """Return for every way of every example minus the word edits between it and what people made.

    Words are compared before any was rewritten, in small letters: what counts is where sentences end, what
    is said again and what is left out.
    """
    data = ReferenceSet([one.reference for one in examples], [])
    metric = parse_metric("-ld[case=lc]")
    texts = [text for one in examples for text in one.texts]
    segments = np.repeat(np.arange(len(examples)), [len(one.ways) for one in examples])
    return metric.segment_scores(metric.statistics(texts, data, segments))
