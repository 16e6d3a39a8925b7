"""Lists of words under ``simplifier/languages/en/data``, made from free dictionaries and tables."""
