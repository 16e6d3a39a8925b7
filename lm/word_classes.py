"""Word classes, which a class language model reads in place of words.

A closed-class word stands for itself. Any other word stands for a class of its part of speech: the tag, or
the tag and the number of a cluster (``VBD~3``). The file has one word a line; the core reads it, and
simplifier/core/src/language_model/word_classes.hh describes its format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from simplifier import core
from simplifier.base.errors import InputError
from simplifier.base.writing import write_text
from simplifier.lm.files import seal, unharmed

__all__ = ["load_native_classes", "write_word_classes"]


def load_native_classes(path: str | Path, check: bool = True) -> core.WordClasses:
    """Open a file of word classes for the core.

    Args:
        path: the file.
        check: whether the file is compared with the checksums beside it, if there are any.

    Raises:
        InputError: there is no such file, a line cannot be used (names file and line), or the file does not match its
            checksums.
    """
    if check:
        unharmed(Path(path))
    try:
        return core.WordClasses(str(path))
    except core.CoreInputError as error:
        raise InputError(str(error)) from None


def write_word_classes(
    path: str | Path, closed: Iterable[str], readings: Mapping[str, Sequence[tuple[str, int]]]
) -> None:
    """Write a file of word classes, sorted by word, with its checksums beside it.

    Args:
        path: file to write.
        closed: words that stand for themselves.
        readings: the classes of every other word, with their counts.
    """
    lines = {word: f"{word}\t{word}" for word in closed}
    for word, classes in readings.items():
        best = sorted(classes, key=lambda one: (-one[1], one[0]))
        lines[word] = "\t".join([word, *(f"{name}\t{count}" for name, count in best)])
    write_text(Path(path), "".join(f"{lines[word]}\n" for word in sorted(lines)))
    seal(Path(path))
