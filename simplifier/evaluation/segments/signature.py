"""Signatures: the settings behind a score, on one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["VERSION", "Signature"]

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
