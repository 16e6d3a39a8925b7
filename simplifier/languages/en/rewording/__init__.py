"""What rules ask that say office prose in fewer words: amounts, relative clauses, requests."""
