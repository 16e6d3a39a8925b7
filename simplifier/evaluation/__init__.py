"""Evaluation: metrics, comparisons of systems, significance tests, ratings by people, and our own data."""
