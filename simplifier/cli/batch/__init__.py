"""`simplifier batch`: a column of a large file."""
