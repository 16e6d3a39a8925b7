"""Text grammars with `` ||| `` between the fields: PPDB 1.0, PPDB 2.0 and Joshua.

The conventions are the inverse of those of `simplifier.rules.readers.grammar_text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from simplifier.base.errors import ConfigError
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.grammar.symbols import DEFAULT_LABEL
from simplifier.rules.readers.grammar_text import PPDB2_NAMES, RELATIONS
from simplifier.rules.writers.numbers import value_texts

__all__ = ["joshua_lines", "ppdb1_lines", "ppdb2_lines"]

_FILE_NAMES = {ours: theirs for theirs, ours in PPDB2_NAMES.items()}
_FLAGS = tuple(f"Is{relation}" for relation in RELATIONS)


def ppdb1_lines(batches: Iterable[RuleBatch], left_out: Counter[str]) -> Iterator[str]:
    """Yield lines with all features by name; a missing value is ``NA``."""
    for batch in batches:
        yield from _lines(batch, _labelled(batch, list(batch.features), {}), [""] * len(batch))


def ppdb2_lines(batches: Iterable[RuleBatch], left_out: Counter[str]) -> Iterator[str]:
    """Yield lines with the feature names of PPDB 2.0 and the relation as sixth field.

    Rules without exactly one relation are left out: the format has no place for them.
    """
    for batch in batches:
        relations = _relations(batch)
        known = np.array([bool(relation) for relation in relations], dtype=np.bool_)
        if not known.all():
            left_out["no single entailment relation, which PPDB 2.0 asks for"] += int((~known).sum())
        kept = batch.select(known)
        names = [name for name in kept.features if name not in _FLAGS]
        ends = [f" ||| {relation}" for relation in relations if relation]
        yield from _lines(kept, _labelled(kept, names, _FILE_NAMES), ends, always_aligned=True)


def joshua_lines(batches: Iterable[RuleBatch], left_out: Counter[str], owner: str) -> Iterator[str]:
    """Yield lines with the features ``tm_OWNER_i`` as bare columns, with opposite sign, and the others by name.

    Raises:
        ConfigError: columns that are not numbered from 0, or a missing value before one that is there.
    """
    for batch in batches:
        start = f"tm_{owner}_"
        count = sum(name.startswith(start) for name in batch.features)
        columns = [f"{start}{number}" for number in range(count)]
        for name in columns:
            if name not in batch.features:
                raise ConfigError(f"{count} columns of the owner {owner!r} but no {name}; they count from 0")
        bare = [value_texts(0.0 - batch.features[name].astype(np.float64)) for name in columns]
        named = _labelled(batch, [name for name in batch.features if name not in columns], {}, drop=True)
        fields = []
        for row, rest in enumerate(named):
            values = [column[row] for column in bare]
            while values and values[-1] == "NA":
                values.pop()
            if "NA" in values:
                raise ConfigError(
                    f"column {columns[values.index('NA')]} of {batch.sources[row]!r} is missing; a bare "
                    "column of Joshua's format cannot be left empty"
                )
            fields.append(" ".join([*values, rest] if rest else values))
        yield from _lines(batch, fields, [""] * len(batch))


def _lines(batch: RuleBatch, fields: Sequence[str], ends: Sequence[str], always_aligned: bool = False) -> Iterator[str]:
    labels = [DEFAULT_LABEL] * len(batch) if batch.lhs is None else batch.lhs
    alignments = [""] * len(batch) if batch.alignments is None else batch.alignments
    rows = zip(labels, batch.sources, batch.targets, fields, alignments, ends, strict=True)
    for label, source, target, values, alignment, end in rows:
        points = f" ||| {alignment}" if alignment or always_aligned else ""
        yield f"[{label}] ||| {source} ||| {target} ||| {values}{points}{end}\n"


def _labelled(batch: RuleBatch, names: Sequence[str], renamed: dict[str, str], drop: bool = False) -> list[str]:
    """Return for each rule the field of features by name; missing values are ``NA``, or left out with ``drop``."""
    if not names:
        return [""] * len(batch)
    starts = [f"{renamed.get(name, name)}=" for name in names]
    columns = [value_texts(batch.features[name]) for name in names]
    if drop:
        return [
            " ".join(start + text for start, text in zip(starts, row, strict=True) if text != "NA")
            for row in zip(*columns, strict=True)
        ]
    return [" ".join(map(str.__add__, starts, row)) for row in zip(*columns, strict=True)]


def _relations(batch: RuleBatch) -> list[str]:
    """Return the relation of each rule whose flags name exactly one; an empty text for others."""
    flags = np.zeros((len(batch), len(_FLAGS)), dtype=np.bool_)
    for column, name in enumerate(_FLAGS):
        if name in batch.features:
            flags[:, column] = batch.features[name] > 0
    single = flags.sum(axis=1) == 1
    return [
        RELATIONS[place] if one else ""
        for place, one in zip(flags.argmax(axis=1).tolist(), single.tolist(), strict=True)
    ]
