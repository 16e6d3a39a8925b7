"""Moses phrase tables: ``source ||| target ||| scores ||| alignment ||| counts``.

Moses scores are probabilities: inverse phrase probability, inverse lexical weight, direct phrase probability,
direct lexical weight. They become ``p(f|e)``, ``Lex(f|e)``, ``p(e|f)``, ``Lex(e|f)`` = -ln score. The scores of
a table with fewer than four become columns ``tm_OWNER_0``, ... = ln score, as Moses itself takes them; so do
scores after the fourth. The third count, that of the pair, becomes ``LogCount``. Moses writes special
characters as ``&#124;``, ``&amp;`` and so on; they are turned back. Rules carry no label.
Source: the Moses manual, section "Score phrases" and its escaping of special characters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from simplifier.base.reading import BadLines, line_blocks
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.grammar.rule import parse_alignment
from simplifier.rules.grammar.symbols import Nonterminal, parse_symbols
from simplifier.rules.readers.format_spec import FormatSpec

__all__ = ["ESCAPES", "MOSES", "SCORES", "read_moses"]

SCORES = ("p(f|e)", "Lex(f|e)", "p(e|f)", "Lex(e|f)")

# In the order of writing: the ampersand first, or it would be escaped in the other escapes.
ESCAPES = (
    ("&", "&amp;"), ("|", "&#124;"), ("<", "&lt;"), (">", "&gt;"),
    ("'", "&apos;"), ('"', "&quot;"), ("[", "&#91;"), ("]", "&#93;"),
)  # fmt: skip


def read_moses(
    path: Path, owner: str = "pt", batch_size: int = 50_000, bad_lines: BadLines | None = None
) -> Iterator[RuleBatch]:
    """Read a Moses phrase table, streamed, plain or gzip.

    Args:
        path: the table.
        owner: names the columns that have no meaning of their own.
        batch_size: rules per batch.
        bad_lines: what to do about broken lines; the default stops.

    Raises:
        FormatError: a broken line (file, line, text, what was expected), unless ``bad_lines`` skips it.
    """
    policy = bad_lines or BadLines()
    for first, lines in line_blocks(path, batch_size):
        rows: list[tuple[str, str, str, dict[str, float]]] = []
        for number, line in enumerate(lines, first):
            if not line or line.isspace():
                continue
            try:
                rows.append(_parse(line, owner))
            except ValueError as error:
                policy.report(path, number, line, str(error))
        if rows:
            yield _batch(rows)


def _parse(line: str, owner: str) -> tuple[str, str, str, dict[str, float]]:
    parts = [part.strip() for part in line.split("|||")]
    if not 3 <= len(parts) <= 7:
        raise ValueError(f"expected 3 to 7 fields separated by |||, not {len(parts)}")
    source, target = (_phrase(part) for part in parts[:2])
    values = _scores(parts[2], owner)
    alignment = " ".join(parts[3].split()) if len(parts) > 3 else ""
    _check_alignment(alignment, source, target)
    if len(parts) > 4 and parts[4]:
        values |= _counts(parts[4])
    return source, target, alignment, values


def _phrase(text: str) -> str:
    words = text.split()
    if "&" in text:
        for plain, escaped in reversed(ESCAPES):
            words = [word.replace(escaped, plain) for word in words]
    phrase = " ".join(words)
    if any(isinstance(symbol, Nonterminal) for symbol in parse_symbols(phrase)):
        raise ValueError("expected words only; a phrase table holds no nonterminals")
    return phrase


def _scores(text: str, owner: str) -> dict[str, float]:
    values = []
    for item in text.split():
        try:
            score = float(item)
        except ValueError:
            score = 0.0
        if not (score > 0 and math.isfinite(score)):
            raise ValueError(f"expected scores above 0 in the third field, not {item!r}")
        values.append(math.log(score))
    if not values:
        raise ValueError("expected scores in the third field")
    if len(values) < len(SCORES):
        return {f"tm_{owner}_{column}": value for column, value in enumerate(values)}
    # Not -value: a probability of 1 costs 0, not -0.
    named = {name: 0.0 - value for name, value in zip(SCORES, values, strict=False)}
    return named | {f"tm_{owner}_{column}": value for column, value in enumerate(values) if column > 3}


def _check_alignment(text: str, source: str, target: str) -> None:
    width, height = source.count(" ") + 1, target.count(" ") + 1
    for left, right in parse_alignment(text):
        if left >= width or right >= height:
            raise ValueError(f"expected alignment points inside the rule, not {left}-{right}")


def _counts(text: str) -> dict[str, float]:
    try:
        counts = [float(item) for item in text.split()]
    except ValueError:
        raise ValueError(f"expected counts in the fifth field, not {text!r}") from None
    if not all(count >= 0 and math.isfinite(count) for count in counts):
        raise ValueError(f"expected counts of at least 0 in the fifth field, not {text!r}")
    return {"LogCount": math.log(counts[2])} if len(counts) > 2 and counts[2] > 0 else {}


def _batch(rows: list[tuple[str, str, str, dict[str, float]]]) -> RuleBatch:
    features = {
        name: np.array([row[3].get(name, math.nan) for row in rows], dtype=np.float32)
        for name in dict.fromkeys(name for row in rows for name in row[3])
    }
    alignments = [row[2] for row in rows]
    return RuleBatch(
        [row[0] for row in rows],
        [row[1] for row in rows],
        None,
        features,
        alignments if any(alignments) else None,
    )


MOSES = FormatSpec("moses", lambda path, given: read_moses(path, given.owner, given.batch_size, given.bad_lines))
