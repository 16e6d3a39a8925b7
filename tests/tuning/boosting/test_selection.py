"""Training selection trees on a development set of our own, and tuning with them."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from simplifier import Simplifier
from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.config import load_config
from simplifier.decoder.boosted_trees import load_trees
from simplifier.recipes.training.selection import main as train_command
from simplifier.recipes.training.selection import model_to_train_with
from simplifier.text import sentences_of
from simplifier.tuning.boosting import BoostingSettings, train_selection
from simplifier.tuning.boosting.judged import MarkedEdit, judged_rows
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.config import load_tune_config
from simplifier.tuning.run import cross_fitted, tune
from tests.toy_model import build_toy_model

pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")

SMALL = BoostingSettings(trees=20, leaves=4, least_rows=5, penalty=0.1, inputs=1.0)
SUBJECTS = ("the committee", "the girl", "a man")
ENDS = ("in a large residence", "with humorous deliberations", "approximately ten times")
SENTENCES, TUNING, FOLDS = 120, 100, 4


def write_dev_set(folder: Path, spoilt: range = range(0), sentences: int = SENTENCES) -> tuple[Path, list[Path]]:
    """All readers write "funny" and "talks"; none touches "residence"; half of them write "about"."""
    rng = random.Random(7)
    lines, readers = [], ([], [])
    for number in range(sentences):
        line = f"{rng.choice(SUBJECTS)} commenced {rng.choice(ENDS)} {rng.choice(ENDS)} ."
        lines.append(line)
        for reader, own in enumerate(readers):
            text = line if number in spoilt else line.replace("humorous", "funny").replace("deliberations", "talks")
            own.append(text.replace("approximately", "about") if reader else text)
    source = folder / "dev.src"
    source.write_text("\n".join(lines) + "\n")
    references = []
    for reader, own in enumerate(readers):
        references.append(folder / f"dev.ref{reader}")
        references[-1].write_text("\n".join(own) + "\n")
    return source, references


@pytest.fixture
def simplifier(tmp_path: Path) -> Simplifier:
    return Simplifier.load(build_toy_model(tmp_path))


def train(simplifier: Simplifier, folder: Path, name: str, spoilt: range = range(0), inputs: int = 0):
    source, references = write_dev_set(folder, spoilt)
    dev_set = DevSet.read(source, references, True, simplifier)
    return train_selection(simplifier, dev_set, TUNING, FOLDS, folder / name, inputs, SMALL)


def with_trees(folder: Path, name: str) -> Path:
    path = folder / "selecting.toml"
    text = (folder / "model.toml").read_text()
    path.write_text(f'{text}\n[selection]\npath = "{name}"\n')
    return path


def test_trees_learn_what_readers_do(simplifier, tmp_path):
    found = train(simplifier, tmp_path, "toy.trees")
    assert found.changes > SENTENCES
    assert set(found.cross_fitted) == set(found.held_out)
    for name in ("AddShare", "DeleteShare"):
        assert found.cross_fitted[name] > 0.8 and found.held_out[name] > 0.8
    selecting = Simplifier.load(with_trees(tmp_path, "toy.trees"))
    line = "The girl commenced with humorous deliberations approximately ten times ."
    rows, inputs = _rows(simplifier, tmp_path)
    trees = load_trees(tmp_path / "toy.trees")
    assert (trees.folds, len(trees)) == (FOLDS + 1, 4 * 20 * (FOLDS + 1))
    assert list(found.inputs) == trees.input_names and set(found.inputs) <= set(inputs)
    kbest = selecting.decoder.kbest(
        selecting.annotate(sentences_of(line, simplifier.language, tokenised=True, max_tokens=100))[0], 200
    )
    shares = {
        one.target: one.features.get("SelectionAddSum", 0.0)
        for derivation in kbest
        for one in derivation.applications
        if one.changed
    }
    assert shares["funny"] > 0.6 and shares["talks"] > 0.6
    assert shares["amusing"] < 0.3 and 0.3 < shares["about"] < 0.7


def _rows(simplifier, folder):
    inputs = simplifier.selection_sources.inputs()
    source, references = write_dev_set(folder)
    dev_set = DevSet.read(source, references, True, simplifier)
    words = [[list(reference[i]) for reference in dev_set.references] for i in range(len(dev_set))]
    return simplifier.decoder.selection_rows(inputs, dev_set.sentences, words, 25, 99.0), inputs.names


def test_a_fold_has_not_seen_its_own_sentences(simplifier, tmp_path):
    rows, names = _rows(simplifier, tmp_path)
    train(simplifier, tmp_path, "whole.trees")
    # Other references for the sentences of fold 2: whoever learns from them predicts something else.
    train(simplifier, tmp_path, "spoilt.trees", spoilt=range(TUNING // FOLDS, 2 * TUNING // FOLDS))

    def predictions(name, fold):
        trees = load_trees(tmp_path / name)
        columns = [names.index(one) for one in trees.input_names]
        return trees.predict(np.ascontiguousarray(rows.inputs[:, columns]), fold)

    for fold in range(FOLDS + 1):
        same = np.allclose(predictions("whole.trees", fold), predictions("spoilt.trees", fold), atol=1e-6)
        assert same == (fold == 2)


def test_training_is_deterministic_and_reads_as_many_inputs_as_it_may(simplifier, tmp_path):
    first = train(simplifier, tmp_path, "one.trees", inputs=3)
    assert 1 <= len(first.inputs) <= 3
    assert train(simplifier, tmp_path, "two.trees", inputs=3) == first
    assert (tmp_path / "one.trees").read_bytes() == (tmp_path / "two.trees").read_bytes()


def test_tuning_scores_each_sentence_by_the_forest_without_it(simplifier, tmp_path):
    train(simplifier, tmp_path, "toy.trees")
    model = with_trees(tmp_path, "toy.trees")
    source, references = write_dev_set(tmp_path)
    (tmp_path / "tune.toml").write_text(
        f'[data]\nsource = "{source.name}"\nreferences = {[one.name for one in references]}\n'
        f"tuning = {TUNING}\nheld_out = 20\n[kbest]\nsize = 20\n"
        '[[stages]]\noptimiser = "pro"\niterations = 2\n'
    )
    config = load_tune_config(
        tmp_path / "tune.toml", {"model": str(model), "output": str(tmp_path / "run"), "threads": "1"}
    )
    selecting = Simplifier.load(model)
    whole = DevSet.read(source, references, True, selecting)
    folds = [one.fold for one in cross_fitted(whole.part(0, TUNING), config, selecting, print).sentences]
    assert folds == sorted(folds) and {f: folds.count(f) for f in set(folds)} == {1: 25, 2: 25, 3: 25, 4: 25}
    plain = config.model_copy(update={"data": config.data.model_copy(update={"cross_fitted": False})})
    assert {one.fold for one in cross_fitted(whole, plain, selecting, print).sentences} == {0}
    result = tune(config)
    assert result.finished and result.held_out["objective"] > 55
    assert any(value for name, value in result.weights.items() if name.startswith("Selection"))


def test_the_command_trains_a_file_for_the_configuration(tmp_path):
    model = build_toy_model(tmp_path)
    source, references = write_dev_set(tmp_path, sentences=400)
    arguments = [str(model), str(source), *map(str, references), "--output", str(tmp_path / "toy.trees")]
    few = CliRunner().invoke(train_command, [*arguments, "--tuning", "401"])
    assert few.exit_code == 2 and "error: 401 of 400 sentences cannot be cut in 5 folds" in few.stderr
    done = CliRunner().invoke(train_command, [*arguments, "--tuning", "360", "--folds", "3"])
    assert done.exit_code == 0, done.output
    assert "AddShare: correlation 0.9" in done.stderr and "toy.trees: " in done.stdout
    selecting = Simplifier.load(with_trees(tmp_path, "toy.trees"), overrides={"weights.SelectionAddSum": 5.0})
    assert selecting.selection is not None and selecting.selection.folds == 4
    result = selecting.simplify("The girl commenced with humorous deliberations .")
    assert "funny talks" in result.text


def test_too_little_to_train_on_is_said(simplifier, tmp_path):
    source, references = write_dev_set(tmp_path, sentences=8)
    dev_set = DevSet.read(source, references, True, simplifier)
    with pytest.raises(InputError, match="fold 0 leaves .* too few for leaves of 100"):
        train_selection(simplifier, dev_set, 6, 2, tmp_path / "no.trees")
    with pytest.raises(ConfigError, match="6 of 8 sentences cannot be cut in 7 folds"):
        train_selection(simplifier, dev_set, 6, 7, tmp_path / "no.trees")
    simplifier.decoder.set_weights({})
    with pytest.raises(ConfigError, match="all weights are 0"):
        train_selection(simplifier, dev_set, 6, 2, tmp_path / "no.trees")
    assert not (tmp_path / "no.trees").exists()


def test_a_bad_path_in_the_configuration_is_one_line(tmp_path):
    build_toy_model(tmp_path)
    with pytest.raises(FormatError, match="absent.trees: "):
        Simplifier.load(with_trees(tmp_path, "absent.trees"))
    with pytest.raises(FormatError, match="rules.table: not a file of trees; name one that training wrote"):
        Simplifier.load(with_trees(tmp_path, "rules.table"))
    path = tmp_path / "wrong.toml"
    path.write_text('[selection]\npaths = "x"\n')
    with pytest.raises(ConfigError, match="unknown key 'selection.paths'; did you mean 'selection.path'"):
        load_config(path)


def test_trees_are_trained_with_a_model_that_has_none() -> None:
    config = load_config()
    stripped = model_to_train_with(config, None)
    assert config.selection.path is not None and config.reranker.path is not None
    assert stripped.selection.path is None and stripped.reranker.path is None
    assert not any(name.startswith("Selection") for name in stripped.all_weights())


def marked_edits() -> list[MarkedEdit]:
    """Readers let "humorous" become "funny", but not "residence" "house"; a fifth of them to measure on."""
    edits = []
    for number in range(120):
        text = f"number {number} commenced with humorous deliberations in a large residence ."
        for word, target, marks in (("humorous", "funny", ("f", "f")), ("residence", "house", ("s", "h"))):
            start = text.index(word)
            edits.append(MarkedEdit(text, start, start + len(word), target, marks, number % 5))
    return edits


def test_trees_learn_what_editors_let_stand(simplifier, tmp_path):
    source, references = write_dev_set(tmp_path)
    dev_set = DevSet.read(source, references, True, simplifier)
    path = tmp_path / "judged.trees"
    found = train_selection(
        simplifier, dev_set, TUNING, FOLDS, path, 0, SMALL, judged=marked_edits(), judged_settings=SMALL
    )
    assert found.judged >= 240
    assert found.separated["Fits"] == found.separated_held_out["Fits"] == 1.0
    assert {"Stands", "Fits"} < set(load_trees(path).output_names)
    careful = Simplifier.load(with_trees(tmp_path, "judged.trees"), overrides={"selection.risk": 0.3})
    names = careful.decoder.feature_names
    assert {"SelectionHarm", "SelectionGain"} < set(names)
    inputs = careful.selection_sources.inputs()
    rows = judged_rows(careful, inputs, marked_edits()[:2])
    assert set(map(tuple, rows.labels.tolist())) == {(1.0, 1.0), (0.5, 0.0)}
    assert rows.weights.sum() == pytest.approx(2)
    with pytest.raises(InputError, match="offers none of the judged edits"):
        judged_rows(careful, inputs, [])


def test_a_risk_needs_trees_that_know_of_it(simplifier, tmp_path):
    train(simplifier, tmp_path, "toy.trees")
    with pytest.raises(ConfigError, match="did not learn from judged edits"):
        Simplifier.load(with_trees(tmp_path, "toy.trees"), overrides={"selection.risk": 0.1})
