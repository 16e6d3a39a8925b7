"""Candidates of a development set: decoding, pooling and scoring them, and the view that an optimiser has of them."""
