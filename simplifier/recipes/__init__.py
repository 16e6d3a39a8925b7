"""Recipes: a file says how a model is made, and a runner redoes the steps whose inputs have changed."""
