"""Files as they are: running text is rewritten in place, everything else comes back byte for byte."""

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
from simplifier.documents.edits import rewrite

__all__ = [
    "FORMATS",
    "DocumentReader",
    "Passage",
    "PassageResult",
    "Rewritten",
    "TextEdit",
    "recognise",
    "rewrite",
]
