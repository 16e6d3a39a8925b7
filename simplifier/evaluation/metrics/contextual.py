"""Greedy alignment of contextual vectors, as in BERTScore, with a model that the user names.

Zhang, Kishore, Wu, Weinberger and Artzi (2020), BERTScore: evaluating text generation with BERT, ICLR.
Words are not weighted by rarity, scores are not rescaled, and special tokens take no part. Each model gives its own
numbers, so the signature names the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError
from simplifier.evaluation.metrics.encoders import open_encoder
from simplifier.evaluation.segments.metric import FloatArray, Metric
from simplifier.evaluation.segments.preprocessing import Preprocessing, Text
from simplifier.evaluation.segments.reference_set import ReferenceSet

__all__ = ["ContextualMatch", "greedy_match"]

_PARTS: Final = ("precision", "recall", "f1")


def greedy_match(output: NDArray[np.float32], reference: NDArray[np.float32]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of two texts' vectors of length 1, [tokens, size].

    Precision is the mean over the output's tokens of the highest cosine with a token of the reference, recall
    the other way round. All are 0 if a text has no tokens.
    """
    if not len(output) or not len(reference):
        return 0.0, 0.0, 0.0
    cosines = output @ reference.T
    precision, recall = float(cosines.max(axis=1).mean()), float(cosines.max(axis=0).mean())
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both > 0 else 0.0


@dataclass(frozen=True)
class ContextualMatch(Metric):
    """Precision, recall or F1 of matched contextual vectors, the mean over outputs, 0-100.

    Precision and recall are below 0 if the cosines of vectors are negative. With several references the best one
    counts, for precision, recall and F1 separately.

    Attributes:
        part: ``precision``, ``recall`` or ``f1``.
        model: a folder with model.onnx and tokenizer.json, or a model of sentence-transformers.
        against: ``references``, or ``source``, which needs none.
    """

    name: str
    part: str = "f1"
    model: str = ""
    against: str = "references"
    preprocessing: Preprocessing = Preprocessing("none", "mixed")

    def __post_init__(self) -> None:
        for value, known in ((self.part, _PARTS), (self.against, ("references", "source"))):
            if value not in known:
                raise ConfigError(f"{self.name}: {value!r} is none of {', '.join(known)}")

    @property
    def needs_references(self) -> bool:  # type: ignore[override]
        """True if outputs are compared with references."""
        return self.against == "references"

    @property
    def width(self) -> int:
        """Precision, recall and F1."""
        return len(_PARTS)

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        line, encoder = self.preprocessing.line, open_encoder(self.model)
        # Vectors are kept with the data, so that references are encoded once for all systems.
        known: dict[str, NDArray[np.float32]] = data.keep(("contextual", self.model), dict)
        others = [
            [line(text) for text in (data.segment_references(one) if self.needs_references else [data.sources[one]])]
            for one in segments.tolist()
        ]
        own = [line(output) for output in outputs]
        new = [text for text in dict.fromkeys([*own, *(text for row in others for text in row)]) if text not in known]
        if new:
            known.update(zip(new, encoder.encode(new), strict=True))
        rows = [
            np.max([greedy_match(known[output], known[text]) for text in row], axis=0)
            for output, row in zip(own, others, strict=True)
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, self.width)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the part in question of each row, times 100."""
        return 100 * statistics[:, _PARTS.index(self.part)]

    def segment_parts(self, statistics: FloatArray) -> dict[str, FloatArray]:
        """Return precision, recall and F1 of each row, times 100."""
        return {name: 100 * column for name, column in zip(_PARTS, statistics.T, strict=True)}

    def settings(self) -> dict[str, str]:
        """Return part, model, what is compared with, and the preprocessing."""
        model = PurePath(self.model).name or "none"
        return {"part": self.part, "model": model, "against": self.against} | self.preprocessing.settings()
