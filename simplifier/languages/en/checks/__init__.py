"""What a rewriting of an English sentence must not do to it."""
