"""A gate on rewritings, which refuses those whose estimate is too low."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from simplifier.config import Config
from simplifier.estimation.estimator import Estimator
from simplifier.languages.analysis.findings import Finding

__all__ = ["EstimateGate"]


class EstimateGate:
    """Tests rewritings by their estimates. Safe to share between threads.

    Args:
        estimator: the estimator of pairs.
        least: least mark by aspect, 0-100.
    """

    def __init__(self, estimator: Estimator, least: Mapping[str, float]) -> None:
        self._estimator = estimator
        self._least = dict(least)

    @classmethod
    def of(cls, config: Config) -> Self | None:
        """Return the gate of a configuration; None if the configuration sets no least marks.

        Raises:
            InputError: as for `Estimator.open`.
        """
        least = config.estimate.least
        return cls(Estimator.open(config), least) if least else None

    def failures(self, source: str, outputs: Sequence[str]) -> list[list[Finding]]:
        """Return for each output the aspects whose marks are too low; none for an output equal to the source."""
        changed = [output for output in dict.fromkeys(outputs) if output != source]
        estimates = self._estimator.estimate([(source, output) for output in changed])
        found = {output: self._low(one.marks) for output, one in zip(changed, estimates, strict=True)}
        return [found.get(output, []) for output in outputs]

    def _low(self, marks: Mapping[str, float]) -> list[Finding]:
        return [
            Finding("estimate", f"{aspect} {marks[aspect]:.0f}, at least {least:g}")
            for aspect, least in self._least.items()
            if marks[aspect] < least
        ]
