"""The part of a document that a program writes: it stands between two comments, so that the text around it stays."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from simplifier.base.reading import read_text
from simplifier.base.writing import write_text

__all__ = ["write_measured"]

_MARK: Final = "<!-- measured: {} -->"


def write_measured(document: Path, text: str, name: str = "") -> None:
    """Replace the text between the two comments of a document.

    Args:
        document: the file.
        text: the new text.
        name: the name that the comments have, if they have one.
    """
    begin, end = (_MARK.format(f"{which} {name}".strip()) for which in ("begin", "end"))
    before, _, rest = read_text(document).partition(begin)
    _, _, after = rest.partition(end)
    write_text(document, f"{before}{begin}\n\n{text}\n{end}{after}")
