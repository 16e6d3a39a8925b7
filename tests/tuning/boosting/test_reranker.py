"""Training a reranker on a development set of our own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from simplifier import Simplifier
from simplifier.evaluation.metrics import metric_of_tokens
from simplifier.recipes.training.reranker import main as train_command
from simplifier.tuning.boosting.reranker import (
    Candidates,
    RerankerTraining,
    candidate_inputs,
    centred_gains,
    read_candidates,
    train_reranker,
)
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import Objective, reference_set
from tests.toy_model import build_toy_model
from tests.tuning.boosting.test_selection import write_dev_set

pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")

METRIC = "0.5*sari-paper + 0.5*sari-easse"
SMALL = RerankerTraining(depth=20, trees=60, inputs=8)


@pytest.fixture
def read(tmp_path: Path) -> tuple[Candidates, list[str], Objective]:
    simplifier = Simplifier.load(build_toy_model(tmp_path))
    source, references = write_dev_set(tmp_path)
    data = DevSet.read(source, references, True, simplifier)
    objective = Objective(metric_of_tokens(METRIC), reference_set(data))
    names = candidate_inputs(simplifier.decoder.feature_names)
    return read_candidates(simplifier.decoder, data, objective, names, SMALL.depth), names, objective


def test_candidates_are_the_lists_end_to_end(read: tuple[Candidates, list[str], Objective]) -> None:
    candidates, names, objective = read
    assert candidates.inputs.shape == (len(candidates.scores), len(names))
    assert len(candidates.starts) == len(objective) == 120
    assert (np.diff(candidates.sentences) >= 0).all()
    first = candidates.best(candidates.scores)
    assert (first == candidates.starts).all()
    assert candidates.score_of(objective, None) == candidates.score_of(objective, candidates.scores)


def test_gains_are_exact_effects_less_their_mean(read: tuple[Candidates, list[str], Objective]) -> None:
    candidates, _, objective = read
    gains = centred_gains(candidates, objective, candidates.starts, largest=1e9)
    means = np.bincount(candidates.sentences, gains) / np.bincount(candidates.sentences)
    assert means == pytest.approx(np.zeros(len(objective)), abs=1e-9)
    row = int(candidates.starts[5]) + 1
    rows = candidates.starts.copy()
    base = float(objective.corpus(candidates.summands[rows].sum(axis=0, dtype=np.float64)[None])[0])
    rows[5] = row
    other = float(objective.corpus(candidates.summands[rows].sum(axis=0, dtype=np.float64)[None])[0])
    effect = gains[row] - gains[candidates.starts[5]]
    assert effect == pytest.approx((other - base) * len(objective), abs=1e-2)


def test_trees_choose_better_than_a_score_that_pays_for_everything(
    read: tuple[Candidates, list[str], Objective], tmp_path: Path
) -> None:
    candidates, names, objective = read
    lines: list[str] = []
    found = train_reranker(candidates, names, objective, tmp_path / "a.trees", SMALL, lines.append)
    # Nobody touches "residence" and "large" in the references, yet the toy weights ask for it.
    assert found.cross_validated > found.unchanged + 1.0
    assert len(lines) == SMALL.rounds
    assert 0 < len(found.inputs) <= SMALL.inputs
    again = train_reranker(candidates, names, objective, tmp_path / "b.trees", SMALL)
    assert again == found
    assert (tmp_path / "a.trees").read_bytes() == (tmp_path / "b.trees").read_bytes()


def test_the_command_trains_and_says_what_it_is_worth(tmp_path: Path) -> None:
    config = build_toy_model(tmp_path)
    source, references = write_dev_set(tmp_path)
    arguments = [config, source, *references, "--tuning", 100, "--depth", 20, "--inputs", 8]
    output = tmp_path / "gain.trees"
    ended = CliRunner().invoke(train_command, [*map(str, arguments), "--output", str(output)])
    assert ended.exit_code == 0, ended.output
    assert "set reranker.score_weight = " in ended.output
    after, before = (
        float(part.split()[-1]) for part in ended.output.splitlines()[-1].replace("held out", "").split(", without")
    )
    assert after > before
    lines = {"text.consistent": False}  # sentences that have nothing to do with each other
    plain = Simplifier.load(config, overrides=lines).simplify(source.read_text()).text
    weight = ended.output.split("reranker.score_weight = ")[1].split()[0]
    section = f'[reranker]\npath = "gain.trees"\ndepth = 20\nscore_weight = {weight}\n'
    config.write_text(f"{config.read_text()}\n{section}")
    chosen = Simplifier.load(config, overrides=lines).simplify(source.read_text()).text
    assert chosen.count("residence") > plain.count("residence")  # no reader touches it


def test_bad_data_end_in_one_line(tmp_path: Path) -> None:
    config = build_toy_model(tmp_path)
    source, references = write_dev_set(tmp_path)
    references[0].write_text("short\n")
    arguments = [config, source, *references, "--output", tmp_path / "gain.trees"]
    ended = CliRunner().invoke(train_command, [*map(str, arguments)])
    assert ended.exit_code == 2
    assert "error: " in ended.output and "1 lines" in ended.output
    assert not (tmp_path / "gain.trees").exists()
