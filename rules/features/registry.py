"""The register of features: each one once, with its meaning, unit, default and level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from simplifier.base.errors import ConfigError, nearest
from simplifier.rules.features.encoding import EncodedBatch
from simplifier.rules.grammar.batch import FloatColumn

__all__ = ["FeatureGroup", "FeatureSpec", "Level", "MergePolicy", "Registry", "sided"]

Level = Literal["rule", "span", "hypothesis"]
MergePolicy = Literal["max", "min", "sum"]


@dataclass(frozen=True, slots=True)
class FeatureSpec:
    """One feature.

    Attributes:
        name: the name under which a weight is given.
        formula: how the value comes about; s is the source side, t the target side.
        unit: what the value counts.
        default: the value that stands for a missing one in a table.
        level: ``rule`` (stored in the table), ``span`` (once per rule application in a sentence) or
            ``hypothesis`` (language models and penalties, during decoding).
        merge: how the values of a rule that several sources hold become one: the largest, the smallest (for costs
            such as -ln p) or the sum; a missing value always gives way.
        source: where the definition comes from; empty if it is that of the group.
    """

    name: str
    formula: str
    unit: str
    default: float = 0.0
    level: Level = "rule"
    merge: MergePolicy = "max"
    source: str = ""


class FeatureGroup(ABC):
    """Features that are computed together.

    A group names its features in ``specs`` and computes those of level ``rule`` in `compute`. A group computes
    nothing if its values come with the rules or arise in the decoder. ``source`` says where the definitions
    come from.
    """

    name: str
    source: str = "ours"
    specs: tuple[FeatureSpec, ...]

    @abstractmethod
    def compute(self, batch: EncodedBatch) -> Mapping[str, FloatColumn | np.ndarray]:
        """Return columns of values by feature name, one value per rule, NaN where missing."""


class Registry:
    """Feature groups in order, with every name registered exactly once.

    Raises:
        ConfigError: two groups register one name.
    """

    def __init__(self, groups: Iterable[FeatureGroup]) -> None:
        self.groups = tuple(groups)
        self._specs: dict[str, tuple[FeatureSpec, str]] = {}
        for group in self.groups:
            for spec in group.specs:
                if spec.name in self._specs:
                    raise ConfigError(
                        f"feature {spec.name!r} is registered by {self._specs[spec.name][1]!r} and by "
                        f"{group.name!r}; rename one of them"
                    )
                sourced = spec if spec.source else replace(spec, source=group.source)
                self._specs[spec.name] = (sourced, group.name)

    def __iter__(self) -> Iterator[tuple[str, FeatureSpec]]:
        """Iterate over (group name, feature)."""
        for spec, group in self._specs.values():
            yield group, spec

    def __contains__(self, name: str) -> bool:
        return name in self._specs

    def __getitem__(self, name: str) -> FeatureSpec:
        """Return a feature by name.

        Raises:
            ConfigError: no such feature (names the nearest).
        """
        if name not in self._specs:
            raise ConfigError(f"no feature is called {name!r}{nearest(name, self._specs)}")
        return self._specs[name][0]

    def compute(self, batch: EncodedBatch, wanted: Collection[str] | None = None) -> dict[str, FloatColumn]:
        """Compute the features of level ``rule``; values that came with the rules win over computed ones.

        With ``wanted``, only those groups are computed that have a wanted feature which some rule lacks.
        """
        columns: dict[str, FloatColumn] = dict(batch.given)
        lacking = None if wanted is None else {name for name in wanted if _has_gaps(columns.get(name))}
        for group in self.groups:
            if lacking is not None and not any(spec.name in lacking for spec in group.specs):
                continue
            for name, values in group.compute(batch).items():
                computed = values.astype(np.float32)
                given = columns.get(name)
                columns[name] = computed if given is None else np.where(np.isnan(given), computed, given)
        return columns

    def computable(self, batch: EncodedBatch) -> frozenset[str]:
        """Return the names of the features that can be computed for rules like these."""
        return frozenset(name for group in self.groups for name in group.compute(batch))


def _has_gaps(column: FloatColumn | None) -> bool:
    return column is None or bool(np.isnan(column).any())


def sided(name: str, formula: str, unit: str, default: float = 0.0) -> tuple[FeatureSpec, FeatureSpec, FeatureSpec]:
    """Return the features of both sides and of their difference: SourceNAME, TargetNAME, NAMEDiff."""
    return (
        FeatureSpec(f"Source{name}", f"{formula} of s", unit, default),
        FeatureSpec(f"Target{name}", f"{formula} of t", unit, default),
        FeatureSpec(f"{name}Diff", f"Target{name} - Source{name}", unit),
    )
