"""Training of the reader of context: a toy encoder learns, is calibrated, and its file says what the network says."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.decoder.context_reader import ContextReader, WordPieces
from simplifier.tuning.boosting.judged import MarkedEdit
from simplifier.tuning.reading.examples import ReadSentence, help_of

pytest.importorskip("onnx")
torch = pytest.importorskip("torch")
safetensors = pytest.importorskip("safetensors.torch")

from simplifier.tuning.reading.encoder import ReaderNetwork  # noqa: E402
from simplifier.tuning.reading.network_file import write_reader  # noqa: E402
from simplifier.tuning.reading.training import ReaderTraining, calibrated, predictions, train_reader  # noqa: E402

WORDS = ["good", "bad", "old", "new", "the", "tree", "house", "is", "a"]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
WIDTH, INNER, LAYERS = 64, 96, 2


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an encoder with random weights."""
    torch.manual_seed(3)

    def matrix(*shape: int) -> object:
        return torch.randn(*shape) * 0.1

    weights = {
        "embeddings.word_embeddings.weight": matrix(len(VOCABULARY), WIDTH),
        "embeddings.position_embeddings.weight": matrix(512, WIDTH),
        "embeddings.token_type_embeddings.weight": matrix(2, WIDTH),
        "embeddings.LayerNorm.weight": torch.ones(WIDTH),
        "embeddings.LayerNorm.bias": torch.zeros(WIDTH),
    }
    for number in range(LAYERS):
        place = f"encoder.layer.{number}."
        for name in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            weights |= {f"{place}{name}.weight": matrix(WIDTH, WIDTH), f"{place}{name}.bias": torch.zeros(WIDTH)}
        weights |= {f"{place}intermediate.dense.weight": matrix(INNER, WIDTH)}
        weights |= {f"{place}intermediate.dense.bias": torch.zeros(INNER)}
        weights |= {
            f"{place}output.dense.weight": matrix(WIDTH, INNER),
            f"{place}output.dense.bias": torch.zeros(WIDTH),
        }
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            weights |= {f"{place}{name}.weight": torch.ones(WIDTH), f"{place}{name}.bias": torch.zeros(WIDTH)}
    path = tmp_path_factory.mktemp("encoder") / "model.safetensors"
    safetensors.save_file(weights, str(path))
    return path


def sentences(number: int, measured: bool) -> list[ReadSentence]:
    """Return sentences in which "old" may become "good", and "new" may not; half of what fits helps."""
    chance = random.Random(number)
    found = []
    for _ in range(number):
        word = chance.choice(["old", "new"])
        words = ("the", word, chance.choice(["tree", "house"]), "is", "a", "tree")
        fits = float(word == "old")
        labels = np.array([[fits, fits, fits / 2], [1.0, 0.0, 0.0]], dtype=np.float32)
        found.append(
            ReadSentence(
                words,
                ((1, 2, ("good",)), (3, 3, ())),
                labels,
                np.ones(2, dtype=np.float32),
                np.array([[0.5, 0.5], [-1.0, -1.0]], dtype=np.float32),
                measured,
            )
        )
    return found


def test_a_reader_learns_and_its_file_says_the_same(encoder: Path, tmp_path: Path) -> None:
    settings = ReaderTraining(epochs=6, rate=2e-3, pieces=200, threads=1)
    held_out = sentences(60, measured=True)
    lines: list[str] = []
    network, report = train_reader(encoder, VOCABULARY, [*sentences(400, False), *held_out], settings, lines.append)
    assert report.learnt == 800 and report.measured == 120 and report.graded == 800
    assert report.separated[0] > 0.95 and report.separated_by_trees[0] == 0.5 and lines
    assert write_reader(network, VOCABULARY, tmp_path / "reader.onnx", held_out) is not None
    reader = ContextReader(tmp_path / "reader.onnx")
    for one in held_out[:5]:
        said = reader.read(one.words, one.changes, one.chances)
        logits = predictions(network, WordPieces(VOCABULARY), [one])
        whole = 1 / (1 + np.exp(-logits[:, [0, 2]]))
        # Eight bits in the file, bfloat16 in the network; random weights have wider ranges than trained ones.
        assert np.abs(said - whole).max() < 0.2
        assert (said[0, 0] > 0.5) == (one.words[1] == "old")


def test_the_same_seed_gives_the_same_network(encoder: Path) -> None:
    settings = ReaderTraining(epochs=1, pieces=200, threads=1)
    given = [*sentences(40, False), *sentences(10, True)]
    first, second = (train_reader(encoder, VOCABULARY, given, settings)[0] for _ in range(2))
    assert all(torch.equal(one, other) for one, other in zip(first.parameters(), second.parameters(), strict=True))


def test_what_cannot_be_learnt_from(encoder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="to learn from, and others to measure on"):
        train_reader(encoder, VOCABULARY, sentences(4, False), ReaderTraining())
    (tmp_path / "other").write_bytes(b"no weights")
    with pytest.raises(FormatError, match="not a BERT encoder"):
        ReaderNetwork(tmp_path / "other")


def test_calibration_finds_the_line_back() -> None:
    chance = np.random.default_rng(1)
    logits = chance.normal(1, 2, (20_000, 1)).astype(np.float32)
    labels = (chance.random((20_000, 1)) < 1 / (1 + np.exp(-(0.5 * logits - 0.25)))).astype(np.float32)
    labels[:1000] = np.nan
    found = calibrated(logits, labels)
    assert found.slopes[0] == pytest.approx(0.5, abs=0.05) and found.offsets[0] == pytest.approx(-0.25, abs=0.1)


@pytest.mark.parametrize(
    ("marks", "grades", "helps"), [("f", "21", 0.75), ("f", "0", 0.0), ("s", "", 0.0), ("h", "", 0.0)]
)
def test_how_much_an_edit_helps(marks: str, grades: str, helps: float) -> None:
    assert help_of(MarkedEdit("a b", 0, 1, "c", tuple(marks), 1, 1.0, grades)) == helps


def test_an_edit_that_fits_but_was_not_graded_has_no_label() -> None:
    assert np.isnan(help_of(MarkedEdit("a b", 0, 1, "c", ("f",), 1)))
