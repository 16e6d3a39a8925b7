"""How far to trust an editor: traps left alone, hard words found, changes that stand."""
