"""Conditions and insertions of rules that shorten office prose: amounts, relative clauses, requests."""
