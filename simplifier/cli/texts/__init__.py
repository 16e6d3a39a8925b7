"""Commands that read texts and tell of them."""
