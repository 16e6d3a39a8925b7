"""The model behind estimates: one kernel machine for all aspects, kept as arrays in an .npz file.

Features are turned into ranks among the training pairs, and ranks into normal scores (van der Waerden 1952), so that
neither units nor outliers matter. Kernel ridge regression (Saunders, Gammerman and Vovk 1998) then predicts the
probability of each label by indicator regression (Hastie, Tibshirani and Friedman 2009, 4.2). The kernel is Laplace's,
exp(-width * mean absolute difference of the scores).
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from scipy.special import ndtri

from simplifier.base.errors import FormatError
from simplifier.base.reading import open_binary
from simplifier.base.writing import open_output

__all__ = ["ASPECTS", "LABELS", "MARKS", "EstimateModel"]

FloatArray = NDArray[np.float64]

#: The aspects that are estimated; the last is an overall judgement.
ASPECTS: Final = ("grammaticality", "meaning", "simplicity", "overall")
#: The labels, from worst to best.
LABELS: Final = ("bad", "ok", "good")
#: The mark of each label, 0-100.
MARKS: Final = (0.0, 50.0, 100.0)

_TAIL: Final = 0.01  # relative ranks are kept this far from 0 and 1, whose normal scores are infinite
_FORMAT: Final = "estimate-1"
#: What zipfile and numpy raise for damaged or foreign files.
_DAMAGE: Final = (
    ValueError,
    KeyError,
    OSError,
    EOFError,
    RuntimeError,
    OverflowError,
    struct.error,
    zlib.error,
    zipfile.BadZipFile,
)


@dataclass(frozen=True)
class EstimateModel:
    """Predicts the probability of every label from the features of a pair.

    Attributes:
        names: names of the features.
        values: features of the training pairs, float32 [pairs, names].
        weights: weights of the training pairs, float64 [pairs, aspects x labels].
        shares: shares of the labels among the training pairs, float64 [aspects, labels].
        evening: how far decisions allow for unequal shares of the labels, [aspects]. With 0, the most probable label
            is chosen; with 1, the label whose probability is largest relative to its share.
        width: width of the kernel.
    """

    names: tuple[str, ...]
    values: NDArray[np.float32]
    weights: FloatArray
    shares: FloatArray
    evening: FloatArray
    width: float

    @classmethod
    def fit(
        cls,
        names: Sequence[str],
        values: FloatArray,
        labels: NDArray[np.int64],
        width: float = 1.0,
        ridge: float = 0.5,
        evening: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
    ) -> Self:
        """Fit a model in closed form.

        Args:
            names: names of the features.
            values: features of the training pairs, [pairs, names].
            labels: indices of the labels, [pairs, aspects].
            width: width of the kernel.
            ridge: value added to the diagonal of the kernel matrix.
            evening: the model's ``evening``, [aspects].
        """
        ones = np.eye(len(LABELS))[labels]
        shares = ones.mean(axis=0)
        rounded = values.astype(np.float32)
        model = cls(tuple(names), rounded, np.zeros((0, 0)), shares, np.asarray(evening, np.float64), width)
        kernel = model._kernel(rounded)
        weights = np.linalg.solve(kernel + ridge * np.eye(len(kernel)), (ones - shares).reshape(len(ones), -1))
        return cls(model.names, rounded, weights, shares, model.evening, width)

    def probabilities(self, values: FloatArray) -> FloatArray:
        """Return probabilities of the labels, [pairs, aspects, labels].

        They sum to 1, but as results of a regression, single ones may lie below 0 or above 1.
        """
        own = self._kernel(values.astype(np.float32)) @ self.weights
        return np.asarray(own.reshape(-1, *self.shares.shape) + self.shares)

    def marks(self, probabilities: FloatArray) -> FloatArray:
        """Return the expected marks, [pairs, aspects], 0-100."""
        return np.asarray(np.clip(probabilities @ np.array(MARKS), MARKS[0], MARKS[-1]))

    def decisions(self, probabilities: FloatArray) -> NDArray[np.int64]:
        """Return the index of the label to choose, [pairs, aspects]."""
        chosen = probabilities / self.shares ** self.evening[:, None]
        return np.asarray(chosen.argmax(axis=2), dtype=np.int64)

    @cached_property
    def _sorted(self) -> NDArray[np.float32]:
        return np.ascontiguousarray(np.sort(self.values, axis=0).T)

    @cached_property
    def _scale(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The standardised normal scores of the training pairs, and mean and spread of each feature's scores."""
        scores = self._normal_scores(self.values)
        mean, spread = scores.mean(axis=0), scores.std(axis=0) + 1e-9
        return (scores - mean) / spread, mean, spread

    def _normal_scores(self, values: NDArray[np.float32]) -> FloatArray:
        ranks = np.empty(values.shape)
        for column, known in enumerate(self._sorted):
            below = known.searchsorted(values[:, column], "left")
            ranks[:, column] = (below + known.searchsorted(values[:, column], "right")) / 2
        return np.asarray(ndtri(np.clip((ranks + 0.5) / (len(self.values) + 1), _TAIL, 1 - _TAIL)))

    def _kernel(self, values: NDArray[np.float32]) -> FloatArray:
        known, mean, spread = self._scale
        scores = (self._normal_scores(values) - mean) / spread
        return np.asarray(np.exp(-self.width / len(self.names) * cdist(scores, known, "cityblock")))

    def write(self, path: Path) -> None:
        """Write the model; equal models give equal bytes.

        Raises:
            InputError: the file cannot be written.
        """
        arrays = {
            "format": np.array(_FORMAT),
            "names": np.array(self.names),
            "values": self.values,
            "weights": self.weights.astype(np.float32),
            "shares": self.shares,
            "evening": self.evening,
            "width": np.array(self.width),
        }
        with open_output(path) as stream, zipfile.ZipFile(stream, "w") as archive:
            for name, array in arrays.items():
                content = io.BytesIO()
                np.lib.format.write_array(content, array, allow_pickle=False)
                entry = zipfile.ZipInfo(f"{name}.npy")  # has a fixed date (1980), so that equal models give equal bytes
                archive.writestr(entry, content.getvalue(), zipfile.ZIP_DEFLATED)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a model that `write` wrote.

        Raises:
            InputError: the file cannot be read.
            FormatError: the file is damaged, or is no model of estimates of this version.
        """
        try:
            with open_binary(path) as stream:
                content = stream.read()
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                if archive.testzip() is not None:  # numpy may read an array without its checksum
                    raise ValueError
            with np.load(io.BytesIO(content), allow_pickle=False) as archive_of_arrays:
                found = {name: archive_of_arrays[name] for name in archive_of_arrays.files}
                if not all(isinstance(one, np.ndarray) for one in found.values()):
                    raise ValueError  # for an array with a damaged header, numpy returns bytes
                if str(found["format"]) != _FORMAT:
                    raise FormatError(path, f"not a model of estimates of this version ({_FORMAT})")
                model = cls(
                    tuple(map(str, found["names"])),
                    found["values"],
                    found["weights"].astype(np.float64),
                    found["shares"],
                    found["evening"],
                    float(found["width"]),
                )
        except _DAMAGE:
            raise FormatError(path, "damaged, or not a model of estimates (an .npz file)") from None
        if model.values.shape != (len(model.weights), len(model.names)):
            raise FormatError(path, "its arrays do not belong together")
        return model
