"""What is written reads back as it was, in every format."""

from __future__ import annotations

import gzip
import io
import math
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier.base.errors import ConfigError
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers import FORMATS, read_rules
from simplifier.rules.writers import WRITTEN_FORMATS, WriteReport, packed_by_name, write_rules
from simplifier.rules.writers.numbers import value_text

FILES = {
    "ppdb1": "[NN] ||| objective ||| goal ||| CharCountDiff=-5 p(e|f)=0.64436 p(f|e,LHS)=1.20397 ||| 0-0\n"
    "[S/PP] ||| [NP/NP,1] such [VP\\NP,2] ||| [VP\\NP,2] [NP/NP,1] ||| CharCountDiff=1 p(e|f)=NA "
    "p(f|e,LHS)=2e-07 ||| 0-1 2-0\n[-RRB-] ||| ) ||| ] ||| CharCountDiff=0 p(e|f)=3 p(f|e,LHS)=NA\n",
    "ppdb2": "[VB] ||| use ||| apply ||| PPDB2.0Score=4.5 PPDB1.0Score=21.0625 -logp(e2|e1)=1.5 MVLSASim=NA "
    "||| 0-0 ||| Equivalence\n[DT] ||| a [NN,1] ||| one [NN,1] ||| PPDB2.0Score=3 PPDB1.0Score=1 "
    "-logp(e2|e1)=0.1 MVLSASim=-0.25 |||  ||| OtherRelated\n",
    "listed": "[RB] ||| hereby |||  ||| InPlainList=1\n[VB] ||| use ||| apply ||| InPlainList=1\n",
    "joshua": "[X] ||| src [X,1] ||| tgt [X,1] ||| 0.5 -1.2 0\n[X] ||| a ||| b ||| 1 2 Name=2\n",
    "moses": "in order to ||| to ||| 0.3 0.2 0.7 0.1 0.5 ||| 0-0 2-0 ||| 7 3 2\n"
    "a &amp; [ ||| &#124; ||| 0.5 0.5 0.25 1 0.125 ||| 0-0 ||| 2 4 1\n",
    "meteor": "0.25\nutilize\nuse\n0.5\nutilize\nuse of\n1\nwith regard to\nabout\n",
    "ppdb-lexical": "tag\tsource\ttarget\torder\tentailment\tsmallest_size\n"
    "NN\tcar\tauto\tlisted\tEquivalence\ts\n"
    "VB\tgo\tmove\treversed\tForwardEntailment,ReverseEntailment\txxxl\n",
    "ppdb-scores": "head\tparaphrase\tppdb2_score\nbig\tlarge\t4.25\nbig\thuge\tNA\n",
    "user": "utilize\tuse\n"
    'in order to\tto\talways\nlead\tnever\tNN\nuse\tapply\tVB\tnever\nat no time\t"never"\n'
    '"#tag"\tlabel\nbasically\t""\n',
}


def read(path: Path, file_format: str) -> list[RuleBatch]:
    return list(read_rules(path, file_format))


def write(batches: Iterable[RuleBatch], path: Path, file_format: str) -> WriteReport:
    with path.open("wb") as stream, packed_by_name(stream, path) as packed:
        return write_rules(batches, packed, file_format)


def assert_equal(first: list[RuleBatch], second: list[RuleBatch]) -> None:
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert one.sources == other.sources
        assert one.targets == other.targets
        assert one.lhs == other.lhs
        assert (one.alignments or [""] * len(one)) == (other.alignments or [""] * len(one))
        assert set(one.features) == set(other.features)
        for name, column in one.features.items():
            np.testing.assert_array_equal(column, other.features[name], name)


def test_every_format_is_written_and_tested() -> None:
    assert set(WRITTEN_FORMATS) == set(FORMATS) == set(FILES)


