"""Readers of grammar files, one per format; all stream column batches (`rules.grammar.batch.RuleBatch`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from base.errors import ConfigError, nearest
from base.extensions import Extensions
from base.reading import BadLines
from rules.grammar.batch import RuleBatch
from rules.readers.grammar_text import read_joshua, read_ppdb1, read_ppdb2
from rules.readers.meteor import read_meteor
from rules.readers.moses import read_moses
from rules.readers.ppdb_pairs import read_lexical, read_scores
from rules.readers.user_list import read_user_list

__all__ = [
    "FORMATS",
    "READERS",
    "BadLines",
    "Reader",
    "check_format",
    "read_joshua",
    "read_lexical",
    "read_meteor",
    "read_moses",
    "read_ppdb1",
    "read_ppdb2",
    "read_rules",
    "read_scores",
    "read_user_list",
    "register_reader",
]

Reader = Callable[[Path, int, BadLines | None], Iterator[RuleBatch]]

_READERS: dict[str, Reader] = {
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

#: Readers by format: ours without owners, and those that programs and packages add (``register_reader``).
READERS: Extensions[Reader] = Extensions("rule format", "simplifier.readers", _READERS)


def register_reader(file_format: str, reader: Reader) -> None:
    """Let rule tables be built from files of another format.

    A package that is installed offers one by an entry point of the group ``simplifier.readers``.

    Args:
        file_format: its name in ``format = "..."`` of a table's sources.
        reader: given the file, the number of rules a batch, and what to do about broken lines; it streams
            batches of rules.

    Raises:
        ConfigError: the name is taken.
    """
    if file_format in _OWNED:
        raise ConfigError(f"the rule format {file_format!r} is there already; choose another name")
    READERS.register(file_format, reader)


def check_format(file_format: str) -> None:
    """See that a format can be read.

    Raises:
        ConfigError: no such format.
    """
    if file_format not in _OWNED and file_format not in READERS:
        known = list(dict.fromkeys([*FORMATS, *READERS]))
        raise ConfigError(
            f"no rule format {file_format!r}{nearest(file_format, known)}; the formats are {', '.join(known)}"
        )


def read_rules(
    path: Path,
    file_format: str,
    owner: str = "pt",
    batch_size: int = 50_000,
    bad_lines: BadLines | None = None,
) -> Iterator[RuleBatch]:
    """Read a grammar file of a named format.

    Args:
        path: the file, plain or gzip.
        file_format: name of the format, one of `FORMATS` or a registered one.
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
    check_format(file_format)
    return READERS[file_format](path, batch_size, bad_lines)
