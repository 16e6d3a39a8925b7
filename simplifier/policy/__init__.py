"""Decisions about changes and their reasons: final check, protection, the user's rules, explanations."""
