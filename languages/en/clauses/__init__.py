"""What structural rules ask of English: forms of verbs, subjects said again, conditions by name.

`languages/en/structure.toml` holds the rules; every condition and insertion that they name stands here.
"""

from languages.en.clauses.grammar import english_grammar

__all__ = ["english_grammar"]
