"""Output of `simplify` for people, beside the new text: marked changes, questions, reading levels."""
