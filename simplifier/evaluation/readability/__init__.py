"""Readability: how hard a text is to read, and where, by formulas, language models and questions."""
