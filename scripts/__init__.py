"""Programs that build the embedded model and its data; run one with ``python -m scripts.NAME``."""
