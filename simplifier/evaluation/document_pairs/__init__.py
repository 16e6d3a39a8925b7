"""Whole documents: their sentences, what simplification does to them, and which sentences matter."""
