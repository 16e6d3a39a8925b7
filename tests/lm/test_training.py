from __future__ import annotations

import gzip
import math
import random
from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.lm import LanguageModel, train
from simplifier.lm.programs import find_program
from simplifier.lm.training import FALLBACK_MESSAGE


@pytest.fixture(scope="module", autouse=True)
def lmplz() -> Path:
    try:
        return find_program("lmplz")
    except InputError as error:
        pytest.skip(str(error))


@pytest.fixture
def small_text(tmp_path: Path) -> Path:
    path = tmp_path / "small.txt"
    path.write_text("the cat sat on the mat\na dog ate the fish\n" * 3)
    return path


def zipf_text(path: Path, sentences: int = 3000) -> Path:
    """Text with enough rare n-grams for the discounts to be estimated."""
    rng = random.Random(1)
    words = [f"w{rank}" for rank in range(1, 2000)]
    weights = [1 / rank for rank in range(1, 2000)]
    path.write_text("\n".join(" ".join(rng.choices(words, weights, k=8)) for _ in range(sentences)) + "\n")
    return path


def test_small_text_falls_back_and_says_so(small_text: Path, tmp_path: Path) -> None:
    said: list[str] = []
    done = train(small_text, tmp_path / "m.arpa", order=3, memory="200M", report=said.append)
    assert done.discount_fallback
    assert f"warning: {FALLBACK_MESSAGE}" in said
    assert done.tokens == 33
    assert done.types == 9 + 3  # the, cat, sat, on, mat, a, dog, ate, fish and the three markers
    model = LanguageModel(tmp_path / "m.arpa")
    assert model.order == 3
    assert model.score_sentence("the cat sat on the mat") > model.score_sentence("the mat on sat cat the")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.arpa", "small.txt"]


def test_larger_text_needs_no_fallback(tmp_path: Path) -> None:
    said: list[str] = []
    text = zipf_text(tmp_path / "large.txt")
    done = train(text, tmp_path / "m.arpa", order=2, memory="200M", report=said.append)
    assert not done.discount_fallback
    assert not any("warning" in line for line in said)
    assert any(line.startswith("1/5") for line in said)
    assert done.tokens == 24_000
    # A distribution: the probabilities of all words after one context sum to 1.
    model = LanguageModel(tmp_path / "m.arpa")
    vocabulary = {word for line in text.read_text().splitlines() for word in line.split()} | {"</s>", "<unk>"}
    total = sum(
        math.exp(model.word_scores(["w1", word], begin=False, end=False)[1].log_probability) for word in vocabulary
    )
    assert total == pytest.approx(1.0, abs=1e-3)


def test_pruning_and_vocabulary(tmp_path: Path) -> None:
    text = zipf_text(tmp_path / "large.txt")
    whole = train(text, tmp_path / "whole.arpa", order=3, memory="200M")
    pruned = train(text, tmp_path / "pruned.arpa", order=3, prune=(0, 1, 2), memory="200M")
    assert pruned.ngrams[0] == whole.ngrams[0]
    assert pruned.ngrams[1] < whole.ngrams[1] and pruned.ngrams[2] < whole.ngrams[2]
    (tmp_path / "words").write_text("w1 w2 w3\n")
    limited = train(text, tmp_path / "limited.arpa", order=3, memory="200M", vocabulary=tmp_path / "words")
    assert limited.ngrams[0] == 3 + 3
    assert "w3" in LanguageModel(tmp_path / "limited.arpa") and "w4" not in LanguageModel(tmp_path / "limited.arpa")


def test_compressed_in_and_out(small_text: Path, tmp_path: Path) -> None:
    packed = tmp_path / "small.txt.gz"
    packed.write_bytes(gzip.compress(small_text.read_bytes()))
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    train(small_text, tmp_path / "a.arpa", order=2, memory="200M")
    train(packed, tmp_path / "b.arpa.gz", order=2, memory="200M", scratch=scratch)
    assert gzip.decompress((tmp_path / "b.arpa.gz").read_bytes()) == (tmp_path / "a.arpa").read_bytes()
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "says"),
    [("", "empty file"), ("\n \n", "no words to train on"), ("a <s> b\n", "markers")],
)
def test_texts_that_cannot_be_trained_on(content: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "t").write_text(content)
    with pytest.raises(InputError, match=says):
        train(tmp_path / "t", tmp_path / "m.arpa", order=2, memory="200M")
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_truncated_compressed_text(small_text: Path, tmp_path: Path) -> None:
    packed = tmp_path / "t.gz"
    packed.write_bytes(gzip.compress(small_text.read_bytes())[:-12])
    with pytest.raises(InputError, match="damaged or cut off"):
        train(packed, tmp_path / "m.arpa", order=2, memory="200M")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"order": 7}, "order 7"),
        ({"order": 2, "prune": (0, 0, 1)}, "3 values"),
        ({"prune": (1, 0)}, "never fall"),
        ({"memory": "lots"}, "memory 'lots'"),
        ({"memory": "1K"}, "memory 1K"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, object], says: str, small_text: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=says):
        train(small_text, tmp_path / "m.arpa", **options)  # type: ignore[arg-type]


def test_several_texts_are_one(small_text: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second.gz"
    lines = small_text.read_text().splitlines()
    first.write_text("\n".join(lines[:3]))  # no line end at the end
    second.write_bytes(gzip.compress("\n".join(lines[3:]).encode()))
    train([first, second], tmp_path / "a.arpa", order=3, memory="200M")
    train(small_text, tmp_path / "b.arpa", order=3, memory="200M")
    assert (tmp_path / "a.arpa").read_text() == (tmp_path / "b.arpa").read_text()
