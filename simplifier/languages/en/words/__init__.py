"""English words: parts of speech, auxiliaries, inflection, numerals, articles, syllables, lists."""
