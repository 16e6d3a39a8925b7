"""Candidates of a development set: decoded, pooled, scored, and what an optimiser sees of them."""
