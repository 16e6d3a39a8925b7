"""The part of a document that a program writes: between two comments, so that the prose around it stays."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

__all__ = ["write_measured"]

_BEGIN: Final = "<!-- measured: begin -->"
_END: Final = "<!-- measured: end -->"


def write_measured(document: Path, text: str) -> None:
    """Put ``text`` between the two comments of a document, whole or not at all."""
    before, _, rest = document.read_text(encoding="utf-8").partition(_BEGIN)
    _, _, after = rest.partition(_END)
    temporary = document.with_suffix(".tmp")
    temporary.write_text(f"{before}{_BEGIN}\n\n{text}\n{_END}{after}", encoding="utf-8")
    os.replace(temporary, document)
