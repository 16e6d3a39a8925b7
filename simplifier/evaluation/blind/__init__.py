"""Rewritings read blind: sheets without names, verdicts, and how the systems fared."""
