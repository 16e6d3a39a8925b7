"""Lists of words under ``languages/en/data``, made from free dictionaries and tables."""
