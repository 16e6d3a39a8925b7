"""Structural rules: patterns over dependency trees that make new sentences of one (docs/guide/structure.md).

The machinery knows no language: a file of rules (such as ``simplifier/languages/en/structure.toml``) says what is found
and what is given, and a language's `Grammar` answers the conditions that they name and inflects words.
"""
