"""Programs that make the lists of words in ``simplifier/languages/en/data`` from free dictionaries and tables."""
