"""What rows of the ablation table learn from context, on a model and sentences of our own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from base.toml import read_toml
from scripts import model_context
from scripts.studies.ablation_context import add_reranker, add_selection, input_names, write_model
from scripts.studies.ablation_rows import Reads
from simplifier import Simplifier
from simplifier.config import load_config
from simplifier.decoder.boosted_trees import load_trees
from tests.toy_model import WEIGHTS, build_toy_model
from tests.tuning.boosting.test_selection import write_dev_set

pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Development sentences where the research data have theirs, fewer of them."""
    monkeypatch.setattr(model_context, "TUNING", 360)
    folder = tmp_path / "data" / "turkcorpus"
    folder.mkdir(parents=True)
    source, references = write_dev_set(folder, sentences=400)
    lines = [path.read_text() for path in references]
    source.rename(folder / "tune.truecase.src")
    for number in range(8):
        (folder / f"tune.ref{number}").write_text(lines[number % 2])
    return tmp_path / "data"


@pytest.fixture
def document(tmp_path: Path) -> dict[str, Any]:
    found = read_toml(build_toy_model(tmp_path))
    del found["weights_file"]
    for part in (*found["grammars"], *found["language_models"]):
        part["path"] = str(tmp_path / part["path"])
    return found


def test_what_trees_may_read_is_of_the_rule_or_of_the_place(tmp_path: Path) -> None:
    simplifier = Simplifier.load(build_toy_model(tmp_path))
    every, of_rules, others = (input_names(simplifier, reads) for reads in ("all", "rule", "place"))
    assert of_rules == ["reward"]
    assert sorted([*of_rules, *others]) == sorted(every)
    assert {"SourcePlain", "SpanTokens", "ChangeStart"} <= {*others}


@pytest.mark.parametrize("reads", ["all", "rule", "place"])
def test_trees_and_reranker_of_a_row(
    reads: Reads, data: Path, document: dict[str, Any], tmp_path: Path
) -> None:
    folder = tmp_path / "row"
    folder.mkdir()
    lines: list[str] = []
    learnt = add_selection(data, document, folder, reads, WEIGHTS, lines.append)
    read = {*learnt["selection"]["inputs"]}
    assert read == {*load_trees(folder / "selection.trees").input_names}
    assert ("reward" in read) == (reads != "place")
    assert (len(read) > 1) == (reads != "rule")
    simplifier = Simplifier.load(load_config(write_model(document, folder)))
    assert simplifier.selection is not None and simplifier.selection.folds == 6
    weights = WEIGHTS | {"SelectionAddSum": 1.0}
    learnt |= add_reranker(data, document, folder, weights, lines.append)
    assert learnt["reranker"]["cross_validated"] >= learnt["reranker"]["unchanged"]
    config = load_config(write_model(document, folder))
    assert config.reranker.score_weight == learnt["reranker"]["score_weight"]
    assert {name: config.all_weights()[name] for name in weights} == weights
    chosen = Simplifier.load(config).simplify("The girl commenced with humorous deliberations .").text
    assert chosen.endswith("with funny talks .")  # as all readers wrote
    assert any("cross-fitted" in line for line in lines) and any("cross-validated" in line for line in lines)
