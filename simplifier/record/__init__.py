"""Records of sentences: how a sentence was read, what was requested, what came out, and the reasons."""
