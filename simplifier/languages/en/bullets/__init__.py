"""Bullets: lists at the end of a sentence that can stand item by item, and where their items begin and end."""
