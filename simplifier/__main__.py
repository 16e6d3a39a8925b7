"""`python -m simplifier`: the command `simplifier`."""

from __future__ import annotations

from simplifier.cli.main import simplifier

if __name__ == "__main__":
    simplifier()
