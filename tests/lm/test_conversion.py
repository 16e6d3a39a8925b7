from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.lm import LanguageModel, convert, load_native
from simplifier.lm.programs import find_program

TYPES: dict[str, dict[str, Any]] = {
    "probing": {"structure": "probing"},
    "trie": {},
    "array trie": {"pointer_bits": 22},
    "quantised trie": {"probability_bits": 8},
    "quantised array trie": {"probability_bits": 8, "backoff_bits": 7, "pointer_bits": 5},
}
TEXTS = ("a b c d", "g f e d c b a", "a a a zz a b", "c")


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_scores_as_the_arpa(kind: str, arpa_of_order: Callable[[int], Path], tmp_path: Path) -> None:
    arpa, binary = arpa_of_order(4), tmp_path / "model.binary"
    assert convert(arpa, binary, **TYPES[kind]) == binary.stat().st_size
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.binary", "model.binary.sums"]
    reference, model, core = LanguageModel(arpa), LanguageModel(binary), load_native(binary)
    # These models have fewer than 128 different weights an order, so the bits above lose nothing.
    for text in TEXTS:
        assert model.score_sentence(text) == pytest.approx(reference.score_sentence(text), abs=1e-5)
        assert core.score_words(text.split()) == model.score_phrase(text)


def test_few_bits_are_lossy(arpa_of_order: Callable[[int], Path], tmp_path: Path) -> None:
    convert(arpa_of_order(4), tmp_path / "coarse", probability_bits=2)
    exact, coarse = LanguageModel(arpa_of_order(4)), LanguageModel(tmp_path / "coarse")
    assert coarse.score_sentence("a b c d") != pytest.approx(exact.score_sentence("a b c d"), abs=1e-3)


@pytest.mark.parametrize("kind", TYPES)
def test_same_bytes_as_kenlms_program(kind: str, arpa_of_order: Callable[[int], Path], tmp_path: Path) -> None:
    try:
        program = find_program("build_binary")
    except InputError as error:
        pytest.skip(str(error))
    options = TYPES[kind]
    flags = {"-q": "probability_bits", "-b": "backoff_bits", "-a": "pointer_bits"}
    command = [str(part) for flag, name in flags.items() if name in options for part in (flag, options[name])]
    structure = options.get("structure", "trie")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    convert(arpa_of_order(3), ours, **options)
    subprocess.run([program, *command, structure, arpa_of_order(3), theirs], check=True, capture_output=True)
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize(
    "options",
    [
        {"structure": "hash"},
        {"structure": "probing", "probability_bits": 8},
        {"probability_bits": 0},
        {"pointer_bits": 26},
        {"backoff_bits": 8},
        {"memory": "much"},
    ],
)
def test_options_that_do_not_fit(options: dict[str, Any], hand_made: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        convert(hand_made, tmp_path / "x", **options)
    assert list(tmp_path.iterdir()) == []


def test_bad_input_leaves_nothing(hand_made: Path, tmp_path: Path) -> None:
    source, target = tmp_path / "bad", tmp_path / "x"
    for content in (b"text", hand_made.read_bytes()[:200]):
        source.write_bytes(content)
        with pytest.raises(InputError, match="bad: cannot be made a binary: "):
            convert(source, target)
    convert(hand_made, tmp_path / "binary")
    with pytest.raises(InputError, match="already a KenLM binary"):
        convert(tmp_path / "binary", target)
    with pytest.raises(InputError, match="no such folder"):
        convert(hand_made, tmp_path / "nowhere" / "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad", "binary", "binary.sums"]


def test_without_words_it_scores_the_same(arpa_of_order: Callable[[int], Path], tmp_path: Path) -> None:
    arpa = arpa_of_order(3)
    assert convert(arpa, tmp_path / "without", words=False) < convert(arpa, tmp_path / "with")
    with_words, without = LanguageModel(tmp_path / "with"), LanguageModel(tmp_path / "without")
    assert [without.score_sentence(text) for text in TEXTS] == [with_words.score_sentence(text) for text in TEXTS]
    assert "a" in without and "zz" not in without
    assert load_native(tmp_path / "without").knows("a")
