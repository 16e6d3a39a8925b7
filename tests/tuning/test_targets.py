"""Tuning the embedded model's rules: what an objective asks for is what it gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE, derive, to_toml
from simplifier.config import load_config
from simplifier.recipes.steps.model_files import without_files
from simplifier.tuning import TuneConfig, load_tune_config
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.loop import TuneResult, TuningLoop

REPORT = ["sari-paper", "sentence-bleu", "fk", "compression"]


@pytest.fixture(scope="module")
def dev_set(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Simplifier, DevSet]:
    """The embedded model without its trees, which know what SARI wants."""
    later = ("numbers.table", "selection.trees", "reranker.trees", "weights.toml")
    untrained = derive(without_files(load_config(), later), {"guards": {}})
    config = tmp_path_factory.mktemp("model") / "model.toml"
    config.write_text(to_toml(untrained))
    try:
        model = Simplifier.load(config)
    except InputError as error:
        pytest.skip(str(error))
    initial = load_tune_config(PACKAGE / "configs" / "tune-en.toml").weights.initial
    known = set(model.decoder.feature_names)
    model.decoder.set_weights({name: weight for name, weight in initial.items() if name in known})
    folder = shared_data / "turkcorpus"
    references = [folder / f"tune.ref{i}" for i in range(8)]
    return model, DevSet.read(folder / "tune.truecase.src", references, True, model)


def tuned(metric: str, dev_set: tuple[Simplifier, DevSet], folder: Path) -> TuneResult:
    model, whole = dev_set
    config = TuneConfig.model_validate(
        {
            "objective": {"metric": metric, "report": REPORT},
            "kbest": {"size": 100},
            "stages": [{"optimiser": "pro", "iterations": 4}],
        }
    )
    before = model.decoder.weights
    result = TuningLoop(config, model.decoder, whole.part(0, 300), whole.part(1500, 1700)).run(folder)
    model.decoder.set_weights(before)
    return result


@pytest.mark.slow
def test_objectives_get_what_they_ask_for(dev_set: tuple[Simplifier, DevSet], tmp_path: Path) -> None:
    bleu = tuned("sentence-bleu", dev_set, tmp_path / "bleu")
    # The copy has 99 BLEU against 8 references, so the more BLEU, the less is changed.
    assert bleu.history[0]["held_out"]["copied"] < 50
    assert bleu.held_out["copied"] > 85
    assert bleu.held_out["sentence-bleu"] > 97
    fkbleu = tuned("fkbleu", dev_set, tmp_path / "fkbleu")
    sari = tuned("sari-paper", dev_set, tmp_path / "sari")
    assert sari.held_out["sari-paper"] > max(fkbleu.held_out["sari-paper"], bleu.held_out["sari-paper"]) + 1
    assert fkbleu.held_out["compression"] < sari.held_out["compression"] - 0.01
    assert fkbleu.held_out["fk"] < sari.held_out["fk"] - 0.3
