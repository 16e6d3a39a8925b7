"""A term of an objective for what an editor would let stand: ``0.5*sari-paper + 0.5*acceptance``.

A text alone does not tell this. The selection trees predict it from the changes that made the text: the feature
``SelectionHarm`` is the probability that an editor does not let a change stand. So the metric takes outputs as
`JudgedText`, whether they come from lists of candidates or from `simplify` (`simplifier.tuning.product`).
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
    """An output with the expected share of its changes that an editor lets stand.

    Attributes:
        stands: the share, 0 to 1; 1 without changes.
    """

    stands: float

    @classmethod
    def of(cls, text: str, stands: float) -> Self:
        """Return a text with its share."""
        judged_text = cls(text)
        judged_text.stands = stands
        return judged_text


@dataclass(frozen=True)
class Acceptance(Metric):
    """The expected percentage of an output's changes that an editor lets stand, as a mean over sentences.

    A sentence that stays as it was counts 100. Changes on which the trees say nothing (a user's rules, numbers)
    count as changes that stand.
    """

    name: str = _NAME
    needs_references = False
    compares_words = False

    @property
    def width(self) -> int:
        """Number of statistics per sentence: one, the share that stands."""
        return 1

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        shares = [
            _share(output, data.sources[segment]) for output, segment in zip(outputs, segments.tolist(), strict=True)
        ]
        return np.array(shares, dtype=np.float64).reshape(-1, 1)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the percentage of each row, [rows], 0 to 100."""
        return np.asarray(100.0 * statistics[:, 0])

    def settings(self) -> dict[str, str]:
        """Return the feature that judges the changes, as an entry of the signature."""
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
    """Return True if a metric takes outputs as `JudgedText`."""
    if isinstance(metric, Combination):
        return any(map(judges, metric.metrics))
    return isinstance(metric, Acceptance)


def check_judges(metrics: Iterable[Metric], features: Sequence[str]) -> bool:
    """Return True if some metric takes judged outputs.

    Args:
        metrics: the metrics.
        features: the feature names of the decoder that makes the outputs.

    Raises:
        ConfigError: a metric takes judged outputs, but the decoder has no trees that judge.
    """
    found = any(map(judges, metrics))
    if found and FeatureName.SelectionHarm not in features:
        raise ConfigError(
            f"{_NAME} needs selection trees that learnt from judged edits (selection.path of the model); "
            "name some, or leave the term out"
        )
    return found


def harm_inputs(decoder: ChartDecoder) -> CandidateInputs:
    """Return the inputs that make a search report the harm of its candidates, in one column."""
    return CandidateInputs([HARM], list(decoder.feature_names))


def judged(outputs: Sequence[str], harms: NDArray[np.float32]) -> list[str]:
    """Return outputs as `JudgedText`.

    Args:
        outputs: the texts.
        harms: the mean harm (`HARM`) of each, [outputs].
    """
    shares = 1.0 - harms.astype(np.float64)
    return [JudgedText.of(text, share) for text, share in zip(outputs, shares.tolist(), strict=True)]


def judged_result(result: Result) -> str:
    """Return the text that `simplify` wrote for a line as `JudgedText`, without its line end.

    Edits that only repair the text after another edit are not counted: no tree judges them.
    """
    harms = [
        edit.features.get(FeatureName.SelectionHarm, 0.0)
        for sentence in result.sentences
        for part in sentence.parts
        for edit in part.edits
        if edit.rule.grammar != REPAIRS
    ]
    text = result.text.removesuffix("\n")
    return JudgedText.of(text, 1.0 - sum(harms) / len(harms) if harms else 1.0)
