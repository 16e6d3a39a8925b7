from __future__ import annotations

import math
from pathlib import Path

import pytest

from simplifier.lm import LanguageModel, measure_perplexity


def test_by_hand(hand_made: Path) -> None:
    result = measure_perplexity(LanguageModel(hand_made), ["a b", "", "  ", "c"])
    # "a b": -0.9375 (see test_model); "c": backoff(<s>) + p(<unk>), then p(</s>) without context
    assert (result.sentences, result.words, result.unknown) == (2, 3, 1)
    assert result.log_probability == pytest.approx(math.log(10) * (-0.9375 - 1.5 - 0.75), abs=1e-12)
    assert result.including_unknown == pytest.approx(10 ** (3.1875 / 5), abs=1e-12)
    assert result.excluding_unknown == pytest.approx(10 ** (1.6875 / 4), abs=1e-12)


def test_nothing_to_measure(hand_made: Path) -> None:
    assert math.isnan(measure_perplexity(LanguageModel(hand_made), ["", " "]).including_unknown)
