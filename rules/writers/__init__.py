"""Writers of grammar files, one per format of `simplifier.rules.readers`; all stream."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np

from simplifier.base.errors import ConfigError, nearest
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.writers.grammar_text import joshua_lines, ppdb1_lines, ppdb2_lines
from simplifier.rules.writers.moses import moses_lines
from simplifier.rules.writers.pair_lists import lexical_lines, meteor_lines, score_lines, user_lines

__all__ = ["WRITTEN_FORMATS", "WriteReport", "packed_by_name", "write_rules"]

Lines = Iterator[str]

_WRITERS: dict[str, Callable[[Iterable[RuleBatch], Counter[str]], Lines]] = {
    "ppdb1": ppdb1_lines,
    "ppdb2": ppdb2_lines,
    "listed": ppdb1_lines,
    "meteor": meteor_lines,
    "ppdb-lexical": lexical_lines,
    "ppdb-scores": score_lines,
    "user": user_lines,
}
_OWNED: dict[str, Callable[[Iterable[RuleBatch], Counter[str], str], Lines]] = {
    "joshua": joshua_lines,
    "moses": moses_lines,
}

WRITTEN_FORMATS = (*_WRITERS, *_OWNED)


@dataclass(slots=True)
class WriteReport:
    """Number of rules written, and of rules left out by reason."""

    written: int = 0
    left_out: Counter[str] = field(default_factory=Counter)


def write_rules(batches: Iterable[RuleBatch], stream: BinaryIO, file_format: str, owner: str = "pt") -> WriteReport:
    """Write rules in a named format (one of `WRITTEN_FORMATS`), so that reading gives them back.

    Rules that the format cannot hold (with nonterminals, or without a value that it needs) are left out and counted.

    Args:
        batches: the rules.
        stream: takes UTF-8 bytes (`packed_by_name` for gzip).
        file_format: name of the format.
        owner: the owner whose columns ``tm_OWNER_i`` Joshua and Moses files write without names.

    Raises:
        ConfigError: no such format, or the rules lack features that it needs.
    """
    if file_format not in WRITTEN_FORMATS:
        known = ", ".join(WRITTEN_FORMATS)
        raise ConfigError(
            f"no rule format {file_format!r}{nearest(file_format, WRITTEN_FORMATS)}; the formats are {known}"
        )
    report = WriteReport()
    counted = _counted(batches, report, empty_targets=file_format in ("user", "listed"))
    if file_format in _OWNED:
        lines = _OWNED[file_format](counted, report.left_out, owner)
    else:
        lines = _WRITERS[file_format](counted, report.left_out)
    while chunk := list(islice(lines, 10_000)):
        stream.write("".join(chunk).encode("utf-8"))
    report.written -= report.left_out.total()
    return report


@contextmanager
def packed_by_name(stream: BinaryIO, path: Path | None) -> Iterator[BinaryIO]:
    """Give a stream that packs with gzip if the name ends in ``.gz``, without a time stamp in the result."""
    if path is None or path.suffix != ".gz":
        yield stream
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=stream, compresslevel=6, mtime=0) as packed:
        yield cast(BinaryIO, packed)


def _counted(batches: Iterable[RuleBatch], report: WriteReport, empty_targets: bool) -> Iterator[RuleBatch]:
    """Count the rules, and leave out those with an empty target side unless the format can write them."""
    for batch in batches:
        report.written += len(batch)
        if not empty_targets and "" in batch.targets:
            kept = batch.select(np.array([bool(target) for target in batch.targets], dtype=np.bool_))
            report.left_out["an empty target side"] += len(batch) - len(kept)
            yield kept
        else:
            yield batch
