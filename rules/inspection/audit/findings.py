"""Findings of an audit over a table, in the form of an exclusion list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from simplifier.core import RuleTable
from simplifier.rules.inspection.audit.checks import Auditor
from simplifier.rules.resources.exclusions import Exclusions

__all__ = ["Finding", "audit_table", "finding_lines"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A suspicious pair.

    Attributes:
        source: source side.
        target: target side.
        kinds: the kinds of suspicion, worst first.
        reasons: one for each kind.
    """

    source: str
    target: str
    kinds: tuple[str, ...]
    reasons: tuple[str, ...]


def audit_table(
    table: RuleTable, auditor: Auditor, known: Exclusions | None = None, counts: Counter[str] | None = None
) -> Iterator[Finding]:
    """Yield the suspicious pairs of a table once each, whatever their labels, in its order.

    Args:
        table: the rules.
        auditor: the checks.
        known: pairs to pass over.
        counts: receives the number of ``pairs`` read, and of suspicious ones that were ``known``.
    """
    # A table keeps the rules of a source side together, so that only the targets of one side need remembering.
    source, seen = "", set[str]()
    for rule in range(len(table)):
        _, own, target, _, _ = table.rule(rule)
        if own != source:
            source, seen = own, set()
        if target == source or target in seen:
            continue
        seen.add(target)
        if counts is not None:
            counts["pairs"] += 1
        found = list(auditor.check(source, target))
        if not found:
            continue
        if known is not None and (source, target) in known:
            if counts is not None:
                counts["known"] += 1
            continue
        yield Finding(source, target, tuple(kind for kind, _ in found), tuple(why for _, why in found))


def finding_lines(findings: list[Finding]) -> Iterator[str]:
    """Yield the lines of an exclusion list: source, target, kinds, reasons, with a heading."""
    yield "# Pairs kept out of a rule table: source TAB target; the rest of a line is for people."
    for one in findings:
        yield "\t".join([one.source, one.target, ",".join(one.kinds), "; ".join(one.reasons)])
