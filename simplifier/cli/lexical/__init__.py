"""`simplifier lexical`: words in their places, measured."""
