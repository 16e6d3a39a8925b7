"""The synchronous grammar: rules, their readers and writers, features, extraction, packed tables."""
