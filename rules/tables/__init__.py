"""Packed rule tables: build, open, filter, prune, merge."""
