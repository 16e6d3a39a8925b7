"""Rules with gaps: patterns, their evidence, their families."""
