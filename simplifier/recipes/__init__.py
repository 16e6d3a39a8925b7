"""Recipes: one file says how a model is made, a runner makes what has changed (docs/guide/own_model.md)."""
