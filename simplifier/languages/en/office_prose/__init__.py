"""What structural rules ask of the prose of offices: who must do what, hidden verbs, stock phrases."""
