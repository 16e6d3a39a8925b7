"""Training of what a model has learnt: tagger, parser, and the trees that judge changes, splits and whole sentences."""
