"""Resources that rules and their features are made from: exclusions, reviews, lexicons, frames, WordNet."""
