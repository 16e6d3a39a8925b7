"""Training programs: tagger, parser, plan weights, estimates, and the trees for changes, splits and derivations."""
