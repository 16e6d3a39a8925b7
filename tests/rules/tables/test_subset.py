from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier.base.errors import ConfigError, InputError
from simplifier.core import RuleTable, TableBuilder, rewriting_rules
from simplifier.decoder import ChartDecoder, Derivation, GrammarPart, InputSentence
from simplifier.rules.inspection.census import take_census
from simplifier.rules.tables.columns import read_table
from simplifier.rules.tables.prune import Thresholds, prune_table
from simplifier.rules.tables.subset import applicable_rules, filter_table, keep_sources, merge_tables

Row = tuple[str, str, str, float]

ROWS: list[Row] = [
    ("NP", "the cat", "the pet", 1.0),
    ("NP", "the cat", "a cat", 1.0),
    ("NN", "cat", "cat", 0.5),
    ("S", "[NP,1] was seen by [NP,2]", "[NP,2] saw [NP,1]", 2.0),
    ("VP", "seen [PP,1] often", "often seen [PP,1]", 2.0),
    ("S", "[NP,1] [VP,2]", "[NP,1] [VP,2]", 0.125),
    ("X", "[NP,1]", "[NP,1]", 0.0),
    ("PP", "by [X,1]", "by [X,1]", 0.0),
    ("NP", "me", "us", 0.25),
]


def build(path: Path, rows: Sequence[Row], name: str = "worth", provenance: str = "hand") -> RuleTable:
    builder = TableBuilder(str(path), [name], [0.0], [provenance], "{}", str(path.parent))
    values = np.array([[row[3]] for row in rows], dtype=np.float32)
    lhs, sources, targets = ([row[i] for row in rows] for i in range(3))
    builder.add(lhs, sources, targets, values, None, 0)
    builder.finish()
    return RuleTable(str(path))


def sides(table: RuleTable, rules: Sequence[int] | None = None) -> set[tuple[str, str]]:
    numbers = range(len(table)) if rules is None else rules
    return {table.rule(int(rule))[1:3] for rule in numbers}


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("the cat", 0, {"the cat", "cat", "[NP,1]", "[NP,1] [VP,2]"}),
        ("cat the", 0, {"cat", "[NP,1]", "[NP,1] [VP,2]"}),
        ("seen far and wide often", 0, {"seen [PP,1] often", "[NP,1]", "[NP,1] [VP,2]"}),
        ("seen far and wide often", 4, {"[NP,1]", "[NP,1] [VP,2]"}),
        ("seen often", 0, {"[NP,1]", "[NP,1] [VP,2]"}),
        ("was seen by", 0, {"[NP,1]", "[NP,1] [VP,2]"}),
        ("it was seen by", 0, {"[NP,1]", "[NP,1] [VP,2]"}),
        ("it was seen by you", 0, {"[NP,1]", "[NP,1] [VP,2]", "by [X,1]", "[NP,1] was seen by [NP,2]"}),
        ("it was seen by you", 4, {"[NP,1]", "[NP,1] [VP,2]", "by [X,1]"}),
        ("dogs", 0, {"[NP,1]"}),
        ("", 0, set()),
    ],
)
def test_rules_that_can_apply(tmp_path: Path, text: str, limit: int, expected: set[str]) -> None:
    table = build(tmp_path / "all.table", ROWS)
    found = applicable_rules(table, [text.split()], limit)
    assert {source for source, _ in sides(table, found)} == expected


def described(derivation: Derivation) -> tuple[object, ...]:
    rules = [(one.lhs, one.source, one.target, one.start, one.end) for one in derivation.applications]
    return derivation.score, derivation.tokens, derivation.features, rules


WORDS = st.sampled_from(["a", "b", "c"])


@st.composite
def rule_rows(draw: st.DrawFn) -> Row:
    gaps = draw(st.integers(0, 2))
    labels = [draw(st.sampled_from(["X", "A", "B"])) for _ in range(gaps)]
    source: list[str] = []
    for index, label in enumerate(labels, 1):
        source += [*draw(st.lists(WORDS, max_size=1)), f"[{label},{index}]"]
    source += draw(st.lists(WORDS, min_size=0 if gaps > 1 else 1, max_size=2))
    target = draw(st.permutations([*source]))
    value = draw(st.sampled_from([0.0, 0.5, 1.0]))
    return draw(st.sampled_from(["X", "A", "B"])), " ".join(source), " ".join(target), value


