"""Commands about ratings by people: collecting them, and comparing metrics with them."""
