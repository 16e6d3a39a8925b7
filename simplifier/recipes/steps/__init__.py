"""The steps that make a model from a recipe, and the runner that does what has changed."""
