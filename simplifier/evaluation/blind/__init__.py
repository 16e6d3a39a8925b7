"""Blind reading of rewritings: sheets without names, verdicts, results of the systems."""
