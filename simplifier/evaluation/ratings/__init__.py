"""Ratings by people: sheets on a scale, how far the raters agree, and how the systems fared."""
