"""What a result suggests to people: kinds of changes in words, hard words (for server and editors)."""
