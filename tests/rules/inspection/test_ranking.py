from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier.core import TableBuilder
from simplifier.rules.inspection.evidence import evidence
from simplifier.rules.inspection.feature_groups import feature_groups, group_totals
from simplifier.rules.inspection.ranking import NamedTable, decisions, rank, table_weights
from simplifier.rules.tables.table import open_table

FEATURES = ["TargetWords", "MeteorLogProb", "SourceComplexity", "ComplexityDiff", "tm_pt_0"]


def table(folder: Path, name: str, rows: list[tuple[str, str, str, list[float]]]) -> NamedTable:
    path = folder / f"{name}.table"
    builder = TableBuilder(str(path), FEATURES, [0.0] * len(FEATURES), [f"from-{name}"], "{}", str(folder))
    values = np.array([row[3] for row in rows], dtype=np.float32)
    builder.add([r[0] for r in rows], [r[1] for r in rows], [r[2] for r in rows], values, None, 0)
    builder.finish()
    return NamedTable(name, open_table(path))


@pytest.fixture
def tables(tmp_path: Path) -> list[NamedTable]:
    first = [
        ("JJ", "principal", "main", [1, -1, 0, -2, 0]),
        ("NN", "principal", "main", [1, -2, 0, -2, 0]),
        ("JJ", "principal", "principal", [1, 0, 0, 0, 0]),
        ("NN", "objective", "objective", [1, -0.5, 0, 0, 0]),
        ("NP", "principal objective", "aim", [1, -3, 0, 0, 0]),
        ("NP", "principal unknown", "x", [1, -3, 0, 0, 0]),
    ]
    second = [("X", "principal", "chief", [1, 0, 0, -2, 0.25])]
    return [table(tmp_path, "one", first), table(tmp_path, "two", second)]


WEIGHTS = {"TargetWords": 1.0, "MeteorLogProb": 0.5, "ComplexityDiff": -1.0, "tm_pt_0": 2.0, "lm_normal": 7.0}


def test_candidates_of_all_tables_are_ranked_together_and_copying_has_its_place(
    tables: list[NamedTable],
) -> None:
    ranking = rank(tables, "principal", WEIGHTS)
    assert [(one.rank, one.target, one.score, one.owner) for one in ranking.candidates] == [
        (1, "chief", 3.5, "two"),
        (2, "main", 2.5, "one"),
        (3, "principal", 1.0, "one"),
    ]
    assert ranking.copy is not None and ranking.copy.rank == 3
    main = ranking.candidates[1]
    assert main.labels == ("JJ", "NN")  # the best first
    assert main.contributions == {"TargetWords": 1.0, "MeteorLogProb": -0.5, "ComplexityDiff": 2.0}
    assert sum(main.contributions.values()) == main.score
    assert main.provenance == ("from-one",)


def test_copying_is_shown_below_the_top(tables: list[NamedTable]) -> None:
    assert [one.rank for one in rank(tables, "principal", WEIGHTS).top(1)] == [1, 3]


def test_a_phrase_is_copied_word_by_word(tables: list[NamedTable]) -> None:
    ranking = rank(tables, "principal objective", WEIGHTS)
    assert [(one.target, one.score, one.is_composed) for one in ranking.candidates] == [
        ("principal objective", 1.0 + 0.75, True),
        ("aim", -0.5, False),
    ]
    assert rank(tables, "principal unknown", WEIGHTS).copy is None
    assert rank(tables, "nothing", WEIGHTS).candidates == ()


def test_what_is_vetoed_or_demanded_stands_apart_with_the_score_it_would_have(
    tables: list[NamedTable],
) -> None:
    weights = WEIGHTS | {"tm_pt_0": -4000.0}  # 0.25 of "chief"
    plain = rank(tables, "principal", weights)
    assert [one.rank for one in plain.candidates] == [1, 2, 3] and not plain.vetoed
    assert plain.candidates[-1].score == -997.0
    vetoed = rank(tables, "principal", weights, {"tm_pt_0"})
    assert [(one.rank, one.target) for one in vetoed.candidates] == [(1, "main"), (2, "principal")]
    (chief,) = vetoed.vetoed
    assert chief.is_vetoed and (chief.rank, chief.score, chief.decided) == (0, 3.0, {"tm_pt_0": -1000.0})
    assert sum(chief.contributions.values()) == chief.score
    demanded = rank(tables, "principal", WEIGHTS | {"tm_pt_0": 4000.0}, {"tm_pt_0"}).candidates[0]
    assert demanded.is_demanded and (demanded.rank, demanded.target, demanded.score) == (1, "chief", 3.0)
    assert rank(tables, "principal", WEIGHTS | {"TargetWords": -70.0}, {"TargetWords"}).copy is not None


def test_a_small_price_of_a_deciding_feature_is_an_opinion() -> None:
    assert decisions({"a": -49.9, "b": -50.0, "c": -900.0}, {"a", "b"}) == {"b": -50.0}


def test_groups_come_from_the_register(tables: list[NamedTable]) -> None:
    groups = feature_groups(table_weights(tables, WEIGHTS) | {"SourceComplexity": 0.0})
    assert groups == {
        "TargetWords": "shape",
        "MeteorLogProb": "statistics",
        "SourceComplexity": "lexicon",
        "ComplexityDiff": "lexicon",
        "tm_pt_0": "given",
    }
    totals = group_totals({"TargetWords": 1.0, "ComplexityDiff": 2.0, "SourceComplexity": 0.5}, groups)
    assert totals == {"shape": 1.0, "statistics": 0.0, "lexicon": 2.5, "given": 0.0}


def test_evidence_is_said_in_words_where_it_is_not_the_default() -> None:
    values = {
        "MeteorLogProb": float(np.log(0.295)),
        "PPDBSize": 2.0,
        "PPDB2Score": 2.0,
        "ParallelLogCount": 0.0,
    }
    assert evidence(values) == ("METEOR p 0.29", "PPDB size l")
    assert evidence({"ParallelLogCount": float(np.log(13))}) == ("12 times in parallel text",)
    assert evidence(values, is_copy=True) == ()
