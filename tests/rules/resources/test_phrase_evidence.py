from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import FormatError
from simplifier.rules.features import EncodedBatch
from simplifier.rules.features.evidence import EvidenceFeatures
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.resources.phrase_evidence import PhraseValues, read_phrase_values

HEADER = "phrase\tchange\tdrop\tsimple\tkept\n"
TABLE = HEADER + "utilize\t1.5\t0.5\t-2\t7\nuse\t-1\t0\t1\t9\nmake use of\t2\t0.25\t-3\t1\nvery\t0\t2\t0\t1\n"


@pytest.fixture
def table_path(tmp_path: Path) -> Path:
    path = tmp_path / "phrases.tsv"
    path.write_text(TABLE)
    return path


def test_values_of_words_and_phrases(table_path: Path) -> None:
    table = read_phrase_values(table_path)
    assert table.phrase("make use of") == PhraseValues(2.0, 0.25, -3.0)
    assert table.phrase("utilize use") == PhraseValues(0.25, 0.25, -0.5)  # the mean over its words
    assert table.phrase("unseen") == table.word("unseen") == PhraseValues(0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word\tvalue\n", "expected the columns phrase, change, drop, simple"),
        (HEADER + "use\t1\n", "expected a phrase and numbers"),
        (HEADER + "use\t1\tx\t2\n", "expected a phrase and numbers"),
        (HEADER + "use\t1\tnan\t2\n", "expected a phrase and numbers"),
        (HEADER, "found none"),
    ],
)
def test_broken_tables_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "phrases.tsv"
    path.write_text(text)
    with pytest.raises(FormatError, match=message):
        read_phrase_values(path)


def test_features_of_rules(table_path: Path) -> None:
    sources = ["utilize", "use", "very utilize tools", "stop ."]
    targets = ["use", "use", "use tools", "stop"]
    given = {"ParallelLogProb": np.array([-0.5, np.nan, np.nan, np.nan], dtype=np.float32)}
    batch = EncodedBatch(RuleBatch(sources, targets, None, given), ["X"] * 4)
    columns = {
        name: values.tolist()
        for name, values in EvidenceFeatures(read_phrase_values(table_path)).compute(batch).items()
    }
    assert columns["InParallel"] == [True, False, False, False]
    assert columns["ChangePropensity"] == pytest.approx([1.5, 0.0, 0.5, 0.0])
    assert columns["ChangePropensityWords"] == pytest.approx([1.5, 0.0, 1.5, 0.0])
    assert columns["DropPropensity"] == pytest.approx([0.5, 0.0, 2.5 / 3, 0.0])
    assert columns["DropPropensityWords"] == pytest.approx([0.5, 0.0, 2.5, 0.0])
    assert columns["SourceSimpleLogOdds"] == pytest.approx([-2.0, 1.0, -2 / 3, 0.0])
    assert columns["SimpleLogOddsDiff"] == pytest.approx([3.0, 0.0, 0.5 + 2 / 3, 0.0])
    assert columns["SimpleLogOddsDiffWords"] == pytest.approx([3.0, 0.0, 2.0, 0.0])
    assert columns["SentenceEnds"] == [0.0, 0.0, 0.0, -1.0]


def test_without_a_table_only_the_rules_speak() -> None:
    batch = EncodedBatch(RuleBatch(["a"], ["b"]), ["X"])
    assert set(EvidenceFeatures().compute(batch)) == {"SentenceEnds"}
