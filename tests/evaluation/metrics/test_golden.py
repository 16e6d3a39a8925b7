"""Published and released values, to the digits they were given with."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from simplifier.evaluation.metrics import CandidateScorer, ReferenceSet, parse_metric
from simplifier.languages import language_named

ENGLISH = language_named("en")

SOURCE = "About 95 species are currently accepted ."
REFERENCES = [
    "About 95 species are currently known .",
    "About 95 species are now accepted .",
    "95 species are now accepted .",
]
OUTPUTS = [
    "About 95 you now get in .",
    "About 95 species are now accepted .",
    "About 95 species are now agreed .",
    "About 95 species are currently agreed .",
]


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("sari-paper", [26.83, 75.94, 58.90, 50.72]),
        ("sari-paper[counts=tokens,deletion=f1]", [31.35, 76.96, 63.24, 46.73]),
        ("sari-paper[counts=tokens]", [26.95, 78.29, 61.71, 50.89]),
        ("sari-eq[deletion=f1]", [31.88, 77.10, 63.60, 47.19]),
        ("sari-eq", [27.11, 78.35, 61.89, 51.29]),
    ],
)
def test_toy_sentence(metric: str, expected: list[float]) -> None:
    scorer = CandidateScorer(metric, [SOURCE], [[reference] for reference in REFERENCES], language=ENGLISH)
    assert scorer.score(0, OUTPUTS).round(2).tolist() == expected


def test_one_sentence_scores_alike_as_corpus() -> None:
    """With one sentence the toolkit's corpus level is its sentence level; 13a leaves these texts alone."""
    data = ReferenceSet([SOURCE], [[reference] for reference in REFERENCES], language=ENGLISH)
    assert round(parse_metric("sari-easse").score([OUTPUTS[0]], data).value, 2) == 31.35
    assert round(parse_metric("sari-easse-precision").score([OUTPUTS[1]], data).value, 2) == 78.29


def test_fkbleu_by_hand() -> None:
    """The identity: iBLEU 0.9 * BLEU - 0.1 with no change of grade, so the root of half of it."""
    data = ReferenceSet([SOURCE], [[reference] for reference in REFERENCES], language=ENGLISH)
    bleu = parse_metric("sentence-bleu").score([SOURCE], data).value / 100
    fkbleu = parse_metric("fkbleu").score([SOURCE], data).value
    assert fkbleu == pytest.approx(100 * np.sqrt((0.9 * bleu - 0.1) / 2), abs=1e-9)
    printed = parse_metric("fkbleu-printed").score([SOURCE], data).value
    assert printed == pytest.approx(100 * (0.9 * bleu - 0.1) / 2, abs=1e-9)


MARENGO = (
    "marengo is a town in and the county seat of iowa county , iowa , united states ."
    " it has served as the county seat since august 1845 , even though it was not incorporated until july"
    " 1859 . the population was 2,528 in the 2010 census , a decline from 2,535 in 2000 ."
)
MARENGO_REFERENCE = "marengo is a city in iowa in the US . the population was 2,528 in 2010 ."
MARENGO_OUTPUTS = [
    "in the US . 2,528 in 2010 .",
    "marengo is a city in iowa , the US . it has served as the county seat since august 1845 , even though it"
    " was not incorporated . the population was 2,528 in the 2010 census , a decline from 2,535 in 2010 .",
    "marengo is a town in iowa . marengo is a town in the US . in the US . the population was 2,528 ."
    " the population in the 2010 census .",
    "marengo is a town in iowa , united states . in 2010 , the population was 2,528 .",
]


@pytest.mark.parametrize(
    ("metric", "total", "keep", "delete", "add"),
    [
        (
            "sari-paper",
            [54.24, 64.90, 66.80, 49.93],
            [23.74, 33.68, 67.63, 51.39],
            [88.18, 98.08, 96.44, 91.25],
            [50.80, 62.95, 36.33, 7.14],
        ),
        (
            "d-sari",
            [42.80, 41.00, 42.91, 48.69],
            [23.74, 11.86, 25.68, 50.06],
            [88.18, 48.19, 66.72, 88.88],
            [16.49, 62.95, 36.33, 7.14],
        ),
    ],
)
def test_document(metric: str, total: list[float], keep: list[float], delete: list[float], add: list[float]) -> None:
    scorer = CandidateScorer(metric, [MARENGO], [[MARENGO_REFERENCE]], language=ENGLISH)
    statistics = scorer.statistics(0, MARENGO_OUTPUTS)
    assert scorer.segment_scores(statistics).round(2).tolist() == total
    parts = scorer.metric.segment_parts(statistics)
    assert parts["keep"].round(2).tolist() == keep
    assert parts["delete"].round(2).tolist() == delete
    assert parts["add"].round(2).tolist() == add


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize(
    ("test_set", "source", "references"),
    [
        ("asset", "src.asset", "asset.ref"),
        ("turk", "src.detok", "turk.detok.ref"),
        ("hsplit", "src.hsplit", "hsplit.ref"),
    ],
)
def test_released_sentence_scores(shared_data: Path, test_set: str, source: str, references: str) -> None:
    """1,750 outputs with SARI, its operations, BLEU and their means, released by the 2021 meta-evaluation."""
    pytest.importorskip("sacremoses", reason="these values need Moses tokens; pip install sacremoses")
    folder = shared_data / "goldset70"
    rows = read_table(folder / "outputs_ratings.tsv")
    released = {
        (row["system"], row["sent_id"]): row
        for row in read_table(folder / "metrics.tsv")
        if row["test_set"] == test_set
    }
    files = sorted((folder / "refs").glob(references + "*"))
    data = ReferenceSet(
        (folder / source).read_text(encoding="utf-8").split("\n")[:70],
        [file.read_text(encoding="utf-8").split("\n")[:70] for file in files],
        language=ENGLISH,
    )
    outputs = [row["output"] for row in rows]
    sentences = [int(row["sent_id"]) - 1 for row in rows]
    assert len(outputs) == 1750

    def compare(scores: np.ndarray, column: str) -> None:
        expected = [float(released[row["system"], row["sent_id"]][column]) for row in rows]
        np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-6, err_msg=column)

    options = "tokenizer=moses,case=mixed"
    sari = f"sari-eq[combine=per-order,{options}]"
    bleu = f"sentence-bleu[smoothing=none,{options}]"
    both = parse_metric(f"gm({bleu}, {sari})")
    statistics = both.statistics(outputs, data, sentences)
    compare(both.segment_scores(statistics), "gmean_bleu_sari")
    metric = parse_metric(sari)
    own = metric.statistics(outputs, data, sentences)
    compare(metric.segment_scores(own), "sari")
    for part, column in (("add", "sari_add"), ("keep", "sari_keep"), ("delete", "sari_del")):
        compare(metric.segment_parts(own)[part], column)
    parts = both.segment_parts(statistics)
    compare(parts[bleu], "bleu")
    mean = parse_metric(f"am({bleu}, {sari})")
    compare(mean.segment_scores(mean.statistics(outputs, data, sentences)), "amean_bleu_sari")
