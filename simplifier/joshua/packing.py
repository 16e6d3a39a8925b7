"""Packing the text grammars of a Joshua configuration into rule tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from simplifier.base.errors import FormatError, InputError
from simplifier.core import CoreInputError, RuleTable, TableBuilder
from simplifier.joshua.functions import FeatureFunction, GrammarLine
from simplifier.rules.grammar.batch import FloatColumn, RuleBatch
from simplifier.rules.readers import read_joshua
from simplifier.rules.tables.table import open_table

__all__ = ["open_grammar"]

_TABLE_MAGIC = b"SMPLRULE"  # the first bytes of a packed table
# Functions that count rules, with the names of their features.
_COUNTERS = {"PhrasePenalty": "PhrasePenalty", "ArityPhrasePenalty": "ArityPenalty"}


def open_grammar(path: Path, line: GrammarLine, functions: Sequence[FeatureFunction], folder: Path) -> RuleTable:
    """Open a rule table; a text grammar is first packed into one, unless the folder has its table already.

    Args:
        path: the file of the grammar or table.
        line: the line of the configuration that names the file.
        functions: the feature functions; `PhrasePenalty` and `ArityPhrasePenalty` become features of the table.
        folder: the folder for packed tables.

    Raises:
        InputError: the file cannot be read, or is a folder (Joshua's own packed form).
        FormatError: a rule is broken.
    """
    if path.is_dir():
        raise InputError(
            f"{path}: a folder, which is Joshua's own packed form; give the text grammar it was made from, "
            "or a table of `simplifier rules build`"
        )
    if _is_table(path):
        return open_table(path)
    counters = [each for each in functions if _counts(each, line.owner)]
    out = folder / _table_name(path, line, counters)
    if out.exists():
        return open_table(out)
    names = [*_feature_names(path, line.owner), *(_COUNTERS[each.name] for each in counters)]
    columns = list(dict.fromkeys(names))  # several ArityPhrasePenalty functions share one column
    metadata = json.dumps({"source": path.name, "owner": line.owner})
    try:
        builder = TableBuilder(
            *(str(out), columns, [0.0] * len(columns), [line.owner], metadata, str(folder)), exact=True
        )
        for batch in read_joshua(path, line.owner):
            features = _counted(batch, counters)
            if len(batch):
                # NaN marks a feature that a rule does not have; its value is then the default, 0.
                matrix = np.full((len(batch), len(columns)), np.nan, dtype=np.float32)
                for column, name in enumerate(columns):
                    matrix[:, column] = features.get(name, np.nan)
                lhs = batch.lhs or ["X"] * len(batch)
                builder.add(lhs, batch.sources, batch.targets, matrix, batch.alignments, 0)
        builder.finish()
    except CoreInputError as error:
        raise FormatError(path, str(error)) from None
    return open_table(out)


def _table_name(path: Path, line: GrammarLine, counters: Sequence[FeatureFunction]) -> str:
    """Return a file name for the table that changes with the grammar file and the features made of it."""
    state = path.stat()
    counted = [(each.name, sorted(each.arguments.items())) for each in counters]
    content = repr((str(path.resolve()), state.st_size, state.st_mtime_ns, line.owner, counted, "exact"))
    return f"{path.name}-{hashlib.sha256(content.encode()).hexdigest()[:16]}.table"


def _is_table(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_TABLE_MAGIC)) == _TABLE_MAGIC


def _feature_names(path: Path, owner: str) -> list[str]:
    """Return the features of the whole grammar: unlabelled columns by number, then the labelled ones."""
    names: dict[str, None] = {}
    for batch in read_joshua(path, owner):
        names.update(dict.fromkeys(batch.features))
    return list(names)


def _counts(function: FeatureFunction, owner: str) -> bool:
    return function.name in _COUNTERS and function.arguments.get("owner", "pt") == owner


def _counted(batch: RuleBatch, counters: Sequence[FeatureFunction]) -> dict[str, FloatColumn]:
    features = dict(batch.features)
    for function in counters:
        if function.name == "PhrasePenalty":
            features["PhrasePenalty"] = np.ones(len(batch), dtype=np.float32)
            continue
        least, most = (int(function.arguments[key]) for key in ("min-arity", "max-arity"))
        arity = np.fromiter(_arities(batch.sources), dtype=np.int64, count=len(batch))
        # All functions of this kind share one feature, to which each adds 1 for the rules in its range.
        inside = ((arity >= least) & (arity <= most)).astype(np.float32)
        features["ArityPenalty"] = inside + features.get("ArityPenalty", np.float32(0.0))
    return features


def _arities(sources: Sequence[str]) -> Iterator[int]:
    for source in sources:
        yield sum(each.startswith("[") and each.endswith("]") and "," in each for each in source.split(" "))
