"""Suggestions as people see them: names for kinds of changes, hard words, substitutes for a word."""
