"""Estimates of the quality of a rewriting without references: features of the pair, and the model over them."""
