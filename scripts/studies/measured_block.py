"""The part of a document that a program writes: between two comments, so that the prose around it stays."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from base.reading import read_text
from base.writing import write_text

__all__ = ["write_measured"]

_BEGIN: Final = "<!-- measured: begin -->"
_END: Final = "<!-- measured: end -->"


def write_measured(document: Path, text: str) -> None:
    """Put ``text`` between the two comments of a document, whole or not at all."""
    before, _, rest = read_text(document).partition(_BEGIN)
    _, _, after = rest.partition(_END)
    write_text(document, f"{before}{_BEGIN}\n\n{text}\n{_END}{after}")
