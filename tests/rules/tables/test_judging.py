"""A table with the judgements of its pairs counted anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import InputError
from simplifier.core import RuleTable, TableBuilder, rule_columns
from simplifier.rules.features.judgements import JUDGED_FEATURES
from simplifier.rules.resources.judgements import Judgements
from simplifier.rules.tables.judging import judge_table

ROWS = [("NN", "dwelling", "home"), ("NN", "abode", "home"), ("IN", "prior to", "before"), ("NN", "home", "home")]
NAMES = ["worth", *JUDGED_FEATURES]


def build(path: Path, names: list[str]) -> RuleTable:
    """Return a table of two sources; the first rule is in both."""
    builder = TableBuilder(str(path), names, [0.0] * len(names), ["one", "two"], '{"kept": 1}', str(path.parent))
    values = np.zeros((len(ROWS), len(names)), dtype=np.float32)
    values[:, 0] = [0.5, 1.5, 2.5, 3.5]
    lhs, sources, targets = ([row[i] for row in ROWS] for i in range(3))
    builder.add(lhs, sources, targets, values, None, 1)
    builder.add(lhs[:1], sources[:1], targets[:1], values[:1], None, 0)
    builder.finish()
    return RuleTable(str(path))


def test_judgements_are_counted_anew_and_nothing_else_changes(tmp_path: Path) -> None:
    table, judgements = build(tmp_path / "old.table", NAMES), Judgements()
    for mark in "fffh":
        judgements.add("dwelling", "home", mark)
    judgements.add("abode", "home", "s")
    assert judge_table(table, tmp_path / "new.table", judgements) == len(ROWS)
    new = RuleTable(str(tmp_path / "new.table"))
    before, after = (rule_columns(one, 0, len(ROWS)) for one in (table, new))
    assert before[:4] == after[:4] and before[4].tolist() == after[4].tolist()
    assert new.provenance == ["one", "two"] and new.metadata == table.metadata and new.feature_names == NAMES
    assert before[5][:, 0].tolist() == after[5][:, 0].tolist()
    for row, pair in enumerate(zip(after[1], after[2], strict=True)):
        assert after[5][row, 1:].tolist() == pytest.approx(judgements.shares(*pair), abs=1e-6)
    home = after[1].index("dwelling")
    assert after[5][home, NAMES.index("JudgedStands")] > 0.8


def test_a_table_without_judged_features(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has none of the features JudgedStands"):
        judge_table(build(tmp_path / "old.table", ["worth"]), tmp_path / "new.table", Judgements())
