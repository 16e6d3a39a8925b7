"""Recipes: one file says how a model is made, a runner makes what has changed (docs/build/own_model.md)."""
