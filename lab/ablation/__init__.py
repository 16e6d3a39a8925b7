"""The ablation: models without a source of rules or a group of features are tuned and scored."""
