"""Real text: sentences that somebody published, drawn, edited and judged."""
