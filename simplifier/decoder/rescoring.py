"""Features of whole derivations: score a k-best list and sort it anew."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from hashlib import blake2b

import numpy as np

from base.errors import ConfigError, InputError
from native import KBestLists
from simplifier.decoder.derivation import Derivation, InputSentence
from simplifier.decoder.features import DerivationFeature

__all__ = ["Rescorer"]


class Rescorer:
    """Adds features to the derivations of a sentence.

    Args:
        features: none or more.
        known: names that the decoder has already.
        least: derivations looked at, even where fewer are asked for.

    Raises:
        ConfigError: a name that is taken.
    """

    def __init__(self, features: Sequence[DerivationFeature], known: Sequence[str], least: int) -> None:
        self._features = tuple(features)
        self._least = least
        self.names = tuple(name for feature in features for name in feature.names)
        self.weights = (0.0,) * len(self.names)
        taken = set(known)
        for name in self.names:
            if name in taken:
                raise ConfigError(
                    f"two features have the same name: {name!r}; give a derivation feature another"
                )
            taken.add(name)

    def set_weights(self, weights: Mapping[str, float]) -> None:
        """Take the weights of these features; those left out weigh 0."""
        self.weights = tuple(float(weights.get(name, 0.0)) for name in self.names)

    def depth(self, k: int) -> int:
        """Return how many derivations to decode for the ``k`` best of the new order."""
        return max(k, self._least) if self.names else k

    def rescore(self, sentence: InputSentence, derivations: Sequence[Derivation]) -> list[Derivation]:
        """Return the derivations with the new values, best first; ties keep their order."""
        rescored = [self._with_values(sentence, derivation) for derivation in derivations]
        return sorted(rescored, key=lambda derivation: -derivation.score)

    def _with_values(self, sentence: InputSentence, derivation: Derivation) -> Derivation:
        values: list[float] = []
        for feature in self._features:
            own = [float(value) for value in feature(sentence, derivation)]
            if len(own) != len(feature.names) or not all(map(math.isfinite, own)):
                raise InputError(
                    f"feature {', '.join(feature.names)}: {own} for a derivation; "
                    f"it must be {len(feature.names)} finite numbers"
                )
            values += own
        score = derivation.score + sum(w * value for w, value in zip(self.weights, values, strict=True))
        named = {name: value for name, value in zip(self.names, values, strict=True) if value}
        return dataclasses.replace(derivation, score=score, features=derivation.features | named)

    def lists(self, names: Sequence[str], decoded: Sequence[Sequence[Derivation]]) -> KBestLists:
        """Return derivations as arrays, with the columns ``names``."""
        derivations = [one for sentence in decoded for one in sentence]
        features = np.zeros((len(derivations), len(names)), dtype=np.float32)
        column = {name: place for place, name in enumerate(names)}
        outputs, keys = [], []
        for row, derivation in zip(features, derivations, strict=True):
            for name, value in derivation.features.items():
                row[column[name]] = value
            outputs.append(" ".join(derivation.tokens))
            digest = blake2b(outputs[-1].encode() + row.tobytes(), digest_size=8).digest()
            keys.append(int.from_bytes(digest, "little"))
        starts = np.cumsum([0, *map(len, decoded)]).tolist()
        return KBestLists(outputs, starts, [one.score for one in derivations], keys, features)
