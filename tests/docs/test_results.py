"""The page of results is what its program makes of the figures."""

from __future__ import annotations

from scripts.results import FIGURES, page


def test_the_page_is_made_of_the_figures() -> None:
    made = FIGURES.with_suffix(".md").read_text(encoding="utf-8")
    assert made == page(FIGURES), "python -m scripts.results --output docs/results.md"
