"""Choosing among the candidates of a sentence by a metric."""
