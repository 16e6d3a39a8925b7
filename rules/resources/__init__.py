"""Lists that rules and their features are made from: exclusions, reviews, lexicons, WordNet, paradigms."""
