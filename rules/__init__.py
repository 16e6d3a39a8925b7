"""The synchronous grammar: rules, readers, features, parts of speech, the packed table."""
