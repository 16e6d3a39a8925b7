"""Readers of grammar files, one per format; all stream column batches (`rules.grammar.batch.RuleBatch`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from base.errors import ConfigError, nearest
from base.lines import BadLines
from languages.language import Language
from rules.grammar.batch import RuleBatch
from rules.readers import grammar_text, meteor, moses, ppdb_pairs, user_list
from rules.readers.format_spec import FormatSpec, RankedScore, ReadOptions
from rules.readers.grammar_text import read_joshua, read_ppdb1, read_ppdb2
from rules.readers.meteor import read_meteor
from rules.readers.moses import read_moses
from rules.readers.ppdb_pairs import read_lexical, read_scores
from rules.readers.user_list import read_user_list

__all__ = [
    "FORMATS",
    "RANKED_SCORES",
    "TARGET_SCORES",
    "BadLines",
    "FormatSpec",
    "RankedScore",
    "ReadOptions",
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

#: All formats by name.
FORMATS: Final[Mapping[str, FormatSpec]] = {
    spec.name: spec
    for spec in (
        *(grammar_text.PPDB1, grammar_text.PPDB2, meteor.METEOR),
        *(ppdb_pairs.LEXICAL, ppdb_pairs.SCORES, user_list.USER),
        *(grammar_text.JOSHUA, moses.MOSES),
    )
}
#: By the format that brings them. Rules of other formats may carry them too.
RANKED_SCORES: Final[Mapping[str, RankedScore]] = {
    name: spec.ranked for name, spec in FORMATS.items() if spec.ranked is not None
}
#: Scores that came with rules and compare the targets of a source, the best known first.
TARGET_SCORES: Final[tuple[str, ...]] = tuple(
    dict.fromkeys(
        score
        for spec in sorted(FORMATS.values(), key=lambda spec: spec.ranked is None)
        for score in spec.target_scores
    )
)


def read_rules(
    path: Path,
    file_format: str,
    owner: str = "pt",
    batch_size: int = 50_000,
    bad_lines: BadLines | None = None,
    language: Language | None = None,
) -> Iterator[RuleBatch]:
    """Read a grammar file of a named format (one of `FORMATS`).

    Args:
        path: the file, plain or gzip.
        file_format: name of the format.
        owner: names the columns of Joshua and Moses files that have no names.
        batch_size: rules per batch.
        bad_lines: what to do about broken lines; the default stops at the first.
        language: names the parts of speech of user lists; without it they have labels alone.

    Raises:
        ConfigError: no such format.
        InputError: a file that cannot be read.
        FormatError: a broken line.
    """
    if file_format not in FORMATS:
        known = ", ".join(FORMATS)
        raise ConfigError(
            f"no rule format {file_format!r}{nearest(file_format, FORMATS)}; the formats are {known}"
        )
    options = ReadOptions(owner, batch_size, bad_lines, language or Language())
    return FORMATS[file_format].read(path, options)