@settings(max_examples=60, deadline=None)
@given(
    st.lists(rule_rows(), min_size=1, max_size=12),
    st.lists(st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=6), min_size=1, max_size=2),
    st.sampled_from([0, 2]),
    st.sampled_from([1, 3, 10]),
)
def test_the_decoder_gives_the_same_with_either_table(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[Row],
    texts: list[list[str]],
    pop_limit: int,
    span_limit: int,
) -> None:
    folder = tmp_path_factory.mktemp("filter")
    whole = build(folder / "all.table", rows)
    used = applicable_rules(whole, texts, span_limit)
    if not len(used):
        return
    filter_table(whole, folder / "some.table", texts, span_limit)
    results = []
    for name in ("all.table", "some.table"):
        decoder = ChartDecoder(
            [GrammarPart(RuleTable(str(folder / name)), "g", span_limit)],
            weights={"worth": 1.0, "GluePenalty": -0.25},
            pop_limit=pop_limit,
        )
        derivations = decoder.decode([InputSentence(tuple(text)) for text in texts], k=20, unique=False)
        results.append([[described(one) for one in best] for best in derivations])
    assert results[0] == results[1]


def test_a_filtered_table_keeps_everything_of_its_rules(tmp_path: Path) -> None:
    table = build(tmp_path / "all.table", ROWS)
    count = filter_table(table, tmp_path / "some.table", [["the", "cat"]], 5)
    some = RuleTable(str(tmp_path / "some.table"))
    assert count == len(some) == 5 < len(table)
    for rule in range(len(some)):
        lhs, source, target = some.rule(rule)[:3]
        assert (lhs, source, target, float(some.features(rule)[0])) in ROWS
    assert json.loads(some.metadata) == {"filtered": {"span_limit": 5}}
    some.verify()
    with pytest.raises(InputError, match="none of its 1 rules applies"):
        lexical = build(tmp_path / "one.table", ROWS[:1])
        filter_table(lexical, tmp_path / "none.table", [["dog"]])


def test_merged_tables_have_all_rules_features_and_sources(tmp_path: Path) -> None:
    rows = [("NN", "cat", "pet", 1.0), ("NN", "cat", "animal", 2.0)]
    first = build(tmp_path / "1.table", rows, "MeteorLogProb", "meteor")
    more = [("NN", "cat", "pet", 3.0), ("NN", "dog", "pet", 4.0)]
    second = build(tmp_path / "2.table", more, "p(e|f)", "ppdb")
    third = build(tmp_path / "3.table", [("NN", "cat", "pet", 0.5)], "p(e|f)", "more")
    assert merge_tables([first, second, third], tmp_path / "all.table") == 3
    merged = RuleTable(str(tmp_path / "all.table"))
    assert merged.feature_names == ["MeteorLogProb", "p(e|f)"]
    assert merged.provenance == ["meteor", "ppdb", "more"]
    rules = {merged.rule(i)[1:3]: (merged.features(i).tolist(), merged.rule(i)[4]) for i in range(3)}
    # Missing values become the registered defaults; of two costs the smaller stays.
    assert rules["cat", "pet"] == ([1.0, 0.5], 0b111)
    assert rules["cat", "animal"] == ([2.0, 10.0], 0b001)
    assert rules["dog", "pet"] == ([-5.0, 4.0], 0b010)
    assert json.loads(merged.metadata)["merged"] == ["1.table", "2.table", "3.table"]


def test_too_many_sources_are_refused(tmp_path: Path) -> None:
    tables = [build(tmp_path / f"{i}.table", ROWS[:1], provenance=f"source{i}") for i in range(33)]
    with pytest.raises(InputError, match="33 sources of rules"):
        merge_tables(tables, tmp_path / "all.table")
    assert not (tmp_path / "all.table").exists()


