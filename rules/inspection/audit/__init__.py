"""Suspicious rules: those that change what a text says rather than how hard it is to read."""

from rules.inspection.audit.checks import KINDS, Auditor
from rules.inspection.audit.findings import Finding, audit_table, finding_lines
from rules.inspection.audit.word_files import load_meaning

__all__ = ["KINDS", "Auditor", "Finding", "audit_table", "finding_lines", "load_meaning"]
