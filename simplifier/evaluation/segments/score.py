"""The result of a metric on a test set, with the settings behind it on one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["VERSION", "Score", "Signature"]

VERSION = "1"
"""Version of the definitions in this package; it changes when any of them gives another number."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The name and settings of a metric, in a fixed order; two scores compare only when theirs are equal."""

    name: str
    settings: Mapping[str, str]

    def __str__(self) -> str:
        """Return ``name|key:value|...|v:1``."""
        fields = [f"{key}:{value}" for key, value in self.settings.items()]
        return "|".join([self.name, *fields, f"v:{VERSION}"])


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
