"""Structural rules measured and judged."""
