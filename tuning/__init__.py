"""Metrics, weight tuning and evaluation."""
