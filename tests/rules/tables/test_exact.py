"""Exact tables through the tools: built, shown, filtered, pruned, merged, exported."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from simplifier.cli.rules import rules_group
from simplifier.core import RuleTable, TableBuilder
from simplifier.rules.tables.build_config import BuildConfig, SourceConfig
from simplifier.rules.tables.columns import read_table
from simplifier.rules.tables.prune import prune_table
from simplifier.rules.tables.subset import filter_table, keep_sources, merge_tables
from simplifier.rules.tables.table import open_table

COUNT = 1500
Values = dict[tuple[str, str], list[float]]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(rules_group, [str(argument) for argument in arguments])


def write(path: Path, seed: int, exact: bool, provenance: str = "hand") -> RuleTable:
    rng = np.random.default_rng(seed)
    builder = TableBuilder(str(path), ["cost", "flag"], [0.0, 0.0], [provenance], "{}", str(path.parent), exact=exact)
    values = np.stack([rng.normal(size=COUNT), rng.integers(0, 2, COUNT)], axis=1).astype(np.float32)
    builder.add(["X"] * COUNT, [f"w{i} x" for i in range(COUNT)], ["v"] * COUNT, values, None, 0)
    builder.finish()
    return open_table(path)


def contents(table: RuleTable) -> Values:
    found = {}
    for rule in range(len(table)):
        _, source, target, _, _ = table.rule(rule)
        found[source, target] = table.features(rule).tolist()
    return found


def test_what_is_cut_out_of_an_exact_table_is_exact(tmp_path: Path) -> None:
    table = write(tmp_path / "t", 1, exact=True)
    whole = contents(table)
    filter_table(table, tmp_path / "filtered", [[f"w{i}", "x"] for i in range(900)])
    keep_sources(table, tmp_path / "kept", ["hand"])
    prune_table(table, tmp_path / "pruned", {"cost": 1.0}, 1, margin=float("inf"))
    for name, count in (("filtered", 900), ("kept", COUNT), ("pruned", COUNT)):
        small = open_table(tmp_path / name)
        small.verify()
        assert (small.exact, len(small)) == (True, count)
        assert contents(small).items() <= whole.items()


def test_a_coded_table_stays_coded(tmp_path: Path) -> None:
    filter_table(write(tmp_path / "t", 1, exact=False), tmp_path / "filtered", [["w1", "x"]])
    assert not open_table(tmp_path / "filtered").exact


@pytest.mark.parametrize(("first", "second"), [(True, True), (True, False), (False, True)])
def test_with_an_exact_table_merging_changes_no_value(first: bool, second: bool, tmp_path: Path) -> None:
    one = write(tmp_path / "one", 1, first, "a")
    other = write(tmp_path / "other", 2, second, "b")
    assert merge_tables([one, other], tmp_path / "all") == COUNT
    merged = open_table(tmp_path / "all")
    merged.verify()
    assert merged.exact
    pairs = contents(other)
    expected = {rule: [max(a, b) for a, b in zip(v, pairs[rule], strict=True)] for rule, v in contents(one).items()}
    assert contents(merged) == expected


def test_coded_tables_merge_exactly_where_asked(tmp_path: Path) -> None:
    one, other = write(tmp_path / "one", 1, False, "a"), write(tmp_path / "other", 2, False, "b")
    assert run("merge", one.path, other.path, "--output", tmp_path / "coded").exit_code == 0
    assert not open_table(tmp_path / "coded").exact
    assert run("merge", one.path, other.path, "--exact", "--output", tmp_path / "exact").exit_code == 0
    assert open_table(tmp_path / "exact").exact


DRAWN = random.Random(3)
GRAMMAR = "".join(
    f"[X] ||| w{i} ||| v{i % 7} ||| {DRAWN.expovariate(1):.9f} Rank={DRAWN.random()!r}\n" for i in range(600)
)


def build(folder: Path, *arguments: str, extra: str = "") -> RuleTable:
    (folder / "grammar").write_text(GRAMMAR)
    (folder / "rules.toml").write_text(
        f'{extra}\nfeatures = ["tm_pt_0", "Rank"]\nself_rules = {{ sources = false }}\n'
        '[[sources]]\nname = "g"\nformat = "joshua"\npath = "grammar"\n'
    )
    result = run("build", "--config", folder / "rules.toml", "--output", folder / "t", *arguments)
    assert result.exit_code == 0, result.output
    return open_table(folder / "t")


def test_export_gives_back_the_very_values(tmp_path: Path) -> None:
    table = build(tmp_path)
    assert table.exact and table.value_features == ["tm_pt_0", "Rank"]
    assert run("export", tmp_path / "t", "--format", "joshua", "--output", tmp_path / "out.gz").exit_code == 0
    given = dict(line.split(" ||| ")[1::2] for line in GRAMMAR.splitlines())
    lines = gzip.decompress((tmp_path / "out.gz").read_bytes()).decode().splitlines()
    written = {line.split(" ||| ")[1]: line.split(" ||| ")[3] for line in lines}
    for source, features in given.items():
        cost, rank = features.split()
        found_cost, found_rank = written[source].split()
        assert np.float32(found_cost) == np.float32(cost)
        assert found_rank.startswith("Rank=") and np.float32(found_rank[5:]) == np.float32(rank[5:])
    again = next(read_table(table))
    assert len(again) == len(table)


@pytest.mark.parametrize(
    ("arguments", "extra", "exact"),
    [
        ((), "", True),
        (("--coded",), "", False),
        ((), "exact = false", False),
        (("--exact",), "exact = false", True),
    ],
)
def test_grammars_of_joshua_are_exact_unless_told(
    arguments: tuple[str, ...], extra: str, exact: bool, tmp_path: Path
) -> None:
    assert build(tmp_path, *arguments, extra=extra).exact is exact


@pytest.mark.parametrize(
    ("formats", "exact"), [(["moses"], True), (["ppdb1", "joshua"], True), (["ppdb1", "meteor"], False)]
)
def test_what_is_exact_without_being_told(formats: list[str], exact: bool) -> None:
    sources = tuple(SourceConfig(name=one, format=one, path=Path(one)) for one in formats)
    assert BuildConfig(sources=sources).stores_exactly is exact


def test_stats_and_verify_tell(tmp_path: Path) -> None:
    write(tmp_path / "e", 1, exact=True)
    write(tmp_path / "c", 1, exact=False)
    assert "values          exact: 1 features as 32-bit numbers, 1 in a byte\n" in run("stats", tmp_path / "e").stdout
    coded = run("stats", tmp_path / "c").stdout
    assert "values          a byte each, the nearest of 256 where a feature has more\n" in coded
    assert '"exact": true' in run("stats", tmp_path / "e", "--format", "json").stdout
    assert run("verify", tmp_path / "e").stdout == f"{tmp_path / 'e'}: {COUNT} rules, whole\n"
