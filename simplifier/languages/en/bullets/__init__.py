"""Lists inside a sentence that can stand item by item: what the items are, and where they begin and end."""
