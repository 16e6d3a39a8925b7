from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier.core import RuleTable, TableBuilder
from simplifier.rules.inspection.difference import WeightedTables, compare
from simplifier.rules.tables.table import open_table


def build(path: Path, rows: list[tuple[str, str, float, float]]) -> RuleTable:
    builder = TableBuilder(str(path), ["one", "two"], [0.0, 0.0], ["hand"], "{}", str(path.parent))
    values = np.array([row[2:] for row in rows], dtype=np.float32)
    builder.add(["X"] * len(rows), [r[0] for r in rows], [r[1] for r in rows], values, None, 0)
    builder.finish()
    return open_table(path)


ROWS = [("a", "b", 3.0, 0.0), ("a", "c", 2.0, 5.0), ("a", "a", 1.0, 1.0), ("d e", "f", 1.0, 1.0)]


def test_other_weights_move_ranks(tmp_path: Path) -> None:
    table = build(tmp_path / "t", ROWS)
    found = compare(WeightedTables([table], {"one": 1.0}), WeightedTables([table], {"two": 1.0}))
    assert (found.sources, found.same, found.moved, found.gained, found.lost) == (2, 1, 3, 0, 0)
    assert found.new_best == 1
    moves = {change.target: (change.ranks, change.scores) for change in found.changes}
    assert moves == {"b": ((1, 3), (3.0, 0.0)), "c": ((2, 1), (2.0, 5.0)), "a": ((3, 2), (1.0, 1.0))}
    assert [change.target for change in found.changes] == ["b", "c", "a"]  # by the difference of 1/rank
    top = compare(WeightedTables([table], {"one": 1.0}), WeightedTables([table], {"two": 1.0}), top=1)
    assert [change.target for change in top.changes] == ["b"] and top.moved == 3


def test_rules_are_gained_and_lost(tmp_path: Path) -> None:
    first = build(tmp_path / "first", ROWS)
    second = build(tmp_path / "second", [("a", "a", 1.0, 0.0), ("a", "b", 0.5, 0.0), ("g", "h", 1.0, 0.0)])
    weights = {"one": 1.0}
    found = compare(WeightedTables([first], weights), WeightedTables([second], weights))
    assert (found.sources, found.lost_sources, found.gained_sources) == (1, 1, 1)
    assert (found.gained, found.lost, found.moved, found.same) == (1, 2, 2, 0)
    assert (found.new_best, found.copy_overtaking, found.copy_overtaken) == (1, 1, 0)
    kinds = {(change.source, change.target): change.kind for change in found.changes}
    assert kinds == {
        ("a", "a"): "moved",
        ("a", "b"): "moved",
        ("a", "c"): "lost",
        ("d e", "f"): "lost",
        ("g", "h"): "gained",
    }
    only = compare(WeightedTables([first], weights), WeightedTables([second], weights), ["a"])
    assert {change.source for change in only.changes} == {"a"}


def test_a_model_of_several_tables_ranks_over_all(tmp_path: Path) -> None:
    first = build(tmp_path / "first", ROWS)
    second = build(tmp_path / "second", [("a", "z", 9.0, 0.0), ("g", "h", 1.0, 0.0)])
    both = WeightedTables([first, second], {"one": 1.0})
    assert both.candidates("a")["z"] == (1, 9.0) and list(both.sources()) == ["a", "d e", "g"]
    found = compare(WeightedTables([first], {"one": 1.0}), both)
    assert found.gained == 2 and found.moved == 3
    assert compare(both, both).changes == []


def test_the_weight_of_a_change() -> None:
    from simplifier.rules.inspection.difference import Change

    assert Change("a", "b", (None, 1), (None, 1.0)).weight == 1.0
    assert Change("a", "b", (4, 2), (0.0, 1.0)).weight == pytest.approx(0.25)
