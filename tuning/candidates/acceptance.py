"""What an editor would let stand, as a term of an objective: ``0.5*sari-paper + 0.5*acceptance``.

No text tells it: it is what the selection trees predict of the changes that made the text (the feature
``SelectionHarm`` is the probability that an editor takes a change back). So outputs come as `JudgedText`: of
lists of candidates, and of what `simplify` writes (`simplifier.tuning.product`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError, InputError
from simplifier.core import CandidateInputs, FeatureName
from simplifier.decoder import ChartDecoder
from simplifier.evaluation.metrics import Metric, ReferenceSet, Text, register_metric
from simplifier.evaluation.metrics.combination import Combination
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.record.result import Result
from simplifier.record.rule_edits import REPAIRS

__all__ = [
    "HARM",
    "Acceptance",
    "JudgedText",
    "check_judges",
    "harm_inputs",
    "judged",
    "judged_result",
    "judges",
]

#: What is read of a candidate: the mean over its changes, 0 without any.
HARM: Final = f"mean:{FeatureName.SelectionHarm}"
_NAME: Final = "acceptance"


class JudgedText(str):
    """An output, with the expected share of its changes that an editor lets stand (1 without any)."""

    stands: float

    @classmethod
    def of(cls, text: str, stands: float) -> Self:
        """Put a text and its share together."""
        judged_text = cls(text)
        judged_text.stands = stands
        return judged_text


@dataclass(frozen=True)
class Acceptance(Metric):
    """The expected percentage of an output's changes that an editor lets stand, mean over sentences.

    A sentence that stays as it was counts 100. What the trees say nothing of (a user's rules, numbers) is
    taken to stand.
    """

    name: str = _NAME
    needs_references = False
    compares_words = False

    @property
    def width(self) -> int:
        """The share."""
        return 1

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        shares = [
            _share(output, data.sources[segment]) for output, segment in zip(outputs, segments.tolist(), strict=True)
        ]
        return np.array(shares, dtype=np.float64).reshape(-1, 1)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return percentages."""
        return np.asarray(100.0 * statistics[:, 0])

    def settings(self) -> dict[str, str]:
        """Return what judges."""
        return {"judge": FeatureName.SelectionHarm}


register_metric(_NAME, Acceptance)


def _share(output: Text, source: str) -> float:
    if isinstance(output, JudgedText):
        return output.stands
    if output == source:
        return 1.0
    raise InputError(
        f"{_NAME} is a term for tuning: a text alone does not tell what an editor would let stand; leave it out here"
    )


def judges(metric: Metric) -> bool:
    """Return whether a metric asks for outputs as `JudgedText`."""
    if isinstance(metric, Combination):
        return any(map(judges, metric.metrics))
    return isinstance(metric, Acceptance)


def check_judges(metrics: Iterable[Metric], features: Sequence[str]) -> bool:
    """Return whether some metric asks for judged outputs.

    Raises:
        ConfigError: it does, and a decoder of these features has no trees that judge.
    """
    found = any(map(judges, metrics))
    if found and FeatureName.SelectionHarm not in features:
        raise ConfigError(
            f"{_NAME} needs selection trees that learnt from judged edits (selection.path of the model); "
            "name some, or leave the term out"
        )
    return found


def harm_inputs(decoder: ChartDecoder) -> CandidateInputs:
    """Return what asks a search for the harm of its candidates, one column."""
    return CandidateInputs([HARM], list(decoder.feature_names))


def judged(outputs: Sequence[str], harms: NDArray[np.float32]) -> list[str]:
    """Return outputs with what stands of them, given `HARM` of each."""
    shares = 1.0 - harms.astype(np.float64)
    return [JudgedText.of(text, share) for text, share in zip(outputs, shares.tolist(), strict=True)]


def judged_result(result: Result) -> str:
    """Return the text that `simplify` wrote for a line, without its line end, judged."""
    harms = [
        edit.features.get(FeatureName.SelectionHarm, 0.0)
        for sentence in result.sentences
        for part in sentence.parts
        for edit in part.edits
        if edit.rule.grammar != REPAIRS
    ]
    text = result.text.removesuffix("\n")
    return JudgedText.of(text, 1.0 - sum(harms) / len(harms) if harms else 1.0)
