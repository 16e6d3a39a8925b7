"""N-gram language models: train, convert, load, score."""
