"""The result of a metric on a test set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from simplifier.evaluation.segments.signature import Signature

__all__ = ["Score"]


@dataclass(frozen=True, slots=True)
class Score:
    """One number with its parts and its signature.

    Attributes:
        name: the metric's name.
        value: the score; 0-100 for similarity metrics, in the metric's own unit otherwise.
        parts: named parts, in the same unit (SARI's add, keep and delete).
        signature: the settings behind the number.
    """

    name: str
    value: float
    signature: Signature
    parts: Mapping[str, float] = field(default_factory=dict)

    def format(self, decimals: int = 2) -> str:
        """Return ``name = value (part value ...)``."""
        parts = " ".join(f"{name} {value:.{decimals}f}" for name, value in self.parts.items())
        return f"{self.name} = {self.value:.{decimals}f}" + (f" ({parts})" if parts else "")

    def __str__(self) -> str:
        return self.format()
