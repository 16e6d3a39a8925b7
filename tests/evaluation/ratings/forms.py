"""Sheets for the form."""

from __future__ import annotations

from pathlib import Path

from simplifier.evaluation.ratings.sheets import make_rating_sheets, write_rating_sheets

SOURCES = ["the <old> man saw a dog", "we go home today"]
SYSTEMS = {"plain": ["a <b>man</b> saw a dog", "we go home"], "none": ["", "we go home"]}


def write_sheets(folder: Path) -> Path:
    write_rating_sheets(folder, make_rating_sheets(SOURCES, SYSTEMS, seed=3, attention=0))
    return folder
