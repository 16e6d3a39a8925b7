"""Commands that read texts and report on them."""
