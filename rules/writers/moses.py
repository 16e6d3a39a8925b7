"""Moses phrase tables: costs as probabilities, special characters escaped (`simplifier.rules.readers.moses`)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator

from simplifier.base.errors import ConfigError
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers.moses import ESCAPES, SCORES
from simplifier.rules.writers.limits import word_pairs
from simplifier.rules.writers.numbers import probability_text

__all__ = ["moses_lines"]


def moses_lines(batches: Iterable[RuleBatch], left_out: Counter[str], owner: str) -> Iterator[str]:
    """Yield lines with the four Moses scores and then the columns ``tm_OWNER_i``, or with the columns alone.

    The counts are that of the pair and those of its sides, which follow from the probabilities. Rules with
    nonterminals, and pairs that came before under another label, are left out.

    Raises:
        ConfigError: the rules have neither the four scores nor columns of the owner.
    """
    for batch in word_pairs(batches, left_out):
        names = _columns(batch, owner)
        values = {name: batch.features[name].tolist() for name in (*names, *_counted(batch))}
        alignments = [""] * len(batch) if batch.alignments is None else batch.alignments
        for row, (source, target) in enumerate(zip(batch.sources, batch.targets, strict=True)):
            logs = [-values[name][row] if name in SCORES else values[name][row] for name in names]
            while logs and math.isnan(logs[-1]):
                logs.pop()
            if not logs or any(map(math.isnan, logs)):
                left_out["a score that Moses asks for is missing"] += 1
                continue
            scores = " ".join(map(probability_text, logs))
            line = f"{_escaped(source)} ||| {_escaped(target)} ||| {scores} ||| {alignments[row]}"
            yield f"{line} ||| {_counts(values, row)}\n".replace("  ", " ")


def _columns(batch: RuleBatch, owner: str) -> list[str]:
    start = f"tm_{owner}_"
    own = sorted(
        (name for name in batch.features if name.startswith(start) and name[len(start) :].isdecimal()),
        key=lambda name: int(name[len(start) :]),
    )
    missing = [name for name in SCORES if name not in batch.features]
    if not missing:
        return [*SCORES, *own]
    if not own:
        raise ConfigError(f"a Moses table needs the features {', '.join(SCORES)}; there is no {missing[0]}")
    return own


def _counted(batch: RuleBatch) -> list[str]:
    names = ["LogCount", "p(e|f)", "p(f|e)"]
    return names if all(name in batch.features for name in names) else []


def _counts(values: dict[str, list[float]], row: int) -> str:
    if "LogCount" not in values or math.isnan(values["LogCount"][row]):
        return ""
    # Target, source, pair: count(t) = count(s, t) / p(s | t), and the features hold -ln p.
    log_count = values["LogCount"][row]
    logs = [log_count + values["p(f|e)"][row], log_count + values["p(e|f)"][row], log_count]
    return " ".join(f"{math.exp(value):.6g}" for value in logs)


def _escaped(text: str) -> str:
    for plain, escaped in ESCAPES:
        if plain in text:
            text = text.replace(plain, escaped)
    return text
