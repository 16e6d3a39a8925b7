"""Tests of a finished rewriting: what a simplification must not do to its sentence (docs/checks.md)."""

from simplifier.checks.finding import Finding
from simplifier.checks.sentence import GIVEN, SentenceCheck

__all__ = ["GIVEN", "Finding", "SentenceCheck"]
