"""One-word PPDB pairs as tab-separated values: PPDB 2.0 pairs with a part of speech, and PPDB 2.0 scores."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from simplifier.base.errors import FormatError
from simplifier.base.reading import BadLines, line_blocks, shorten
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers.format_spec import FormatSpec
from simplifier.rules.readers.grammar_text import RELATIONS

__all__ = [
    "LEXICAL",
    "LEXICAL_HEADER",
    "SCORES",
    "SCORES_HEADER",
    "SIZES",
    "parse_number",
    "read_lexical",
    "read_scores",
]


def parse_number(text: str) -> float:
    """Return a feature value; ``NA`` is NaN (missing).

    Raises:
        ValueError: neither a finite number nor ``NA``.
    """
    if text == "NA":
        return math.nan
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"expected a finite number or NA, not {text!r}")
    return value


SIZES = ("s", "m", "l", "xl", "xxl", "xxxl")

LEXICAL_HEADER = ["tag", "source", "target", "order", "entailment", "smallest_size"]
SCORES_HEADER = ["head", "paraphrase", "ppdb2_score"]


def read_lexical(path: Path, batch_size: int = 50_000, bad_lines: BadLines | None = None) -> Iterator[RuleBatch]:
    """Read tagged one-word pairs: tag, source, target, order, entailment, smallest PPDB size (header line).

    The tag is the left-hand side. Features: ``PPDBSize`` (0 for s to 5 for xxxl, small is reliable) and the
    entailment flags ``IsEquivalence``, ... (both entailment directions at once set both flags).

    Raises:
        FormatError: a wrong header, or a broken line unless ``bad_lines`` skips it.
    """
    policy = bad_lines or BadLines()
    for rows in _rows(path, LEXICAL_HEADER, batch_size, policy):
        relations = [set(row[4].split(",")) for _, row in rows]
        good = np.ones(len(rows), dtype=np.bool_)
        for index, (number, row) in enumerate(rows):
            if not relations[index] <= set(RELATIONS) or row[5] not in SIZES:
                expected = f"expected relations out of {', '.join(RELATIONS)} and a size out of {', '.join(SIZES)}"
                policy.report(path, number, "\t".join(row), expected)
                good[index] = False
        rows = [row for row, keep in zip(rows, good.tolist(), strict=True) if keep]
        relations = [row for row, keep in zip(relations, good.tolist(), strict=True) if keep]
        features = {
            f"Is{name}": np.array([name in relation for relation in relations], dtype=np.float32) for name in RELATIONS
        }
        features["PPDBSize"] = np.array([SIZES.index(row[5]) for _, row in rows], dtype=np.float32)
        yield RuleBatch([row[1] for _, row in rows], [row[2] for _, row in rows], [row[0] for _, row in rows], features)


def read_scores(path: Path, batch_size: int = 50_000, bad_lines: BadLines | None = None) -> Iterator[RuleBatch]:
    """Read pairs with their PPDB 2.0 score: head, paraphrase, score (header line). Rules carry no label.

    Raises:
        FormatError: a wrong header, or a broken line unless ``bad_lines`` skips it.
    """
    policy = bad_lines or BadLines()
    for rows in _rows(path, SCORES_HEADER, batch_size, policy):
        scores, kept = [], []
        for number, row in rows:
            try:
                scores.append(parse_number(row[2]))
                kept.append(row)
            except ValueError:
                policy.report(path, number, row[2], "expected a score or NA in the third column")
        features = {"PPDB2Score": np.array(scores, dtype=np.float32)}
        yield RuleBatch([row[0] for row in kept], [row[1] for row in kept], features=features)


def _rows(path: Path, header: list[str], batch_size: int, policy: BadLines) -> Iterator[list[tuple[int, list[str]]]]:
    for first, lines in line_blocks(path, batch_size):
        numbered = list(enumerate(lines, first))
        if first == 1:
            if lines[0].split("\t") != header:
                problem = f"expected the header {' '.join(header)} (tab-separated); found {shorten(lines[0])!r}"
                raise FormatError(path, problem, 1)
            del numbered[0]
        rows = []
        for number, line in numbered:
            row = line.split("\t")
            if len(row) != len(header) or not all(cell and not cell.isspace() for cell in row):
                policy.report(path, number, line, f"expected {len(header)} tab-separated values")
                continue
            rows.append((number, row))
        if rows:
            yield rows


LEXICAL = FormatSpec("ppdb-lexical", lambda path, given: read_lexical(path, given.batch_size, given.bad_lines))
SCORES = FormatSpec(
    "ppdb-scores",
    lambda path, given: read_scores(path, given.batch_size, given.bad_lines),
    target_scores=("PPDB2Score",),
)
