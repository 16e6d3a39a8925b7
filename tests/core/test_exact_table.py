"""Exact tables: every value of every feature comes out as it went in."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import numpy as np
import pytest

from simplifier.core import RuleTable, TableBuilder

NAMES = ["few", "many", "few_sums", "many_sums", "least"]
MERGES = ["max", "max", "sum", "sum", "min"]


def values_of(rng: random.Random) -> list[float]:
    missing = float("nan")
    return [
        float(rng.randint(0, 40)),
        rng.choice([missing, rng.gauss(0, 3), 0.1]),
        float(rng.randint(1, 3)),
        rng.choice([missing, rng.expovariate(1)]),
        -rng.expovariate(0.1),
    ]


def merged(policy: str, values: list[np.float32], default: float) -> float:
    present = [value for value in values if not np.isnan(value)]
    if not present:
        return float(np.float32(default))
    if policy == "sum":
        return float(sum(present[1:], start=present[0]))
    return float(max(present) if policy == "max" else min(present))


@pytest.mark.parametrize("memory_limit_mb", [0, 64])
def test_values_are_those_that_were_given(tmp_path: Path, memory_limit_mb: int) -> None:
    rng = random.Random(5)
    rows: dict[str, list[list[np.float32]]] = {}
    path = tmp_path / "t"
    builder = TableBuilder(
        *(str(path), NAMES, [0.3] * 5, ["first", "second"], "{}", str(tmp_path), memory_limit_mb, MERGES),
        exact=True,
    )
    for source in (0, 1):
        words = [f"w{i}" for i in rng.sample(range(900), 700)]
        matrix = np.array([values_of(rng) for _ in words], dtype=np.float32)
        builder.add(["X"] * len(words), words, ["v"] * len(words), matrix, None, source)
        for word, row in zip(words, matrix, strict=True):
            rows.setdefault(word, []).append(list(row))
    assert builder.finish() == len(rows)
    table = RuleTable(str(path))
    table.verify()
    assert table.exact
    assert table.value_features == ["many", "many_sums", "least"]
    for word, given in rows.items():
        (rule,) = table.lookup([word])
        columns = zip(MERGES, map(list, zip(*given, strict=True)), strict=True)
        assert table.features(rule).tolist() == [merged(policy, column, 0.3) for policy, column in columns]
    weights = np.array([1.0, -2.0, 0.5, 3.0, 0.25])
    stored = np.array([table.features(rule) for rule in range(len(table))])
    assert table.scores(weights) == pytest.approx(stored.astype(np.float64) @ weights, rel=1e-6)


def write(path: Path, values: list[float], exact: bool) -> RuleTable:
    builder = TableBuilder(str(path), ["cost"], [0.0], ["hand"], "{}", str(path.parent), exact=exact)
    words = [f"w{i}" for i in range(len(values))]
    matrix = np.array(values, dtype=np.float32)[:, np.newaxis]
    builder.add(["X"] * len(words), words, words, matrix, None, 0)
    builder.finish()
    return RuleTable(str(path))


def test_few_values_take_a_byte_in_exact_tables_too(tmp_path: Path) -> None:
    few, many = [i / 7 for i in range(250)], [i / 7 for i in range(1000)]
    exact, coded = write(tmp_path / "exact", few, True), write(tmp_path / "coded", few, False)
    assert (exact.exact, exact.value_features) == (True, [])
    assert (coded.exact, coded.value_features) == (False, [])
    assert [exact.features(i).tolist() for i in range(250)] == [coded.features(i).tolist() for i in range(250)]
    assert write(tmp_path / "many", many, True).value_features == ["cost"]


def test_tables_that_are_not_exact_are_of_the_first_version(tmp_path: Path) -> None:
    """Programs before exact tables read them, and name the version of those they cannot read."""
    for exact, version in ((False, 1), (True, 2)):
        write(tmp_path / "t", [0.1, 0.2], exact)
        assert struct.unpack_from("<I", (tmp_path / "t").read_bytes(), 8) == (version,)


def test_one_zero(tmp_path: Path) -> None:
    table = write(tmp_path / "t", [-0.0, *(1 + i / 3 for i in range(400))], True)
    assert str(table.features(table.lookup(["w0"])[0])[0]) == "0.0"