@pytest.mark.parametrize("file_format", FILES)
def test_read_write_read(tmp_path: Path, file_format: str) -> None:
    (tmp_path / "given").write_text(FILES[file_format], encoding="utf-8")
    rules = read(tmp_path / "given", file_format)
    report = write(rules, tmp_path / "written.gz", file_format)
    assert (report.written, report.left_out.total()) == (sum(map(len, rules)), 0)
    assert (tmp_path / "written.gz").read_bytes()[:2] == b"\x1f\x8b"
    again = read(tmp_path / "written.gz", file_format)
    assert_equal(rules, again)


@pytest.mark.parametrize("file_format", ["ppdb1", "listed", "joshua", "user", "meteor", "ppdb-scores"])
def test_lines_are_written_as_they_were(tmp_path: Path, file_format: str) -> None:
    (tmp_path / "given").write_text(FILES[file_format], encoding="utf-8")
    write(read(tmp_path / "given", file_format), tmp_path / "written", file_format)
    assert (tmp_path / "written").read_text(encoding="utf-8") == FILES[file_format]


def test_moses_lines_have_short_scores_and_the_counts_that_these_tell(tmp_path: Path) -> None:
    (tmp_path / "given").write_text(FILES["moses"], encoding="utf-8")
    write(read(tmp_path / "given", "moses"), tmp_path / "written.gz", "moses")
    first, second = gzip.decompress((tmp_path / "written.gz").read_bytes()).decode().splitlines()
    # 2 / 0.3 and 2 / 0.7: the sides' counts of the given file do not agree with its probabilities.
    assert first == "in order to ||| to ||| 0.3 0.2 0.7 0.1 0.5 ||| 0-0 2-0 ||| 6.66667 2.85714 2"
    assert second == "a &amp; &#91; ||| &#124; ||| 0.5 0.5 0.25 1 0.125 ||| 0-0 ||| 2 4 1"


@settings(max_examples=300, deadline=None)
@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_values_read_back_as_the_same_float32(value: float) -> None:
    assert np.float32(float(value_text(value))) == np.float32(value)


def test_values_are_short() -> None:
    texts = [value_text(float(np.float32(v))) for v in (0.64436, -5, 0.0, -0.0, 1e-7, 2.5e20, math.nan)]
    assert texts == ["0.64436", "-5", "0", "0", "1e-07", "2.5e+20", "NA"]


def batch(**features: list[float]) -> RuleBatch:
    columns = {name: np.array(values, dtype=np.float32) for name, values in features.items()}
    return RuleBatch(["a", "a", "a [X,1]"], ["b", "b", "[X,1] c"], ["NN", "VB", "X"], columns)


def test_what_a_format_cannot_hold_is_left_out_and_counted() -> None:
    stream = io.BytesIO()
    report = write_rules([batch(MeteorLogProb=[0, -1, -2])], stream, "meteor")
    assert stream.getvalue() == b"1\na\nb\n"
    assert report.written == 1
    assert dict(report.left_out) == {
        "nonterminals, which the format has no place for": 1,
        "the same pair under another label": 1,
    }
    report = write_rules([batch(IsEquivalence=[1, 0, 0])], io.BytesIO(), "ppdb2")
    assert (report.written, report.left_out.total()) == (1, 2)


@pytest.mark.parametrize(
    ("file_format", "features", "expected"),
    [
        ("meteor", {}, "MeteorLogProb or p"),
        ("ppdb-scores", {}, "PPDB2Score"),
        ("ppdb-lexical", {}, "PPDBSize"),
        ("moses", {"p(f|e)": [1.0, 1.0, 1.0]}, "no Lex"),
        ("joshua", {"tm_pt_1": [1.0, 1.0, 1.0]}, "no tm_pt_0"),
        ("joshua", {"tm_pt_0": [math.nan] * 3, "tm_pt_1": [1.0] * 3}, "tm_pt_0 of 'a' is missing"),
        ("joshuah", {}, "did you mean 'joshua'"),
    ],
)
def test_features_that_a_format_needs(file_format: str, features: dict[str, list[float]], expected: str) -> None:
    with pytest.raises(ConfigError, match=expected):
        write_rules([batch(**features)], io.BytesIO(), file_format)
