"""Word classes: what a class language model reads in place of words.

A closed-class word stands for itself. Any other word stands for a class of its part of speech: the tag, or
the tag and the number of a cluster (``VBD~3``). The file lists a word a line; its format is described in
native/src/language_model/word_classes.hh, and the core reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import native
from base.errors import InputError
from base.writing import write_text

__all__ = ["load_native_classes", "write_word_classes"]


def load_native_classes(path: str | Path) -> native.WordClasses:
    """Open a file of word classes for the core.

    Raises:
        InputError: no such file, or a line that cannot be used; names file and line.
    """
    try:
        return native.WordClasses(str(path))
    except native.CoreInputError as error:
        raise InputError(str(error)) from None


def write_word_classes(
    path: str | Path, closed: Iterable[str], readings: Mapping[str, Sequence[tuple[str, int]]]
) -> None:
    """Write a file of word classes, words in order of their text.

    Args:
        path: file to write.
        closed: words that stand for themselves.
        readings: for any other word its classes with their counts.
    """
    lines = {word: f"{word}\t{word}" for word in closed}
    for word, classes in readings.items():
        best = sorted(classes, key=lambda one: (-one[1], one[0]))
        lines[word] = "\t".join([word, *(f"{name}\t{count}" for name, count in best)])
    write_text(Path(path), "".join(f"{lines[word]}\n" for word in sorted(lines)))
