"""METEOR paraphrase tables: triples of lines ``probability``, ``source``, ``target``.

Probabilities are those of bilingual pivoting, p(target | source). The released English table holds faulty
values above 1 (up to 228); they are read as 1. Rules carry no label.
Source: Denkowski and Lavie 2014, "Meteor Universal", section 3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simplifier.base.reading import BadLines, line_blocks
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers.format_spec import FormatSpec, RankedScore

__all__ = ["METEOR", "read_meteor"]

_SCORE = "MeteorLogProb"
_EXPECTED_PROBABILITY = "expected a probability above 0 (every entry is three lines: probability, source, target)"
_EXPECTED_PHRASE = "expected a phrase (every entry is three lines: probability, source, target)"


def read_meteor(path: Path, batch_size: int = 100_000, bad_lines: BadLines | None = None) -> Iterator[RuleBatch]:
    """Read a METEOR paraphrase table, streamed, plain or gzip.

    Yields:
        Batches with the feature ``MeteorLogProb`` = min(0, ln p), without labels.

    Raises:
        FormatError: a broken entry (file, line, text, what was expected), unless ``bad_lines`` skips it.
    """
    policy = bad_lines or BadLines()
    for first, lines in line_blocks(path, 3 * batch_size):
        if len(lines) % 3:
            policy.report(path, first + len(lines) - 1, lines[-1], "expected three lines per entry, file cut off")
            lines = lines[: len(lines) - len(lines) % 3]
        batch = _entries(path, first, lines, policy)
        if len(batch):
            yield batch


def _entries(path: Path, first: int, lines: list[str], policy: BadLines) -> RuleBatch:
    values, sources, targets = lines[0::3], lines[1::3], lines[2::3]
    probabilities = _probabilities(values)
    good = np.isfinite(probabilities) & (probabilities > 0)
    if not good.all():
        for index in np.flatnonzero(~good).tolist():
            policy.report(path, first + 3 * index, values[index], _EXPECTED_PROBABILITY)
    for offset, phrases in ((1, sources), (2, targets)):
        if all(phrases) and not any(map(str.isspace, phrases)):
            continue
        for index, phrase in enumerate(phrases):
            if not phrase.strip() and good[index]:
                policy.report(path, first + 3 * index + offset, phrase, _EXPECTED_PHRASE)
                good[index] = False
    with np.errstate(divide="ignore", invalid="ignore"):
        log_probabilities = np.minimum(np.log(probabilities), 0.0).astype(np.float32)
    return RuleBatch(sources, targets, features={_SCORE: log_probabilities}).select(good)


def _probabilities(values: list[str]) -> NDArray[np.float64]:
    try:
        return np.fromiter(map(float, values), dtype=np.float64, count=len(values))
    except ValueError:
        return np.fromiter(map(_number, values), dtype=np.float64, count=len(values))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


METEOR = FormatSpec(
    "meteor",
    lambda path, given: read_meteor(path, given.batch_size, given.bad_lines),
    target_scores=(_SCORE,),
    ranked=RankedScore(
        "METEOR",
        _SCORE,
        "MeteorRank",
        "MeteorRelative",
        "InMeteor",
        # The table keeps p >= 0.01 (ln p >= -4.6): a rule it does not hold is a little less likely than that.
        unseen=-5.0,
        unseen_rank=3.0,
        least_alone=-3.8,
    ),
)
