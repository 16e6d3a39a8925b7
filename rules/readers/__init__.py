"""Readers of grammar files, one per format; all stream column batches (`simplifier.rules.grammar.batch.RuleBatch`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from simplifier.base.errors import ConfigError, nearest
from simplifier.base.extensions import Extensions
from simplifier.base.reading import BadLines
from simplifier.languages.language import Language
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers import grammar_text, meteor, moses, ppdb_pairs, user_list
from simplifier.rules.readers.format_spec import FormatSpec, RankedScore, ReadOptions
from simplifier.rules.readers.grammar_text import read_joshua, read_listed, read_ppdb1, read_ppdb2
from simplifier.rules.readers.meteor import read_meteor
from simplifier.rules.readers.moses import read_moses
from simplifier.rules.readers.ppdb_pairs import read_lexical, read_scores
from simplifier.rules.readers.user_list import read_user_list

__all__ = [
    "FORMATS",
    "RANKED_SCORES",
    "READERS",
    "TARGET_SCORES",
    "BadLines",
    "FormatSpec",
    "RankedScore",
    "ReadOptions",
    "Reader",
    "check_format",
    "read_joshua",
    "read_lexical",
    "read_listed",
    "read_meteor",
    "read_moses",
    "read_ppdb1",
    "read_ppdb2",
    "read_rules",
    "read_scores",
    "read_user_list",
    "register_reader",
]

#: A reader that a program or package adds: a function of the file, the rules per batch, and the policy for broken
#: lines.
Reader = Callable[[Path, int, BadLines | None], Iterator[RuleBatch]]

#: Built-in formats by name.
FORMATS: Final[Mapping[str, FormatSpec]] = {
    spec.name: spec
    for spec in (
        *(grammar_text.PPDB1, grammar_text.PPDB2, grammar_text.LISTED, meteor.METEOR),
        *(ppdb_pairs.LEXICAL, ppdb_pairs.SCORES, user_list.USER),
        *(grammar_text.JOSHUA, moses.MOSES),
    )
}
#: Ranked scores by the format that brings them. Rules of other formats may carry them too.
RANKED_SCORES: Final[Mapping[str, RankedScore]] = {
    name: spec.ranked for name, spec in FORMATS.items() if spec.ranked is not None
}
#: Scores that come with rules and compare the targets of a source, those of formats with a ranked score first.
TARGET_SCORES: Final[tuple[str, ...]] = tuple(
    dict.fromkeys(
        score for spec in sorted(FORMATS.values(), key=lambda spec: spec.ranked is None) for score in spec.target_scores
    )
)

#: All formats: the built-in ones, and those that programs and packages add (``register_reader``).
READERS: Extensions[FormatSpec | Reader] = Extensions("rule format", "simplifier.readers", FORMATS)


def register_reader(file_format: str, reader: Reader) -> None:
    """Let rule tables be built from files of another format.

    An installed package offers a format by an entry point of the group ``simplifier.readers``.

    Args:
        file_format: name of the format, as in ``format = "..."`` of a table's sources.
        reader: yields batches of rules, given the file, the number of rules per batch and the policy for broken
            lines.

    Raises:
        ConfigError: the name is taken.
    """
    READERS.register(file_format, reader)


def check_format(file_format: str) -> None:
    """Check that a format can be read.

    Raises:
        ConfigError: no such format.
    """
    if file_format not in READERS:
        known = list(READERS)
        raise ConfigError(
            f"no rule format {file_format!r}{nearest(file_format, known)}; the formats are {', '.join(known)}"
        )


def read_rules(
    path: Path,
    file_format: str,
    owner: str = "pt",
    batch_size: int = 50_000,
    bad_lines: BadLines | None = None,
    language: Language | None = None,
) -> Iterator[RuleBatch]:
    """Read a grammar file of a named format.

    Args:
        path: the file, plain or gzip.
        file_format: name of the format, one of `FORMATS` or a registered one.
        owner: names the columns of Joshua and Moses files that have no names of their own.
        batch_size: rules per batch.
        bad_lines: what to do about broken lines; the default stops at the first.
        language: names the parts of speech of user lists; without it they can name labels alone.

    Raises:
        ConfigError: no such format.
        InputError: a file that cannot be read.
        FormatError: a broken line.
    """
    check_format(file_format)
    options = ReadOptions(owner, batch_size, bad_lines, language or Language())
    found = READERS[file_format]
    if isinstance(found, FormatSpec):
        return found.read(path, options)
    return found(path, options.batch_size, options.bad_lines)
