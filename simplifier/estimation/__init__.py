"""How good is one rewriting, without references: what is read of a pair, and the model that estimates it."""
