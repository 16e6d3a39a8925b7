"""Language models on a real Spark session: what lmplz makes of the whole text."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.lm import train
from simplifier.lm.programs import find_program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # sockets of py4j
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

Grams = dict[str, tuple[float, float]]


def read(arpa: Path) -> list[Grams]:
    """Return probability and back-off weight (log10) of every n-gram, by order."""
    orders: list[Grams] = []
    for line in arpa.read_text(encoding="utf-8").splitlines():
        if line.endswith("-grams:"):
            orders.append({})
        elif orders and "\t" in line:
            value, ngram, *weight = line.split("\t")
            orders[-1][ngram] = float(value), float(weight[0]) if weight else 0.0
    return orders


def make_text(path: Path, lines: int) -> Path:
    chance = random.Random(3)
    words = [f"w{number}" for number in range(1000)]
    weights = [1 / (number + 1) for number in range(1000)]
    sentences = [" ".join(chance.choices(words, weights, k=chance.randrange(0, 12))) for _ in range(lines)]
    path.write_text("".join(f"{sentence}\n" for sentence in sentences), encoding="utf-8")
    return path


@pytest.mark.parametrize("prune", [(0,), (0, 0, 1)], ids=["whole", "pruned"])
def test_the_model_is_that_of_lmplz(session: Any, tmp_path: Path, prune: tuple[int, ...]) -> None:
    from simplifier.recipes.cluster.language_model import train_with_spark

    try:
        find_program("lmplz")
    except InputError as error:
        pytest.skip(str(error))
    text = make_text(tmp_path / "text.txt", 600)
    train(text, tmp_path / "here.arpa", order=3, prune=prune, memory="50M")
    sizes = train_with_spark(session, str(text), tmp_path / "there.arpa", 3, prune)
    here, there = read(tmp_path / "here.arpa"), read(tmp_path / "there.arpa")
    assert [set(order) for order in here] == [set(order) for order in there]
    assert sizes == [len(order) for order in there]
    for one, other in zip(here, there, strict=True):
        for ngram, values in one.items():
            assert other[ngram] == pytest.approx(values, abs=2e-6), ngram
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here.arpa", "text.txt", "there.arpa"]


def test_what_cannot_be_trained_on_is_told(session: Any, tmp_path: Path) -> None:
    from simplifier.recipes.cluster.language_model import train_with_spark

    text, arpa = tmp_path / "text.txt", tmp_path / "model.arpa"
    text.write_text("a b\n")
    with pytest.raises(InputError, match="too small or too regular to estimate Kneser-Ney discounts of order 1"):
        train_with_spark(session, str(text), arpa, 2)
    text.write_text("a <s> b\n")
    with pytest.raises(InputError, match="the text holds <s>, </s> or <unk> as a word"):
        train_with_spark(session, str(text), arpa, 2)
    with pytest.raises(ConfigError, match="words are all kept here"):
        train_with_spark(session, str(text), arpa, 2, (1,))
    assert not arpa.exists()
