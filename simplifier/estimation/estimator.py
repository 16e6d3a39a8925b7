"""Estimates of rewritings without references, for `simplifier estimate` and for a gate of `simplify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from simplifier.base.errors import ConfigError, FormatError
from simplifier.config import Config
from simplifier.estimation.features import PairFeatures
from simplifier.estimation.model import ASPECTS, LABELS, EstimateModel
from simplifier.estimation.pairs import PairReader, ScoringModel
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.lm import LanguageModel, load_native_classes

__all__ = ["Estimate", "Estimator", "open_features"]

_BATCH: Final = 256


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimated quality of a rewriting, by aspect (`ASPECTS`).

    Attributes:
        marks: expected marks, 0-100: 0 is bad, 50 ok, 100 good.
        labels: ``bad``, ``ok`` or ``good``.
    """

    marks: dict[str, float]
    labels: dict[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as plain values; marks have one decimal."""
        return {name: {"mark": round(self.marks[name], 1), "label": self.labels[name]} for name in ASPECTS}


def open_features(config: Config) -> tuple[PairReader, PairFeatures]:
    """Open the reader and the features of pairs, with the tagger and the language models of a configuration.

    Raises:
        ConfigError: the configuration has no tagger or no language model of words.
        InputError: a file is missing or is not what it should be.
    """
    words = [one.name for one in config.language_models if one.classes is None]
    if config.tagger.path is None or not words:
        raise ConfigError("estimates need a tagger (tagger.path) and a language model ([[language_models]])")
    language = language_named(config.model.language)
    models = [
        ScoringModel(
            one.name,
            LanguageModel(one.path),
            None if one.classes is None else load_native_classes(one.classes),
        )
        for one in config.language_models
    ]
    classes = [one.name for one in config.language_models if one.classes is not None]
    reader = PairReader(language, Tagger.load(config.tagger.path), models)
    return reader, PairFeatures(language, words, classes)


class Estimator:
    """Estimates rewritings. Safe to share between threads.

    Args:
        reader: reads pairs.
        features: computes the features of read pairs.
        model: a model that was trained with these features.
    """

    def __init__(self, reader: PairReader, features: PairFeatures, model: EstimateModel) -> None:
        self._reader = reader
        self._features = features
        self.model = model

    @classmethod
    def open(cls, config: Config) -> Self:
        """Open the estimator of a configuration.

        Raises:
            ConfigError: the configuration names no model of estimates (``estimate.path``).
            InputError: a file is missing or is not what it should be.
            FormatError: the model needs a feature that the configuration's language models do not give.
        """
        path: Path | None = config.estimate.path
        if path is None:
            raise ConfigError("the configuration names no model of estimates (estimate.path)")
        reader, features = open_features(config)
        found = cls(reader, features, EstimateModel.read(path))
        # Names of features depend on the names of the language models, so any pair shows which there are.
        known = features.of(reader.read([("a", "a")])[0])
        missing = [name for name in found.model.names if name not in known]
        if missing:
            raise FormatError(path, f"needs the feature {missing[0]!r}, which these language models do not give")
        return found

    def estimate(self, pairs: Sequence[tuple[str, str]]) -> Iterator[Estimate]:
        """Yield the estimate of each pair of a source and its rewriting."""
        for start in range(0, len(pairs), _BATCH):
            read = self._reader.read(pairs[start : start + _BATCH])
            found = self.model.probabilities(self._features.matrix(read, self.model.names))
            both = zip(self.model.marks(found), self.model.decisions(found), strict=True)
            for marks, labels in both:
                yield Estimate(
                    dict(zip(ASPECTS, map(float, marks), strict=True)),
                    {name: LABELS[label] for name, label in zip(ASPECTS, labels, strict=True)},
                )
