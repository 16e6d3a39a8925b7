"""An evaluation as one HTML page: scores, groups of sentences, plots, best and worst sentences."""
