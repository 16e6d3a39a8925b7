"""Re-ranking of k-best lists with features of whole derivations."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from simplifier.base.errors import ConfigError, InputError
from simplifier.core import KBestLists
from simplifier.decoder.derivation import Derivation, InputSentence
from simplifier.decoder.features import BatchedDerivationFeature, DerivationFeature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

__all__ = ["Rescorer"]


class Rescorer:
    """Adds features to the derivations of sentences, and sorts the derivations by their new scores.

    Args:
        features: none or more; a feature with a method ``score`` gets all sentences in one call.
        known: names of the features that the decoder already has.
        least: number of derivations re-ranked, even where fewer are asked for.

    Raises:
        ConfigError: a feature name that is taken.
    """

    def __init__(
        self,
        features: Sequence[DerivationFeature | BatchedDerivationFeature],
        known: Sequence[str],
        least: int,
    ) -> None:
        self._features = tuple(features)
        self._least = least
        self.names = tuple(name for feature in features for name in feature.names)
        self.weights = (0.0,) * len(self.names)
        taken = set(known)
        for name in self.names:
            if name in taken:
                raise ConfigError(f"two features have the same name: {name!r}; give a derivation feature another")
            taken.add(name)

    def set_weights(self, weights: Mapping[str, float]) -> None:
        """Take the weights of these features out of all weights; features left out weigh 0."""
        self.weights = tuple(float(weights.get(name, 0.0)) for name in self.names)

    def depth(self, k: int) -> int:
        """Return how many derivations to decode so that the ``k`` best can be chosen among them."""
        return max(k, self._least) if self.names else k

    def rescore(
        self, sentences: Sequence[InputSentence], lists: Sequence[Sequence[Derivation]]
    ) -> list[list[Derivation]]:
        """Return the derivations of each sentence with the new values, best first; ties keep their order."""
        import numpy as np  # loaded only where it is of use

        of_features = [_values(feature, sentences, lists) for feature in self._features]
        result = []
        for number, derivations in enumerate(lists):
            rows = np.hstack([values[number] for values in of_features]).tolist()
            rescored = [self._with_values(one, own) for one, own in zip(derivations, rows, strict=True)]
            result.append(sorted(rescored, key=lambda derivation: -derivation.score))
        return result

    def _with_values(self, derivation: Derivation, values: Sequence[float]) -> Derivation:
        score = derivation.score + sum(w * value for w, value in zip(self.weights, values, strict=True))
        named = {name: value for name, value in zip(self.names, values, strict=True) if value}
        return dataclasses.replace(derivation, score=score, features=derivation.features | named)

    def lists(self, names: Sequence[str], decoded: Sequence[Sequence[Derivation]]) -> KBestLists:
        """Return derivations as arrays whose feature columns are ``names``.

        The key of a derivation is a 64-bit digest of its output and feature values, so that equal derivations
        have equal keys.
        """
        import numpy as np  # loaded only where it is of use

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


def _values(
    feature: DerivationFeature | BatchedDerivationFeature,
    sentences: Sequence[InputSentence],
    lists: Sequence[Sequence[Derivation]],
) -> list[Values]:
    """Return the values of a feature for each sentence, float64 [derivations, names].

    Raises:
        InputError: values of another shape, or a value that is not finite.
    """
    import numpy as np  # loaded only where it is of use

    width = len(feature.names)
    if isinstance(feature, BatchedDerivationFeature):
        found = [np.asarray(values, dtype=np.float64) for values in feature.score(sentences, lists)]
        if len(found) != len(lists):
            raise InputError(
                f"feature {', '.join(feature.names)}: values for {len(found)} sentences; "
                f"there must be an array for each of {len(lists)}"
            )
    else:
        found = [
            _rows([feature(sentence, one) for one in derivations], feature.names)
            for sentence, derivations in zip(sentences, lists, strict=True)
        ]
    for number, (values, derivations) in enumerate(zip(found, lists, strict=True)):
        # A batched feature may return an array of any empty shape for a sentence without derivations.
        if not derivations and not values.size:
            found[number] = np.zeros((0, width))
        elif values.shape != (len(derivations), width):
            raise InputError(
                f"feature {', '.join(feature.names)}: values of shape {values.shape} for a sentence; "
                f"it must be ({len(derivations)}, {width}), one row a derivation, one column a name"
            )
        elif not np.isfinite(values).all():
            raise InputError(f"feature {', '.join(feature.names)}: a value is not a finite number")
    return found


def _rows(rows: Sequence[Sequence[float]], names: Sequence[str]) -> Values:
    """Return the values of single calls as an array, float64 [derivations, names]."""
    import numpy as np  # loaded only where it is of use

    for row in rows:
        if len(row) != len(names):
            raise InputError(
                f"feature {', '.join(names)}: {[*row]} for a derivation; it must be {len(names)} finite numbers"
            )
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(names))
