"""Preparation of what a model is made of: texts, pairs, lists and language models."""
