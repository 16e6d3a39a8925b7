"""The rules of a word or phrase, and the register of features, as text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from simplifier.base.errors import ConfigError, nearest
from simplifier.base.terminal import aligned
from simplifier.core import RuleTable
from simplifier.rules.features import Registry
from simplifier.rules.tables.table import TableRule, rules_of

__all__ = ["check_features", "feature_lines", "rule_json", "rule_lines"]


def rule_lines(
    table: RuleTable,
    source: str,
    features: Sequence[str] = (),
    weights: Mapping[str, float] | None = None,
    sort_by: str | None = None,
    top: int = 0,
) -> Iterator[str]:
    """Yield a table of the rules of one source side: number, label, target, values, provenance.

    Args:
        table: the packed table.
        source: word or phrase, lowercased like the table.
        features: names of the values to show.
        weights: the weights, by feature name; with them, rules are sorted by score and the score is shown.
        sort_by: feature to sort by, highest first, if there are no weights.
        top: number of rules to show; 0 shows all.

    Raises:
        ConfigError: a feature the table does not store.
    """
    check_features([*features, *([sort_by] if sort_by else [])], table.feature_names)
    rules = rules_of(table, source, weights)
    if not rules:
        yield f"{source}: no rules"
        return
    if sort_by is not None and not weights:
        rules.sort(key=lambda rule: -rule.features[sort_by])
    shown = rules[:top] if top else rules
    yield f"{source}: {len(rules)} rule{'s' if len(rules) > 1 else ''}"
    columns = [(["#", "label", "target", *(["score"] if weights else []), *features, "from"])]
    columns += [_row(rank, rule, features, bool(weights)) for rank, rule in enumerate(shown, 1)]
    yield from aligned(columns)


def rule_json(table: RuleTable, source: str, weights: Mapping[str, float] | None = None, top: int = 0) -> Iterator[str]:
    """Yield one JSON object for each rule of a source side, with all values.

    Raises:
        ConfigError: a weight for a feature the table does not store.
    """
    rules = rules_of(table, source, weights)
    for rule in rules[:top] if top else rules:
        record = {
            "source": rule.source,
            "target": rule.target,
            "lhs": rule.lhs,
            "provenance": rule.provenance,
            "alignment": rule.alignment,
            "score": round(rule.score, 6),
            "features": {name: round(value, 6) for name, value in rule.features.items()},
        }
        yield json.dumps(record, ensure_ascii=False)


def feature_lines(registry: Registry, markdown: bool = False) -> Iterator[str]:
    """Yield the register of features: name, level, unit, default, merge policy, source, formula; by group."""
    rows = [
        (group, [spec.name, spec.level, spec.unit, f"{spec.default:.4g}", merge, spec.source, spec.formula])
        for group, spec in registry
        for merge in [spec.merge if spec.level == "rule" else "-"]
    ]
    header = ["name", "level", "unit", "default", "merge", "source", "formula"]
    for group in dict.fromkeys(group for group, _ in rows):
        own = [row for name, row in rows if name == group]
        if markdown:
            yield f"\n### {group}\n"
            yield f"| {' | '.join(header)} |"
            yield "|---" * len(header) + "|"
            yield from (f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in own)
        else:
            yield f"{group}:"
            yield from ("  " + line for line in aligned([header, *own]))


def _row(rank: int, rule: TableRule, features: Sequence[str], scored: bool) -> list[str]:
    target = f"{rule.target} (self)" if rule.is_self_rule else rule.target
    score = [f"{rule.score:.3f}"] if scored else []
    values = [f"{rule.features[name]:.3g}" for name in features]
    return [str(rank), rule.lhs, target, *score, *values, "+".join(rule.provenance)]


def check_features(names: Iterable[str], stored: Sequence[str]) -> None:
    """Refuse a feature that is not stored.

    Raises:
        ConfigError: a feature is not stored; the message names the nearest that is.
    """
    for name in names:
        if name not in stored:
            raise ConfigError(f"the table has no feature {name!r}{nearest(name, stored)}")
