"""A packed table with what readers say of its pairs counted anew."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from simplifier.base.errors import InputError
from simplifier.base.temporary import scratch_folder
from simplifier.core import RuleTable, rule_columns
from simplifier.rules.features.judgements import JUDGED_FEATURES
from simplifier.rules.resources.judgements import Judgements
from simplifier.rules.tables.subset import new_builder

__all__ = ["judge_table"]

_RULES = 50_000


def judge_table(table: RuleTable, out: Path, judgements: Judgements) -> int:
    """Write a table again with the judged features of every rule computed anew, and return the number of its rules.

    Other values stay as they are.

    Args:
        table: the packed table.
        out: the table to write.
        judgements: the counts of judged edits.

    Raises:
        InputError: the table has no judged features, or cannot be written.
    """
    names = table.feature_names
    columns = [(number, names.index(name)) for number, name in enumerate(JUDGED_FEATURES) if name in names]
    if not columns:
        raise InputError(f"{table.path}: has none of the features {', '.join(JUDGED_FEATURES)}")
    metadata = json.loads(table.metadata or "{}")
    everything = np.arange(len(table), dtype=np.uint32)
    left = [name for name in names if name not in JUDGED_FEATURES]
    with scratch_folder(out) as scratch:
        bare = Path(scratch) / "bare.table"
        builder = new_builder(bare, left, [0.0] * len(left), table.provenance, {}, str(scratch), (), table.exact)
        builder.copy(table, everything)
        builder.finish()
        # What a table does not have is missing, and a missing value gives way to any other when equal rules merge.
        builder = new_builder(out, names, [0.0] * len(names), table.provenance, metadata, str(scratch), (), table.exact)
        builder.copy(RuleTable(str(bare)), everything)
        for start in range(0, len(table), _RULES):
            stop = min(start + _RULES, len(table))
            labels, sources, targets, alignments, bits, _ = rule_columns(table, start, stop)
            features = np.full((stop - start, len(names)), np.nan, dtype=np.float32)
            for row, pair in enumerate(zip(sources, targets, strict=True)):
                shares = judgements.shares(*pair)
                for number, column in columns:
                    features[row, column] = shares[number]
            own = np.asarray(bits).astype(np.int64)
            lowest = np.log2(own & -own).astype(np.int64)
            for place in np.unique(lowest):
                rows = np.flatnonzero(lowest == place)
                part = [[one[row] for row in rows] for one in (labels, sources, targets, alignments)]
                builder.add(part[0], part[1], part[2], np.ascontiguousarray(features[rows]), part[3], int(place))
        return builder.finish()
