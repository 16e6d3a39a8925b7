"""What `simplify` shows people beside the new text: marked changes, a summary, questions, reading levels."""
