"""Lexical simplification: test sets of words in sentences, its steps, measures and kinds of errors."""
