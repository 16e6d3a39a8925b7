"""The register's group of each feature, and what each group adds to a score."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from simplifier.rules.features import build_registry

__all__ = ["UNREGISTERED", "feature_groups", "group_totals"]

#: Features that came with the rules and are not registered, such as a Joshua grammar's unlabelled columns.
UNREGISTERED = "given"
_LEXICON = "lexicon"
# What `simplifier.rules.features.word_values` makes of the name of a lexicon.
_OF_LEXICON = re.compile(r"(?:Source|Target)(\w+)|(\w+?)Diff(?:Words)?")


def feature_groups(names: Iterable[str]) -> dict[str, str]:
    """Return the group of each feature, groups in the order of the register.

    A table does not say which lexicons it was built with. A feature outside the register is taken for that of a
    lexicon if its name has the shape of one and another feature of the same lexicon is among ``names``.
    """
    registry = build_registry()
    known = {spec.name: group for group, spec in registry}
    order = [*(group.name for group in registry.groups), UNREGISTERED]
    wanted = list(names)
    families: dict[str, list[str]] = {}
    for name in wanted:
        match = None if name in known else _OF_LEXICON.fullmatch(name)
        if match:
            families.setdefault(match[1] or match[2], []).append(name)
    for members in families.values():
        if len(members) > 1:
            known.update(dict.fromkeys(members, _LEXICON))
    found = {name: known.get(name, UNREGISTERED) for name in wanted}
    return dict(sorted(found.items(), key=lambda item: order.index(item[1])))


def group_totals(contributions: Mapping[str, float], groups: Mapping[str, str]) -> dict[str, float]:
    """Return the sum of the contributions by group, for every group that a feature of ``groups`` has."""
    totals = dict.fromkeys(groups.values(), 0.0)
    for name, value in contributions.items():
        totals[groups[name]] += value
    return totals
