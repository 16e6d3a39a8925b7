"""Suspicious rules: those that change what a text says rather than how hard it is to read."""

from simplifier.rules.inspection.audit.checks import KINDS, Auditor
from simplifier.rules.inspection.audit.findings import Finding, audit_table, finding_lines
from simplifier.rules.inspection.audit.word_files import load_meaning

__all__ = ["KINDS", "Auditor", "Finding", "audit_table", "finding_lines", "load_meaning"]
