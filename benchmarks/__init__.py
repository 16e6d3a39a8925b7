"""Programs that measure speed and memory; run one with ``python -m benchmarks.NAME``."""
