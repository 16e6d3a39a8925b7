"""The steps that make a model from a recipe, and the runner that repeats those whose inputs have changed."""
