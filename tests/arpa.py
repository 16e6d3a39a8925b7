"""Random n-gram models as ARPA text."""

from __future__ import annotations

import random
from collections.abc import Sequence


def random_arpa(order: int, seed: int, words: Sequence[str] = "abcdefg") -> str:
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
