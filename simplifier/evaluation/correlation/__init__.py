"""Metrics against ratings by people, for sentences and for systems."""
