"""Published correlations of Alva-Manchego et al. (2021) on the 1,750 outputs rated for structural simplicity.

Table 7 (column All) and table 10 as the authors' notebooks print them: absolute values to three decimals. The
table of Simplicity-DA (11) needs ratings of test sentences, which we do not open.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier.evaluation.correlation.rating_readers import read_ratings, read_values
from simplifier.evaluation.correlation.ratings import RatedOutputs
from simplifier.evaluation.correlation.scoring import References, columns_by_set
from simplifier.evaluation.correlation.study import Settings, Study, correlate
from simplifier.evaluation.metrics import parse_metric

ASPECT = "structural_simplicity"
TYPES = ("PBMT", "SBMT", "NeuralSeq2Seq", "Semantics", "Semantics+PBMT", "Semantics+NeuralSeq2Seq")
#: Metric: All of table 7, then table 10 by `TYPES`; with the sign that the print leaves out.
PUBLISHED = {
    "bertscore_P": (-0.090, 0.501, 0.571, -0.292, 0.330, 0.096, -0.111),
    "bertscore_R": (-0.430, 0.339, 0.418, -0.635, 0.066, -0.134, -0.480),
    "bertscore_F1": (-0.325, 0.405, 0.497, -0.553, 0.180, -0.049, -0.362),
    "bleu": (-0.443, 0.284, 0.380, -0.661, 0.130, -0.147, -0.540),
    "ibleu": (-0.436, 0.252, 0.380, -0.642, 0.130, -0.145, -0.536),
    "sari": (-0.313, 0.015, 0.286, -0.330, 0.028, -0.166, -0.355),
    "amean_bleu_sari": (-0.431, 0.184, 0.364, -0.603, 0.100, -0.175, -0.507),
    "gmean_bleu_sari": (-0.438, 0.157, 0.341, -0.589, 0.097, -0.185, -0.515),
    "fkbleu": (-0.364, 0.215, 0.344, -0.617, -0.009, -0.119, -0.539),
    "fkgl": (-0.228, -0.205, -0.016, -0.251, -0.083, -0.155, -0.242),
    "samsa": (-0.284, 0.141, 0.177, -0.368, 0.052, 0.009, -0.497),
    "amean_sari_samsa": (-0.347, 0.121, 0.271, -0.425, 0.056, -0.063, -0.502),
    "gmean_sari_samsa": (-0.302, 0.123, 0.253, -0.446, 0.081, -0.025, -0.505),
}
#: The metrics that the article prints in bold: no other is farther from 0 by Williams' test.
WINNERS = {"bleu", "gmean_bleu_sari", "bertscore_R"}
OURS = {
    "sari": "sari-eq[combine=per-order,tokenizer=moses,case=mixed]",
    "bleu": "sentence-bleu[smoothing=none,tokenizer=moses,case=mixed]",
}
FILES = {
    "asset": ("src.asset", "asset.ref*"),
    "turk": ("src.detok", "turk.detok.ref*"),
    "hsplit": ("src.hsplit", "hsplit.ref*"),
}


@pytest.fixture(scope="module")
def ratings(shared_data: Path) -> RatedOutputs:
    folder = shared_data / "goldset70"
    rated = read_ratings(folder / "outputs_ratings.tsv")
    return read_values(folder / "metrics.tsv", rated).with_only(list(PUBLISHED))


@pytest.fixture(scope="module")
def study(ratings: RatedOutputs) -> Study:
    settings = Settings((ASPECT,), ("sentence",), ("pearson",), ("type", "band"), samples=0)
    return correlate(ratings, columns_by_set(ratings, (), {}), settings)


def test_every_cell(study: Study) -> None:
    found = {
        (one.metric, one.group): one.coefficients["pearson"].value
        for one in study.correlations
        if one.references == "hsplit" and one.grouping != "band"
    }
    cells = [
        (metric, group, round(found[metric, group], 3), published)
        for metric, row in PUBLISHED.items()
        for group, published in zip(("", *TYPES), row, strict=True)
    ]
    assert len(cells) == 13 + 78
    assert [cell for cell in cells if cell[2] != pytest.approx(cell[3], abs=1e-9)] == []


def test_the_same_metrics_win(study: Study) -> None:
    own = [one for one in study.correlations if (one.references, one.grouping) == ("hsplit", "all")]
    assert {one.metric for one in own if one.beaten is False} == WINNERS


def test_ties_at_the_cut_are_said(study: Study) -> None:
    assert any("833 outputs rated 0 lie at a cut" in note for note in study.notes)


def test_signs_that_differ_are_said(study: Study) -> None:
    assert any(note.startswith("positive in one group and negative in another") for note in study.notes)


def test_our_own_values_give_the_same(shared_data: Path, ratings: RatedOutputs) -> None:
    pytest.importorskip("sacremoses", reason="these values need Moses tokens; pip install sacremoses")
    folder = shared_data / "goldset70"

    def lines(path: Path) -> list[str]:
        return path.read_text(encoding="utf-8").split("\n")[:70]

    sets = {
        name: References([lines(file) for file in sorted((folder / "refs").glob(pattern))], lines(folder / source))
        for name, (source, pattern) in FILES.items()
    }
    columns = columns_by_set(ratings, [parse_metric(one) for one in OURS.values()], sets)
    for own in columns.values():
        by_name = {column.name: column.values for column in own}
        for released, ours in OURS.items():
            np.testing.assert_allclose(by_name[ours], by_name[released], rtol=0, atol=1e-6)
