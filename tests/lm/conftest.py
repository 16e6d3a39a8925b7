from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.arpa import random_arpa

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


@pytest.fixture(scope="session")
def arpa_of_order(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    folder = tmp_path_factory.mktemp("random_arpa")

    def make(order: int) -> Path:
        path = folder / f"order{order}.arpa"
        if not path.exists():
            path.write_text(random_arpa(order, seed=order))
        return path

    return make
