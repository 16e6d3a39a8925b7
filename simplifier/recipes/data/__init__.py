"""Texts, pairs, lists and language models: what a model is made of, prepared from the data."""
