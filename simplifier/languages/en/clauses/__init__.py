"""What structural rules ask about English clauses: forms of verbs, subjects said again, where clauses meet.

`simplifier/languages/en/structure.toml` holds the rules; `simplifier.languages.en.grammar` gives the conditions and
insertions that they name.
"""
