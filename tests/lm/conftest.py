from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

# Powers of two in base 10, so that single precision holds every sum exactly.
HAND_MADE = """\\data\\
ngram 1=5
ngram 2=3
ngram 3=1

\\1-grams:
-1	<unk>	0
0	<s>	-0.5
-0.75	</s>	0
-0.5	a	-0.25
-1.25	b	-0.5

\\2-grams:
-0.25	<s> a	-0.125
-0.375	a b	-0.0625
-0.5	b </s>	0

\\3-grams:
-0.125	<s> a b

\\end\\
"""


@pytest.fixture(scope="session")
def hand_made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hand_made") / "hand_made.arpa"
    path.write_text(HAND_MADE)
    return path


def random_arpa(order: int, seed: int, words: str = "abcdefg") -> str:
    """ARPA text: random weights for the n-grams of random sentences (so every part of an n-gram is in it)."""
    rng = random.Random(seed)
    sentences = [["<s>", *rng.choices(words, k=rng.randint(1, 7)), "</s>"] for _ in range(12)]
    grams: list[set[tuple[str, ...]]] = [{("<unk>",), *((word,) for word in words)}] + [set()] * (order - 1)
    for length in range(1, order + 1):
        spans = {tuple(s[i : i + length]) for s in sentences for i in range(len(s) - length + 1)}
        grams[length - 1] = grams[length - 1] | spans
    lines = ["\\data\\", *(f"ngram {n}={len(found)}" for n, found in enumerate(grams, start=1)), ""]
    for length, found in enumerate(grams, start=1):
        lines.append(f"\\{length}-grams:")
        for gram in sorted(found):
            probability = 0.0 if gram == ("<s>",) else -rng.randint(1, 3000) / 1000
            final = length == order or gram[-1] in ("</s>", "<unk>")
            backoff = "" if length == order else f"\t{0 if final else -rng.randint(0, 800) / 1000}"
            lines.append(f"{probability}\t{' '.join(gram)}{backoff}")
        lines.append("")
    return "\n".join([*lines, "\\end\\", ""])


@pytest.fixture(scope="session")
def arpa_of_order(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    folder = tmp_path_factory.mktemp("random_arpa")

    def make(order: int) -> Path:
        path = folder / f"order{order}.arpa"
        if not path.exists():
            path.write_text(random_arpa(order, seed=order))
        return path

    return make
