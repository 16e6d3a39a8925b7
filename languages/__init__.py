"""What the machinery needs to know of a language, one folder a language."""
