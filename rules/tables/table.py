"""Opening a packed rule table, and looking up its rules by their source side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simplifier.base.errors import ConfigError, FormatError, nearest
from simplifier.core import CoreInputError, RuleTable
from simplifier.rules.grammar.scoring import weighted_score

__all__ = ["TableRule", "open_table", "rules_of", "verify_table"]


@dataclass(frozen=True, slots=True)
class TableRule:
    """A rule as a table stores it.

    Attributes:
        number: its number in the table.
        lhs: label without brackets.
        source: source side as text.
        target: target side as text.
        features: all stored values by name.
        provenance: names of the sources that hold the rule.
        alignment: text such as ``0-0 1-1``, or empty.
        score: sum of weight x value; 0 without weights.
    """

    number: int
    lhs: str
    source: str
    target: str
    features: dict[str, float]
    provenance: tuple[str, ...]
    alignment: str
    score: float

    @property
    def is_self_rule(self) -> bool:
        """Whether the rule copies its source."""
        return self.source == self.target


def open_table(path: Path, check: bool = True) -> RuleTable:
    """Open a packed table by memory map.

    Args:
        path: the table.
        check: read the table once and compare the checksums of its sections; otherwise only its header, bounds and
            counts are checked.

    Raises:
        FormatError: missing, cut off, damaged, or not a table of this version.
    """
    try:
        return RuleTable(str(path), check)
    except CoreInputError as error:
        raise FormatError(path, str(error).removeprefix(f"{path}: ")) from None


def verify_table(table: RuleTable) -> None:
    """Read the whole table and compare its checksums and ranges.

    Raises:
        FormatError: damaged (names the section).
    """
    try:
        table.verify()
    except CoreInputError as error:
        raise FormatError(table.path, str(error).removeprefix(f"{table.path}: ")) from None


def rules_of(
    table: RuleTable, source: str | Sequence[str], weights: Mapping[str, float] | None = None
) -> list[TableRule]:
    """Return the rules of one source side, in the order of the table; with weights, best first.

    Args:
        table: the table.
        source: symbols, or a text of symbols with spaces between them.
        weights: the weights, by feature name.

    Raises:
        ConfigError: a weight for a feature the table does not store.
    """
    names = table.feature_names
    for name in weights or ():
        if name not in names:
            raise ConfigError(f"the table has no feature {name!r}{nearest(name, names)}")
    symbols = source.split() if isinstance(source, str) else list(source)
    found = [_rule(table, number, names, weights or {}) for number in table.lookup(symbols)]
    return sorted(found, key=lambda rule: -rule.score) if weights else found


def _rule(table: RuleTable, number: int, names: list[str], weights: Mapping[str, float]) -> TableRule:
    lhs, source, target, alignment, bits = table.rule(number)
    features = dict(zip(names, table.features(number).tolist(), strict=True))
    return TableRule(
        number,
        lhs,
        source,
        target,
        features,
        tuple(name for place, name in enumerate(table.provenance) if bits >> place & 1),
        alignment,
        weighted_score(features, weights),
    )
