"""What structural rules ask about office prose: who must do what, hidden verbs, stock phrases."""
