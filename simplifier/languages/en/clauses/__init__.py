"""What structural rules ask of English: forms of verbs, subjects said again, where clauses meet.

`simplifier/languages/en/structure.toml` holds the rules; `simplifier.languages.en.grammar` gives the conditions and
insertions that they name.
"""
