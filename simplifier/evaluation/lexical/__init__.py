"""Lexical simplification: sets of words in sentences, its steps one by one, measures and kinds of errors."""
