"""A string scored part by part, in any bracketing, costs what it costs from left to right."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simplifier import core
from simplifier.lm import convert, load_native

TYPES: dict[str, dict[str, Any] | None] = {
    "arpa": None,
    "probing": {"structure": "probing"},
    "trie": {},
    "array trie": {"pointer_bits": 22},
    "quantised trie": {"probability_bits": 4},
    "quantised array trie": {"probability_bits": 3, "pointer_bits": 22},
}

words = st.sampled_from([*"abcdefg", "unknown"])
trees = st.recursive(
    st.lists(words, min_size=1, max_size=4),
    lambda part: st.lists(st.one_of(words, part), min_size=1, max_size=4),
    max_leaves=12,
)


def leaves(tree: list[Any]) -> list[str]:
    return [word for part in tree for word in (leaves(part) if isinstance(part, list) else [part])]


@pytest.fixture(scope="module")
def models(
    arpa_of_order: Callable[[int], Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, int], core.LanguageModel]:
    folder = tmp_path_factory.mktemp("binaries")

    @cache
    def load(kind: str, order: int) -> core.LanguageModel:
        options = TYPES[kind]
        path = arpa_of_order(order)
        if options is not None:
            path = folder / f"{kind}{order}"
            convert(arpa_of_order(order), path, **options)
        return load_native(path)

    return load


@pytest.mark.parametrize("kind", TYPES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tree=trees, order=st.integers(2, 6), begins=st.booleans(), ends=st.booleans())
def test_any_bracketing_scores_as_left_to_right(
    kind: str,
    tree: list[Any],
    order: int,
    begins: bool,
    ends: bool,
    models: Callable[[str, int], core.LanguageModel],
) -> None:
    model = models(kind, order)
    tree = [*tree, "</s>"] if ends else tree
    flat = leaves(tree)
    expected = model.score_words(flat, begins_sentence=begins)
    assert model.score_tree(tree, begins_sentence=begins) == pytest.approx(expected, abs=2e-5 * len(flat))


def test_a_part_alone_at_the_left(models: Callable[[str, int], core.LanguageModel]) -> None:
    model = models("trie", 5)
    assert model.score_tree([[["a"]], "b"]) == pytest.approx(model.score_words(["a", "b"]), abs=1e-5)
    assert model.score_tree([]) == 0.0
