"""Structural rules: patterns over dependency trees, each with the sentences to write instead.

docs/understand/structure.md explains their language.

The machinery knows no language. A file of rules (such as ``simplifier/languages/en/structure.toml``) says what to find
and what to write. The `Grammar` of the language answers the conditions that rules name, and inflects words.
"""
