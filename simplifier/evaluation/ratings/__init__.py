"""Ratings by people: sheets and a scale, agreement of the raters, results of the systems."""
