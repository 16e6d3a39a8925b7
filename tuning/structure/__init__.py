"""Weights of the choice among structural plans: learnt from where people split, and tuned toward a metric."""
