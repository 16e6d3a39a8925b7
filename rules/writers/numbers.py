"""Feature values as text: the shortest that reads back as the same float32."""

from __future__ import annotations

import math

import numpy as np

__all__ = ["probability_text", "value_text", "value_texts"]

_LARGEST = 1_000_000


class _Texts(dict[float, str]):
    """Texts by value; a table has few different values, so most texts are looked up."""

    def __missing__(self, value: float) -> str:
        if math.isnan(value):  # equal to no key, so never kept
            return "NA"
        text = str(np.float32(value)).removesuffix(".0")
        text = "0" if text == "-0" else text
        if len(self) < _LARGEST:
            self[value] = text
        return text


class _Probabilities(dict[float, str]):
    """Probabilities by their logarithm, with as few digits as give that logarithm back."""

    def __missing__(self, value: float) -> str:
        probability, wanted = math.exp(value), np.float32(value)
        text = repr(probability)
        for digits in range(1, 17):
            short = f"{probability:.{digits}g}"
            if float(short) > 0 and np.float32(math.log(float(short))) == wanted:
                text = short
                break
        if len(self) < _LARGEST:
            self[value] = text
        return text


_texts = _Texts()
_probabilities = _Probabilities()


def value_text(value: float) -> str:
    """Return one value; NaN is ``NA``."""
    return _texts[value]


def probability_text(value: float) -> str:
    """Return exp(value) as the shortest text whose natural logarithm is the value as float32."""
    return _probabilities[value]


def value_texts(column: np.ndarray) -> list[str]:
    """Return the texts of a float32 column."""
    texts = _texts
    return [texts[value] for value in column.tolist()]
