"""Sentences with the ways to say them, and with the version that people wrote."""

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
        source: the sentence before any structural rule.
        reference: the version that people wrote.
        ways: the ways to say the sentence, with their features; the sentence as it is comes first.
    """

    source: str
    reference: str
    ways: Sequence[Way]

    @property
    def texts(self) -> list[str]:
        """The text of every way, before its words are rewritten."""
        return [" ".join(part.text for part in way.parts) for way in self.ways]


def every_plan(names: Sequence[str]) -> dict[str, object]:
    """Return the settings under which the plans of some rules are found, however risky, up to 100 for a sentence.

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
        simplifier: the model, with structural rules on (`every_plan`).
        pairs: pairs of a source and the version that people wrote.
        seen: called after each batch with the number of its pairs.
    """
    rest = iter(pairs)
    while batch := list(islice(rest, _BATCH)):
        for (source, reference), ways in zip(batch, simplifier.ways([source for source, _ in batch]), strict=True):
            if len(ways) > 1:
                yield Example(source, reference, ways)
        seen(len(batch))


def nearness(examples: Sequence[Example]) -> FloatArray:
    """Return how near each way is to the version that people wrote, [ways of all examples]; higher is nearer.

    The measure is the metric ``-ld[case=lc]``, an edit distance with its sign turned. The ways are compared in lower
    case and before their words are rewritten, so that only the structure counts: where sentences end, what is
    repeated, and what is left out.
    """
    data = ReferenceSet([one.reference for one in examples], [])
    metric = parse_metric("-ld[case=lc]")
    texts = [text for one in examples for text in one.texts]
    segments = np.repeat(np.arange(len(examples)), [len(one.ways) for one in examples])
    return metric.segment_scores(metric.statistics(texts, data, segments))