def test_a_census_counts(tmp_path: Path) -> None:
    census = take_census(build(tmp_path / "all.table", ROWS))
    assert (census.rules, census.sources, census.words, census.copies) == (9, 8, 11, 4)
    assert census.nonterminals == {0: 4, 1: 3, 2: 2}
    assert census.source_symbols == {2: 4, 1: 3, 5: 1, 3: 1}
    assert census.labels == {"NP": 3, "S": 2, "NN": 1, "VP": 1, "X": 1, "PP": 1}
    assert (census.provenance, census.most_targets) == ({"hand": 9}, ("the cat", 2))
    worth = census.features["worth"]
    assert (worth.least, worth.greatest) == (0, 2)
    assert worth.mean == pytest.approx(6.875 / 9) and worth.used == pytest.approx(7 / 9)


def test_a_table_reads_as_batches(tmp_path: Path) -> None:
    table = build(tmp_path / "all.table", ROWS)
    rows = [
        (lhs, s, t, float(v))
        for batch in read_table(table, batch_size=2)
        for lhs, s, t, v in zip(batch.lhs or [], batch.sources, batch.targets, batch.features["worth"], strict=True)
    ]
    assert sorted(rows) == sorted((a, b, c, float(np.float32(d))) for a, b, c, d in ROWS)
    assert sum(len(batch) for batch in read_table(table, self_rules=False)) == 5
    with pytest.raises(ConfigError, match="did you mean 'worth'"):
        next(read_table(table, ["worht"]))


def test_thresholds_drop_rules_whatever_their_score(tmp_path: Path) -> None:
    rows = [("NN", "cat", "pet", 0.1), ("NN", "cat", "beast", 0.9), ("NN", "cat", "cat", 0.0)]
    table = build(tmp_path / "all.table", rows)
    limits = Thresholds(minimum={"worth": 0.1}, maximum={"worth": 0.5})
    prune_table(table, tmp_path / "some.table", {}, 9, float("inf"), thresholds=limits)
    assert sides(RuleTable(str(tmp_path / "some.table"))) == {("cat", "pet"), ("cat", "cat")}


def test_rules_that_make_one_phrase_into_another(tmp_path: Path) -> None:
    rows = [
        ("VB", "to use", "to apply", 0.0),
        ("VB", "use", "apply", 0.0),
        ("VB", "use", "employ", 0.0),
        ("VB", "use and apply", "apply", 0.0),
        ("VB", "reuse", "apply", 0.0),
        ("VB", "use [NP,1]", "apply [NP,1]", 0.0),
    ]
    table = build(tmp_path / "all.table", rows)
    found = sides(table, rewriting_rules(table, ["use"], ["apply"]).tolist())
    assert found == {("to use", "to apply"), ("use", "apply"), ("use [NP,1]", "apply [NP,1]")}
    assert not len(rewriting_rules(table, ["use"], ["nowhere"]))


def test_rules_that_another_source_holds_stay(tmp_path: Path) -> None:
    shared, first, second = ("NN", "cat", "pet", 1.0), ("NN", "dog", "pet", 2.0), ("NN", "cow", "beast", 3.0)
    one = build(tmp_path / "one.table", [shared, first], provenance="one")
    two = build(tmp_path / "two.table", [shared, second], provenance="two")
    merge_tables([one, two], tmp_path / "both.table")
    both = RuleTable(str(tmp_path / "both.table"))
    assert keep_sources(both, tmp_path / "kept.table", ["one"]) == 2
    kept = RuleTable(str(tmp_path / "kept.table"))
    assert sides(kept) == {("cat", "pet"), ("dog", "pet")}
    assert kept.features(kept.lookup(["dog"])[0]).tolist() == [2.0]
    with pytest.raises(ConfigError, match="did you mean 'two'"):
        keep_sources(both, tmp_path / "none.table", ["tow"])
    with pytest.raises(InputError, match="no rule comes from nowhere"):
        keep_sources(both, tmp_path / "none.table", [])
