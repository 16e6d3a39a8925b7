"""Language-model scores of both sides of a rule, under models of normal and of simple text.

A phrase is scored by itself, without sentence boundaries: the words before it are unknown, so the first word
counts as a unigram. Scores are natural logarithms.
Source: Xu et al. 2016, section 4.3 (GigaLM and SimpLM of each side and their difference), with other models.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simplifier.core import LanguageModel, score_phrases
from simplifier.rules.features.encoding import EncodedBatch
from simplifier.rules.features.registry import FeatureGroup, sided

__all__ = ["LanguageModelFeatures"]


class LanguageModelFeatures(FeatureGroup):
    """Source, target and difference under each named model: ``normal`` gives SourceNormalLM and so on."""

    name = "language model"
    source = "Xu et al. 2016"

    def __init__(self, models: Mapping[str, LanguageModel | None]) -> None:
        """``models`` by name; the features of a model that is None are registered but not computed."""
        self._models = {f"{name.capitalize()}LM": model for name, model in models.items()}
        self.specs = tuple(
            spec for name in self._models for spec in sided(name, f"ln p of the words under the {name} model", "nats")
        )

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute the scores under the models that were given."""
        columns = {}
        for name, model in self._models.items():
            if model is None or not len(batch):
                continue
            source = score_phrases(model, "\n".join(batch.rules.sources))
            target = score_phrases(model, "\n".join(batch.rules.targets))
            columns.update({f"Source{name}": source, f"Target{name}": target, f"{name}Diff": target - source})
        return columns
