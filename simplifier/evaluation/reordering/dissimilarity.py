"""Dissimilarity: among the most probable candidates, prefer the one that changes most words.

Phrase-based simplification copies too much. So the candidate farthest from the source (Levenshtein distance in words)
is taken among the first ones of the list; of two that are equally far, the more probable one. Source:
Wubben, van den Bosch and Krahmer 2012, "Sentence simplification by monolingual machine translation", ACL.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from simplifier.base.errors import ConfigError
from simplifier.decoder import Derivation, InputSentence
from simplifier.evaluation.metrics import CandidateScorer, metric_of_tokens

__all__ = ["DissimilarityReordering"]


class DissimilarityReordering:
    """Orders the first candidates of a sentence by their distance from it; ties keep the model's order.

    Args:
        depth: number of candidates to order; the others stay where they are.

    Raises:
        ConfigError: the depth is below 1.
    """

    def __init__(self, depth: int = 10) -> None:
        if depth < 1:
            raise ConfigError(f"a depth of {depth}; there must be 1 candidate at least")
        self.depth = depth
        self._metric = metric_of_tokens("-ld")

    def __call__(self, sentence: InputSentence, derivations: Sequence[Derivation]) -> list[Derivation]:
        """Return the derivations, farthest first, with the distance as the feature ``WordDistance``."""
        if not derivations:
            return []
        head, tail = derivations[: self.depth], derivations[self.depth :]
        scorer = CandidateScorer(self._metric, [sentence.tokens], [])
        closeness = scorer.score(0, [one.tokens for one in head])
        return [
            *(
                dataclasses.replace(
                    head[place], features=head[place].features | {"WordDistance": -float(closeness[place])}
                )
                for place in np.argsort(closeness, kind="stable").tolist()
            ),
            *tail,
        ]
