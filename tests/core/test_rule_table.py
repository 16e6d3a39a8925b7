from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from simplifier.core import CoreInputError, RuleTable, TableBuilder

Row = tuple[str, str, str, list[float]]


def build(
    path: Path, rows: Sequence[Row], features: Sequence[str], memory_limit_mb: int = 64, source: int = 0
) -> RuleTable:
    builder = TableBuilder(
        str(path),
        list(features),
        [0.5] * len(features),
        ["first", "second"],
        "{}",
        str(path.parent),
        memory_limit_mb,
    )
    add(builder, rows, source)
    builder.finish()
    return RuleTable(str(path))


def add(builder: TableBuilder, rows: Sequence[Row], source: int) -> None:
    values = np.array([row[3] for row in rows], dtype=np.float32).reshape(len(rows), -1)
    builder.add([r[0] for r in rows], [r[1] for r in rows], [r[2] for r in rows], values, None, source)


def contents(table: RuleTable) -> dict[tuple[str, str, str], list[float]]:
    found = {}
    for rule in range(len(table)):
        lhs, source, target, _, _ = table.rule(rule)
        found[lhs, source, target] = [float(v) for v in table.features(rule)]
    return found


def test_pack_and_unpack(tmp_path: Path) -> None:
    rows: list[Row] = [
        ("VB", "utilize", "use", [1.5, -2.0]),
        ("NP", "[NP,1] of [NP,2]", "[NP,2] 's [NP,1]", [0.25, float("nan")]),
        ("VB", "utilize", "utilize", [0.0, 0.0]),
        ("NN", "Ärger", "trouble", [3.0, 4.0]),
    ]
    table = build(tmp_path / "t.table", rows, ["a", "b"])
    assert len(table) == 4
    assert table.feature_names == ["a", "b"]
    assert contents(table) == {
        ("VB", "utilize", "use"): [1.5, -2.0],
        ("NP", "[NP,1] of [NP,2]", "[NP,2] 's [NP,1]"): [0.25, 0.5],
        ("VB", "utilize", "utilize"): [0.0, 0.0],
        ("NN", "Ärger", "trouble"): [3.0, 4.0],
    }
    assert {table.rule(r)[2] for r in table.lookup(["utilize"])} == {"use", "utilize"}
    assert [table.rule(r)[1] for r in table.lookup(["[NP,1]", "of", "[NP,2]"])] == ["[NP,1] of [NP,2]"]
    assert table.lookup(["unknown"]) == [] and table.lookup([]) == []
    table.verify()


def test_duplicates_merge(tmp_path: Path) -> None:
    nan = float("nan")
    path = tmp_path / "t.table"
    builder = TableBuilder(str(path), ["a", "b", "c"], [0.0] * 3, ["first", "second"], "{}", str(tmp_path))
    add(builder, [("X", "big", "large", [1.0, nan, nan])], 0)
    add(builder, [("X", "big", "large", [3.0, 2.0, nan])], 1)
    assert builder.finish() == 1
    table = RuleTable(str(path))
    assert contents(table) == {("X", "big", "large"): [3.0, 2.0, 0.0]}
    assert table.rule(0)[4] == 0b11


def merged(path: Path, merges: list[str], rows: list[list[float]], memory_limit_mb: int) -> list[float]:
    """Return the values of one rule that every row has, each from another of two sources in turn."""
    width = len(merges)
    builder = TableBuilder(
        str(path),
        [f"f{i}" for i in range(width)],
        [0.5] * width,
        ["first", "second"],
        "{}",
        str(path.parent),
        memory_limit_mb,
        merges,
    )
    for place, row in enumerate(rows):
        add(builder, [("X", "big", "large", row)], place % 2)
    # Neighbours on both sides with many distinct values, so that codebooks and rows have to be kept apart.
    for i in range(300):
        add(builder, [("X", word, "large", [i / 8.0] * width) for word in ("able", "zoo")], 0)
    assert builder.finish() == 3
    table = RuleTable(str(path))
    table.verify()
    return contents(table)["X", "big", "large"]


@pytest.mark.parametrize("memory_limit_mb", [0, 64])
def test_every_feature_merges_by_its_policy(tmp_path: Path, memory_limit_mb: int) -> None:
    nan = float("nan")
    rows = [[2.0, 2.0, 2.0, nan], [nan, nan, nan, nan], [0.25, 0.25, 0.25, nan], [1.0, 1.0, 1.0, nan]]
    values = merged(tmp_path / "t.table", ["max", "min", "sum", "sum"], rows, memory_limit_mb)
    assert values == [2.0, 0.25, pytest.approx(3.25, abs=0.2), 0.5]


