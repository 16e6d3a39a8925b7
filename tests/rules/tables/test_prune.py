from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import ConfigError
from simplifier.core import RuleTable, TableBuilder
from simplifier.rules.resources.exclusions import read_exclusions
from simplifier.rules.tables.prune import prune_table

ROWS = [
    ("VB", "utilize", "use", 2.0),
    ("VB", "utilize", "employ", 1.0),
    ("VB", "utilize", "exploit", -4.0),
    ("VB", "utilize", "utilize", 0.5),
    ("NN", "tool", "tool", 1.5),
    ("NN", "tool", "instrument", 1.0),
    ("X", "a tool", "an aid", 1.0),
    ("DT", "a", "a", 0.0),
    ("NN", "house", "house", 0.0),
    ("NN", "house", "edifice", -9.0),
]


@pytest.fixture
def table(tmp_path: Path) -> RuleTable:
    path = tmp_path / "full.table"
    builder = TableBuilder(str(path), ["worth", "other"], [0.0, 0.0], ["hand", "more"], '{"by": "us"}', str(tmp_path))
    values = np.array([[row[3], 7.0] for row in ROWS], dtype=np.float32)
    columns = [[row[i] for row in ROWS] for i in range(3)]
    builder.add(columns[0], columns[1], columns[2], values, ["0-0"] * len(ROWS), 1)
    builder.finish()
    return RuleTable(str(path))


@pytest.mark.parametrize(
    ("top", "margin", "targets"),
    [
        (1, 0.0, {"use", "utilize"}),
        (2, 0.0, {"use", "employ", "utilize"}),
        # Copying "tool" scores 1.5 and "a tool" 0 + 1.5, so both other rules are 0.5 behind.
        (2, 0.5, {"use", "employ", "utilize", "instrument", "tool", "an aid", "a"}),
        (9, 5.0, {"use", "employ", "exploit", "utilize", "instrument", "tool", "an aid", "a"}),
    ],
)
def test_keeps_what_can_win(table: RuleTable, tmp_path: Path, top: int, margin: float, targets: set[str]) -> None:
    path = tmp_path / "pruned.table"
    count = prune_table(table, path, {"worth": 1.0}, top, margin)
    pruned = RuleTable(str(path))
    assert count == len(pruned) == len(targets)
    assert {pruned.rule(rule)[2] for rule in range(len(pruned))} == targets
    assert pruned.rule(0)[3:] == ("0-0", 0b10)
    assert set(pruned.features(0)) <= {v for *_, v in ROWS} | {7.0}
    assert '"by": "us"' in pruned.metadata and '"top"' in pruned.metadata


def test_drops_rare_sources_and_features(table: RuleTable, tmp_path: Path) -> None:
    counts = table.count_sources(["we utilize a tool", "a tool or a house", "utilize it"])
    by_source = {table.rule(rule)[1]: int(counts[n]) for rule, n in enumerate(table.source_numbers())}
    assert by_source == {"utilize": 2, "tool": 2, "a tool": 2, "a": 3, "house": 1}
    path = tmp_path / "pruned.table"
    prune_table(table, path, {"worth": 1.0}, 9, 99.0, {"other"}, counts, least_count=2)
    pruned = RuleTable(str(path))
    assert pruned.feature_names == ["worth"]
    assert {pruned.rule(rule)[1] for rule in range(len(pruned))} == {"utilize", "tool", "a tool", "a"}
    utilize = {pruned.rule(rule)[2]: pruned.features(rule)[0] for rule in pruned.lookup(["utilize"])}
    assert utilize == {"use": 2.0, "employ": 1.0, "exploit": -4.0, "utilize": 0.5}


def test_unknown_feature(table: RuleTable, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no feature 'wort'; did you mean 'worth'"):
        prune_table(table, tmp_path / "pruned.table", {"wort": 1.0}, 1, 0.0)


def test_flagged_rules_stay_unless_excluded(tmp_path: Path) -> None:
    rows = [
        ("VB", "utilize", "use", 2.0, 0.0), ("VB", "utilize", "employ", -9.0, 1.0),
        ("VB", "rare", "", -9.0, 1.0), ("VB", "rare", "wrong", 3.0, 1.0),
        ("VB", "utilize", "take", -9.0, 0.0), ("VB", "rare", "rare", 0.0, 1.0),
        ("VB", "other", "other", 0.0, 1.0),
    ]  # fmt: skip
    whole, made = tmp_path / "full.table", tmp_path / "pruned.table"
    builder = TableBuilder(str(whole), ["worth", "Listed"], [0.0, 0.0], ["hand"], "{}", str(tmp_path))
    values = np.array([row[3:] for row in rows], dtype=np.float32)
    builder.add(*([row[i] for row in rows] for i in range(3)), values, None, 0)
    builder.finish()
    (tmp_path / "exclude.tsv").write_text("rare\twrong\n", encoding="utf-8")
    table = RuleTable(str(whole))
    counts = table.count_sources(["utilize"])
    exclusions = read_exclusions([tmp_path / "exclude.tsv"])
    prune_table(table, made, {"worth": 1.0}, 1, 0.0, (), counts, 1, exclusions=exclusions, always=["Listed"])
    pruned = RuleTable(str(made))
    assert {pruned.rule(rule)[1:3] for rule in range(len(pruned))} == {
        ("utilize", "use"), ("utilize", "employ"), ("rare", ""), ("rare", "rare"),
    }  # fmt: skip
    assert '"always": ["Listed"]' in pruned.metadata
    with pytest.raises(ConfigError, match="no feature 'Lited'; did you mean 'Listed'"):
        prune_table(table, made, {"worth": 1.0}, 1, 0.0, always=["Lited"])
