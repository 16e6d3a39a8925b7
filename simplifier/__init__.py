"""Rewrite English text so that more people can read it."""
