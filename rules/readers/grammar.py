"""Text grammars with `` ||| `` between the fields: PPDB 1.0, PPDB 2.0 and Joshua (labelled or not).

Conventions inside, whatever the file: ``f`` is the source side, ``e`` the target side; every feature is a
plain number whose weight says whether more is better. Labelled values keep the value of the file (PPDB
probabilities are -ln p). Unlabelled columns are costs: Joshua negates them when it reads them, so column i
of owner O becomes the feature ``tm_O_i`` with the sign turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from rules.batch import FloatColumn, RuleBatch
from rules.readers.fields import LabelledFields, parse_number
from rules.readers.lines import BadLines, line_blocks
from rules.rule import parse_alignment, validate_sides
from rules.symbols import parse_label, parse_symbols

__all__ = ["RELATIONS", "read_joshua", "read_ppdb1", "read_ppdb2"]

RELATIONS = (
    "Equivalence",
    "ForwardEntailment",
    "ReverseEntailment",
    "Exclusion",
    "OtherRelated",
    "Independent",
)

# PPDB 2.0 calls the source e1 and the target e2.
_PPDB2_NAMES = {
    "PPDB2.0Score": "PPDB2Score",
    "PPDB1.0Score": "PPDB1Score",
    "-logp(LHS|e1)": "p(LHS|f)",
    "-logp(LHS|e2)": "p(LHS|e)",
    "-logp(e1|LHS)": "p(f|LHS)",
    "-logp(e2|LHS)": "p(e|LHS)",
    "-logp(e1|e2)": "p(f|e)",
    "-logp(e2|e1)": "p(e|f)",
    "-logp(e1|e2,LHS)": "p(f|e,LHS)",
    "-logp(e2|e1,LHS)": "p(e|f,LHS)",
    "Lex(e1|e2)": "Lex(f|e)",
    "Lex(e2|e1)": "Lex(e|f)",
}


def read_ppdb1(
    path: Path, batch_size: int = 50_000, bad_lines: BadLines | None = None
) -> Iterator[RuleBatch]:
    """Read PPDB 1.0 or any labelled grammar.

    A line is ``[LHS] ||| source ||| target ||| Name=value ... ||| alignment``; the alignment may be left out.

    Raises:
        FormatError: a broken line (file, line, text, what was expected), unless ``bad_lines`` skips it.
    """
    return _read(path, batch_size, bad_lines or BadLines(), LabelledFields(), (4, 5), relation=False)


def read_ppdb2(
    path: Path, batch_size: int = 50_000, bad_lines: BadLines | None = None
) -> Iterator[RuleBatch]:
    """Read PPDB 2.0: a PPDB 1.0 line with the entailment relation as sixth field.

    The names ``-logp(e2|e1)`` and their kin become the PPDB 1.0 names; the relation of the sixth field
    becomes one of the features ``IsEquivalence``, ``IsForwardEntailment``, ... with value 1, the others 0.

    Raises:
        FormatError: as `read_ppdb1`.
    """
    return _read(
        path, batch_size, bad_lines or BadLines(), LabelledFields(_PPDB2_NAMES), (6, 6), relation=True
    )


def read_joshua(
    path: Path, owner: str = "pt", batch_size: int = 50_000, bad_lines: BadLines | None = None
) -> Iterator[RuleBatch]:
    """Read a Joshua grammar with unlabelled feature columns, or with labelled and unlabelled ones mixed.

    Args:
        path: the grammar.
        owner: names the columns: ``tm_OWNER_0``, ``tm_OWNER_1``, ... = minus the value of the file.
        batch_size: rules per batch.
        bad_lines: what to do about broken lines; the default stops.

    Raises:
        FormatError: as `read_ppdb1`.
    """
    return _read(path, batch_size, bad_lines or BadLines(), _MixedFields(owner), (4, 5), relation=False)


class _MixedFields:
    """Parses feature fields with bare numbers (columns of an owner, sign turned) among labelled ones."""

    def __init__(self, owner: str) -> None:
        self._owner = owner

    def columns(self, fields: list[str]) -> tuple[dict[str, FloatColumn], dict[int, str]]:
        columns: dict[str, FloatColumn] = {}
        problems: dict[int, str] = {}
        for row, text in enumerate(fields):
            column = 0
            for item in text.split():
                name, equals, number = item.rpartition("=")
                sign = 1.0
                if not equals:
                    name, sign = f"tm_{self._owner}_{column}", -1.0
                    column += 1
                try:
                    value = sign * parse_number(number) + 0.0  # never -0
                except ValueError:
                    problems[row] = f"expected a number or Name=value, not {item!r}"
                    break
                columns.setdefault(name, np.full(len(fields), np.nan, dtype=np.float32))[row] = value
        return columns, problems


def _read(
    path: Path,
    batch_size: int,
    policy: BadLines,
    parser: LabelledFields | _MixedFields,
    field_counts: tuple[int, int],
    relation: bool,
) -> Iterator[RuleBatch]:
    for first, lines in line_blocks(path, batch_size):
        rows: list[list[str]] = []
        numbers: list[int] = []
        for offset, line in enumerate(lines):
            if not line or line.isspace():
                continue
            row = [part.strip() for part in line.split("|||")]
            problem = _line_problem(row, field_counts, relation)
            if problem:
                policy.report(path, first + offset, line, problem)
                continue
            rows.append(row)
            numbers.append(first + offset)
        columns, problems = parser.columns([row[3] for row in rows])
        for position, problem in problems.items():
            policy.report(path, numbers[position], rows[position][3], problem)
        if relation:
            _add_relations(columns, [row[5] for row in rows])
        good = np.ones(len(rows), dtype=np.bool_)
        good[list(problems)] = False
        if good.any():
            yield _batch(rows, columns).select(good)


def _line_problem(row: list[str], field_counts: tuple[int, int], relation: bool) -> str:
    least, most = field_counts
    if not least <= len(row) <= most:
        count = str(least) if least == most else f"{least} or {most}"
        return f"expected {count} fields separated by |||, not {len(row)}"
    try:
        parse_label(row[0])
        if "[" in row[1] or "[" in row[2] or not row[1] or not row[2]:
            validate_sides(parse_symbols(row[1]), parse_symbols(row[2]))
        if len(row) > 4 and row[4]:
            width, height = row[1].count(" ") + 1, row[2].count(" ") + 1
            for source, target in parse_alignment(row[4]):
                if source >= width or target >= height:
                    return f"expected alignment points inside the rule, not {source}-{target}"
    except ValueError as error:
        return str(error)
    if relation and row[5] not in RELATIONS:
        return f"expected an entailment relation ({', '.join(RELATIONS)}) as sixth field"
    return ""


def _batch(rows: list[list[str]], columns: dict[str, FloatColumn]) -> RuleBatch:
    alignments = [row[4] if len(row) > 4 else "" for row in rows]
    return RuleBatch(
        [" ".join(row[1].split()) for row in rows],
        [" ".join(row[2].split()) for row in rows],
        [row[0][1:-1] for row in rows],
        columns,
        alignments if any(alignments) else None,
    )


def _add_relations(columns: dict[str, FloatColumn], relations: list[str]) -> None:
    for relation in RELATIONS:
        columns[f"Is{relation}"] = np.array([value == relation for value in relations], dtype=np.float32)
