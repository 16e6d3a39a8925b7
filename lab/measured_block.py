"""The part of a document that a program writes: between two comments, so that the prose around it stays."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from simplifier.base.reading import read_text
from simplifier.base.writing import write_text

__all__ = ["write_measured"]

_MARK: Final = "<!-- measured: {} -->"


def write_measured(document: Path, text: str, name: str = "") -> None:
    """Put ``text`` between the two comments of a document, whole or not at all; ``name`` stands in them."""
    begin, end = (_MARK.format(f"{which} {name}".strip()) for which in ("begin", "end"))
    before, _, rest = read_text(document).partition(begin)
    _, _, after = rest.partition(end)
    write_text(document, f"{before}{begin}\n\n{text}\n{end}{after}")
