"""`simplifier lexical`: measures of substitutes for single words."""
