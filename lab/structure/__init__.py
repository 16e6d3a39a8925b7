"""Programs that measure structural rules, and that have their edits judged."""