@pytest.mark.parametrize("memory_limit_mb", [0, 64])
def test_sums_are_exact_while_distinct_values_are_few(tmp_path: Path, memory_limit_mb: int) -> None:
    builder = TableBuilder(
        str(tmp_path / "t.table"), ["count", "cost"], [0.0, 9.0], ["a"], "{}", str(tmp_path), memory_limit_mb,
        ["sum", "min"],
    )  # fmt: skip
    for times in range(1, 101):  # the same count again and again: no sum but the first is a value given
        add(builder, [("X", f"w{i}", "v", [1.0, float(times)]) for i in range(times, 101)], 0)
    assert builder.finish() == 100
    found = contents(RuleTable(str(tmp_path / "t.table")))
    assert found == {("X", f"w{i}", "v"): [float(i), 1.0] for i in range(1, 101)}


def test_an_unknown_merge_policy_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CoreInputError, match="policies are max, min and sum"):
        merged(tmp_path / "t.table", ["mean"], [], 64)
    with pytest.raises(CoreInputError, match="1 feature names but 2 merge policies"):
        TableBuilder(str(tmp_path / "t"), ["a"], [0.0], ["s"], "{}", str(tmp_path), 64, ["max", "min"])


@pytest.mark.parametrize("memory_limit_mb", [0, 64])
def test_random_tables_with_and_without_spilling(tmp_path: Path, memory_limit_mb: int) -> None:
    random.seed(7)
    words = [f"w{i}" for i in range(30)]
    rows: dict[tuple[str, str, str], Row] = {}
    for _ in range(400):
        lhs = random.choice(["NN", "VB", "X"])
        source = " ".join(random.choices(words, k=random.randint(1, 4)))
        target = " ".join(random.choices(words, k=random.randint(0, 3)))
        rows[lhs, source, target] = (
            lhs,
            source,
            target,
            [float(random.randint(0, 50)), random.random() < 0.5],
        )
    table = build(tmp_path / "t.table", list(rows.values()), ["a", "b"], memory_limit_mb)
    assert contents(table) == {key: [float(v) for v in row[3]] for key, row in rows.items()}
    for lhs, source, target in rows:
        found = [table.rule(r)[:3] for r in table.lookup(source.split())]
        assert (lhs, source, target) in found
    assert not list(tmp_path.glob("*.run*")) and not list(tmp_path.glob("*.part*"))


def test_codebook_error_is_small(tmp_path: Path) -> None:
    generator = np.random.default_rng(3)
    values = generator.normal(0.0, 2.0, size=5000).astype(np.float32)
    rows: list[Row] = [("X", f"w{i}", "v", [float(v)]) for i, v in enumerate(values)]
    table = build(tmp_path / "t.table", rows, ["a"])
    stored = np.array([table.features(table.lookup([f"w{i}"])[0])[0] for i in range(len(values))])
    assert stored.min() == values.min() and stored.max() == values.max()
    assert np.abs(stored - values).mean() < 0.01 * values.std()


def test_codebook_reaches_into_the_tails(tmp_path: Path) -> None:
    generator = np.random.default_rng(4)
    common = generator.choice(np.linspace(0.0, 1.0, 50), size=4000)
    rare = -generator.uniform(0.0, 100.0, size=400)
    values = np.concatenate([common, rare]).astype(np.float32)
    rows: list[Row] = [("X", f"w{i}", "v", [float(v)]) for i, v in enumerate(values)]
    table = build(tmp_path / "t.table", rows, ["a"])
    stored = np.array([table.features(table.lookup([f"w{i}"])[0])[0] for i in range(len(values))])
    assert np.abs(stored - values).max() < 0.5


@pytest.mark.parametrize(
    ("source", "target", "complaint"),
    [
        ("[NP,2] of", "of [NP,2]", "index 1"),
        ("[NP,1] of", "of", "not every nonterminal"),
        ("of", "of [NP,1]", "no partner"),
        ("[NP,1] of", "[VP,1] of", "no partner"),
        ("", "of", "source side"),
    ],
)
def test_what_is_not_a_rule_is_refused(tmp_path: Path, source: str, target: str, complaint: str) -> None:
    with pytest.raises(CoreInputError, match=complaint):
        build(tmp_path / "t.table", [("X", source, target, [0.0])], ["a"])
    assert not (tmp_path / "t.table").exists()


def test_damage_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.table"
    build(path, [("X", "big", "large", [1.0])], ["a"])
    whole = path.read_bytes()
    for content, complaint in [
        (whole[: len(whole) // 2], "truncated"),
        (b"", "not a packed rule table"),
        (b"[X] ||| a ||| b" * 100, "not a packed rule table"),
        (whole[:8] + b"\x63" + whole[9:], "version 99"),
    ]:
        path.write_bytes(content)
        with pytest.raises(CoreInputError, match=complaint):
            RuleTable(str(path))
    damaged = bytearray(whole)
    damaged[-3] ^= 0xFF
    path.write_bytes(bytes(damaged))
    with pytest.raises(CoreInputError, match="checksum"):
        RuleTable(str(path)).verify()
