"""The vocabulary in which languages are described: tokens, trees, findings, writing; no language in particular."""
