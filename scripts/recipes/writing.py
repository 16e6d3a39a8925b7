"""Files that appear when they are whole."""

from __future__ import annotations

import shutil
from pathlib import Path

from base.output import open_output

__all__ = ["copy_file", "write_text"]


def write_text(path: Path, text: str) -> None:
    """Write a text."""
    with open_output(path) as stream:
        stream.write(text.encode("utf-8"))


def copy_file(source: Path, target: Path) -> None:
    """Copy the content of a file."""
    with source.open("rb") as original, open_output(target) as stream:
        shutil.copyfileobj(original, stream, 1 << 20)
