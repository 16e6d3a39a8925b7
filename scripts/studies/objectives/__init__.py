"""Comparing objectives of tuning."""
