"""The reader of context: word pieces, what it reads of a sentence, and its word among the features."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from simplifier import Simplifier
from simplifier.base.errors import FormatError, InputError
from simplifier.config import load_config
from simplifier.core import FeatureName
from simplifier.decoder.context_reader import (
    LEAST_FITS,
    LEAST_STANDS,
    ContextReader,
    WordPieces,
    reader_inputs,
    tree_inputs,
)

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "caf", "##e", "-", "long", "##er", "term", "a"]
PIECES = WordPieces(VOCABULARY)


@pytest.mark.parametrize(
    ("word", "numbers"),
    [
        ("The", (5,)),
        ("Café", (6, 7)),
        ("longer", (9, 10)),
        ("long-term", (9, 8, 11)),
        ("longest", (1,)),
        ("", (1,)),
        ("x" * 101, (1,)),
    ],
)
def test_words_are_cut_into_the_longest_pieces(word: str, numbers: tuple[int, ...]) -> None:
    assert PIECES(word) == numbers


def test_a_vocabulary_without_marks_is_none() -> None:
    with pytest.raises(KeyError):
        WordPieces(["the", "a"])


def test_new_words_stand_where_the_old_ones_do() -> None:
    found = reader_inputs(PIECES, ["The", "longer", "term"], [(1, 2, ["long"]), (1, 3, []), (2, 2, ["a", "long"])])
    assert found.ids == [2, 5, 9, 10, 11, 3, 9, 4, 12, 9]
    assert found.positions == [0, 1, 2, 3, 4, 5, 2, 2, 4, 5]
    assert found.types == [0] * 6 + [1] * 4
    assert found.segments == [-1] * 6 + [0, 1, 2, 2]
    assert found.old == [range(2, 4), range(2, 5), range(4, 5)]
    assert found.new == [range(6, 7), range(7, 8), range(8, 10)]


def test_a_sentence_that_is_too_long_is_cut() -> None:
    found = reader_inputs(PIECES, ["a"] * 600, [(599, 600, ["long"] * 90)])
    assert len(found.ids) == 381 + 60 and found.old == [range(380, 381)]
    assert max(found.positions) < 512


def test_what_the_trees_say_comes_as_logits() -> None:
    given = np.array([[0.5, 0.5], [1.0, 0.0], [-1.0, -1.0]], dtype=np.float32)
    found = tree_inputs(given)
    assert found.shape == (3, 3) and found[0].tolist() == [0.0, 0.0, 0.0]
    assert found[1, :2].tolist() == pytest.approx([np.log(9999) / 3, -np.log(9999) / 3], rel=1e-3)
    assert found[2].tolist() == [0.0, 0.0, 1.0]


def test_files_that_are_no_reader(tmp_path: Path) -> None:
    chances = np.zeros((1, 2), dtype=np.float32)
    with pytest.raises(InputError, match="no such file"):
        ContextReader(tmp_path / "none.onnx").read(["a"], [(0, 1, ["the"])], chances)
    (tmp_path / "other.onnx").write_bytes(b"not a network")
    with pytest.raises(FormatError, match="not a reader of context"):
        ContextReader(tmp_path / "other.onnx").read(["a"], [(0, 1, ["the"])], chances)


SENTENCE = "The tenant must furnish the landlord with numerous keys."


def harms(simplifier: Simplifier) -> dict[tuple[str, str], tuple[float, float]]:
    """Return harm and gain of every change that is explained."""
    (sentence,) = simplifier.explain(SENTENCE).sentences
    assert sentence.explanation is not None
    found = {}
    for phrase in sentence.explanation.kept:
        for one in phrase.candidates:
            if one.stands is not None and one.helps is not None:
                found[phrase.source, one.target] = (1 - one.stands, one.helps)
    for changed in sentence.explanation.changed:
        features = changed.edit.features
        found[changed.edit.source, changed.edit.target] = (
            features[FeatureName.SelectionHarm],
            features[FeatureName.SelectionGain],
        )
    return found


def test_the_reader_has_the_last_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[tuple[Sequence[str], list[list[int]], list[list[str]]]] = []

    def read(
        self: ContextReader,
        tokens: Sequence[str],
        spans: NDArray[np.int32],
        words: Sequence[Sequence[str]],
        chances: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        seen.append((tokens, spans.tolist(), [list(own) for own in words]))
        assert (chances[:, 0] >= LEAST_STANDS).all() and (chances[:, 1] >= LEAST_FITS).all()
        return np.tile(np.array([[0.25, 0.125]], dtype=np.float32), (len(spans), 1))

    before = harms(Simplifier.load(overrides={"selection.read": False}))
    monkeypatch.setattr(ContextReader, "__call__", read)
    after = harms(Simplifier.load(overrides={"selection.reader": tmp_path / "any.onnx"}))
    asked = {pair for pair, (harm, gain) in before.items() if harm <= 1 - LEAST_STANDS and gain >= LEAST_FITS}
    assert ("numerous", "many") in asked
    assert {after[pair] for pair in asked & after.keys()} == {(0.75, 0.125)}
    others = before.keys() & after.keys() - asked
    assert others and all(before[pair] == after[pair] for pair in others)
    tokens, spans, words = seen[0]
    assert tokens[:2] == ["the", "tenant"]
    assert ["many"] in words and [7, 8] in spans


def test_a_reader_gives_a_value_for_each_change(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ContextReader, "__call__", lambda *_: np.zeros((0, 2), dtype=np.float32))
    simplifier = Simplifier.load(overrides={"selection.reader": tmp_path / "any.onnx"})
    with pytest.raises(InputError, match=r"a reader of \d+ changes returned values of shape \[0, 2\]"):
        simplifier.simplify(SENTENCE)


def test_what_is_read_does_not_depend_on_what_else_is_read() -> None:
    config = load_config(None)
    assert config.selection.reader_used is not None
    reader = ContextReader(config.selection.reader_used)
    words = SENTENCE.split()
    changes = [(7, 8, ["many"]), (3, 4, ["give"]), (7, 8, [])]
    chances = np.full((3, 2), 0.9, dtype=np.float32)
    together = reader.read(words, changes, chances)
    for number, one in enumerate(changes):
        alone = reader.read(words, [one], chances[:1])
        # Eight bits are scaled over all pieces of a pass.
        assert alone[0] == pytest.approx(together[number], abs=0.1)


def test_structure_is_read_in_its_sentence() -> None:
    text = "The council met on Monday to discuss the new road, and the mayor resigned on the following day.\n"
    read, fast = (Simplifier.load(risk=0.12, overrides={"selection.read": one}).simplify(text) for one in (True, False))
    splits = [[edit for edit in result.edits if edit.kind == "split"] for result in (read, fast)]
    assert splits[0] and splits[1]
    # Both judge the split, each by its own probability.
    assert splits[0][0].probability != splits[1][0].probability


def test_fast_leaves_the_reader_closed() -> None:
    program = (
        "import sys; from simplifier import Simplifier\n"
        "Simplifier.load(overrides={'selection.read': False}).simplify('The tenant must furnish numerous keys.')\n"
        "print('onnxruntime' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
