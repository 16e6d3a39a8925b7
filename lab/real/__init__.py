"""Published text: sentences are drawn from it, edited by people and judged."""
