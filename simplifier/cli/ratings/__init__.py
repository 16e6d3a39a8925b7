"""Commands on ratings by people: asking for them, and metrics against them."""
