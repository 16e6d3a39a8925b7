"""Sentences of documents with one document a line, lowercased and tokenised, as in D-Wikipedia."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from simplifier.base.errors import InputError
from simplifier.base.reading import text_lines

__all__ = ["DocumentPair", "document_pairs", "sentences_of"]

#: The end of a sentence: a mark between spaces.
_END: Final = re.compile(r"(?<=\S) ([.!?])(?= |$)(?: (?:''|\"|\)|-rrb-)(?= |$))?")
#: A full stop that lost its space where two paragraphs were joined.
_JOINED: Final = re.compile(r"(?:(?<=[a-z)'\"])(?<![ .][a-z])|(?<=[\w)'\"] ))\.(?=[a-z][a-z]*[ ,])")


class DocumentPair(NamedTuple):
    """A document and its simple version, each as sentences of words between spaces."""

    source: tuple[str, ...]
    target: tuple[str, ...]


def sentences_of(line: str) -> list[str]:
    """Return the sentences of a tokenised document; a full stop that lost its space ends a sentence too."""
    text = " ".join(_JOINED.sub(" . ", line).split())
    found, start = [], 0
    for mark in _END.finditer(text):
        found.append(text[start : mark.end()].strip())
        start = mark.end()
    found.append(text[start:].strip())
    return [one for one in found if any(map(str.isalnum, one))]


def document_pairs(source: Path, target: Path) -> Iterator[DocumentPair]:
    """Yield the documents of two files, one a line.

    Raises:
        InputError: the files have different numbers of lines, or cannot be read.
    """
    sources, targets = [*text_lines(source)], [*text_lines(target)]
    if len(sources) != len(targets):
        raise InputError(
            f"{source} has {len(sources)} lines and {target} {len(targets)}; line i of both is one document"
        )
    for pair in zip(sources, targets, strict=True):
        yield DocumentPair(*(tuple(sentences_of(line)) for line in pair))
