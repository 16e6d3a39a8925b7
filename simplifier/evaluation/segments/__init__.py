"""The base of all metrics: texts prepared in one way, and sufficient statistics for each segment."""
