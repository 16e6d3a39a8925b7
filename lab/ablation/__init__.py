"""What each source of rules and each feature is worth: models without it, tuned and scored again."""
