"""Readers of grammar files, one per format; all stream column batches (`rules.grammar.batch.RuleBatch`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from base.errors import ConfigError, nearest
from base.reading import BadLines
from rules.grammar.batch import RuleBatch
from rules.readers.grammar_text import read_joshua, read_ppdb1, read_ppdb2
from rules.readers.meteor import read_meteor
from rules.readers.moses import read_moses
from rules.readers.ppdb_pairs import read_lexical, read_scores
from rules.readers.user_list import read_user_list

__all__ = [
    "FORMATS",
    "BadLines",
    "read_joshua",
    "read_lexical",
    "read_meteor",
    "read_moses",
    "read_ppdb1",
    "read_ppdb2",
    "read_rules",
    "read_scores",
    "read_user_list",
]

_READERS: dict[str, Callable[[Path, int, BadLines | None], Iterator[RuleBatch]]] = {
    "ppdb1": read_ppdb1,
    "ppdb2": read_ppdb2,
    "meteor": read_meteor,
    "ppdb-lexical": read_lexical,
    "ppdb-scores": read_scores,
    "user": read_user_list,
}
# Their columns without names are named by the owner.
_OWNED: dict[str, Callable[[Path, str, int, BadLines | None], Iterator[RuleBatch]]] = {
    "joshua": read_joshua,
    "moses": read_moses,
}

FORMATS = (*_READERS, *_OWNED)


def read_rules(
    path: Path,
    file_format: str,
    owner: str = "pt",
    batch_size: int = 50_000,
    bad_lines: BadLines | None = None,
) -> Iterator[RuleBatch]:
    """Read a grammar file of a named format (one of `FORMATS`).

    Args:
        path: the file, plain or gzip.
        file_format: name of the format.
        owner: names the columns of Joshua and Moses files that have no names.
        batch_size: rules per batch.
        bad_lines: what to do about broken lines; the default stops at the first.

    Raises:
        ConfigError: no such format.
        InputError: a file that cannot be read.
        FormatError: a broken line.
    """
    if file_format in _OWNED:
        return _OWNED[file_format](path, owner, batch_size, bad_lines)
    if file_format not in _READERS:
        known = ", ".join(FORMATS)
        raise ConfigError(
            f"no rule format {file_format!r}{nearest(file_format, FORMATS)}; the formats are {known}"
        )
    return _READERS[file_format](path, batch_size, bad_lines)
