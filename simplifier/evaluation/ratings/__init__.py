"""Ratings by people: sheets for raters, the scale, the form, agreement of raters, and results of systems."""
