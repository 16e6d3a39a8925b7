"""Documents: the running text of a file is rewritten in place, and everything else stays byte for byte."""

from __future__ import annotations

from simplifier.documents.base import (
    FORMATS,
    DocumentReader,
    Passage,
    PassageResult,
    Rewritten,
    TextEdit,
    recognise,
)
from simplifier.documents.edits import rewrite, written

__all__ = [
    "FORMATS",
    "DocumentReader",
    "Passage",
    "PassageResult",
    "Rewritten",
    "TextEdit",
    "recognise",
    "rewrite",
    "written",
]
