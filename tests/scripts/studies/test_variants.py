from __future__ import annotations

from pathlib import Path

import pytest

from scripts.recipes.model_files import without_files
from scripts.studies.report_variants import METRICS, Variant, markdown, rewrite
from scripts.studies.tune_variants import OBJECTIVES, tune_variant
from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.base.settings import derive, to_toml
from simplifier.config import load_config, read_weights
from simplifier.evaluation.metrics import ReferenceSet
from simplifier.languages import language_named
from simplifier.records.requests import SearchRequest
from tests.toy_model import build_toy_model

ENGLISH = language_named("en")

SOURCES = ["The committee commenced large deliberations .", "A humorous residence is approximately large ."]
PLAIN = ["The group started big talks .", "A funny house is about big ."]


def test_one_table_with_a_row_for_each_system() -> None:
    references = ReferenceSet([line.lower() for line in SOURCES], [[line.lower() for line in PLAIN]], language=ENGLISH)
    text = markdown(SOURCES, references, {"copies": Variant(SOURCES, 0), "plain": Variant(PLAIN, 9)})
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    assert rows[0] == ["system", *METRICS, "edits a sentence"]
    values = {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}
    assert list(values) == ["unchanged", "copies", "plain"]
    assert {values["plain"][name] for name in ("bleu", "sentence-bleu")} == {"100.00"}
    assert values["plain"]["copies"] == "0.00" and values["copies"]["copies"] == "100.00"
    assert values["plain"]["edits a sentence"] == "4.50"
    assert values["copies"] == values["unchanged"] | {"edits a sentence": "0.00"}
    assert "1501. The committee" in text and "copies: (unchanged)" in text and f"plain: {PLAIN[1]}" in text


def test_outputs_and_edits_of_a_system(tmp_path: Path) -> None:
    simplifier = Simplifier.load(build_toy_model(tmp_path), overrides={"text.tokenised": True})
    found = rewrite(simplifier, SOURCES, SearchRequest())
    assert found.outputs[0] == "The group started big talks ."
    assert found.edits == 4 + 4


def test_objectives_differ_in_nothing_but_their_name(tmp_path: Path) -> None:
    try:
        Simplifier.load()
    except InputError as error:
        pytest.skip(str(error))
    later = ("numbers.table", "selection.trees", "reranker.trees", "weights.toml")
    untrained = derive(without_files(load_config(), later), {"guards": {}})
    model = tmp_path / "model.toml"  # no trees: they came later than 2016
    model.write_text(to_toml(untrained))
    corpus = tmp_path / "turkcorpus"
    corpus.mkdir()
    (corpus / "tune.truecase.src").write_text("\n".join(SOURCES) + "\n")
    for number in range(8):
        (corpus / f"tune.ref{number}").write_text("\n".join(PLAIN).lower() + "\n")
    found = {}
    for name in ("bleu", "sari"):
        path = tune_variant(name, tmp_path, model, tmp_path, iterations=1, tuned_on=2)
        found[name] = read_weights(path)
        assert abs(found[name]["lm_normal"]) == pytest.approx(1.0)
        made = path.stat().st_mtime_ns
        assert tune_variant(name, tmp_path, model, tmp_path, tuned_on=2) == path
        assert path.stat().st_mtime_ns == made
    assert found["bleu"] != found["sari"]
    assert list(OBJECTIVES) == ["bleu", "fkbleu", "sari"]
