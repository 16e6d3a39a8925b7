"""Programs that measure and print docs/measured; run one with ``python -m scripts.studies.NAME``."""
