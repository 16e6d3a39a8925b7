"""Tests of a finished rewriting: what a simplification must not do to its sentence (docs/checks.md)."""

from languages.findings import Finding
from simplifier.policy.check import GIVEN, SentenceCheck

__all__ = ["GIVEN", "Finding", "SentenceCheck"]
