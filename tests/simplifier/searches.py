"""Ways to search that the oracles are compared with, in turns."""

from __future__ import annotations

from simplifier.decoder import SearchOptions

SEARCHES = (
    SearchOptions(),
    SearchOptions(order="outside"),
    SearchOptions(scope="span"),
    SearchOptions(order="outside", scope="span", free_lexical=2),
)
