"""The synchronous grammar itself: symbols, rules, batches of rules, scores."""
