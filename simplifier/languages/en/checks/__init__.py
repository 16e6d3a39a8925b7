"""Tests of English grammar that a rewriting must not fail."""
