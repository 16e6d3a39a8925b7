"""Metrics from outside, registered or offered by an installed package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError
from simplifier.cli.evaluate import evaluate_command
from simplifier.evaluation.metrics import (
    Metric,
    ReferenceSet,
    Text,
    metric_names,
    metric_of_tokens,
    parse_metric,
    register_metric,
    unregister_metric,
)
from simplifier.evaluation.segments.metric import FloatArray

DATA = ReferenceSet(["a b c d", "a b"], [["a b", "a"]])
OUTPUTS = ["a b", "a b c"]


@dataclass(frozen=True)
class Words(Metric):
    """Words over a limit, mean over lines."""

    name: str = "words-over"
    limit: float = 2.0
    higher_is_better = False
    needs_references = False

    @property
    def width(self) -> int:
        return 1

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        lengths = [len(text.split() if isinstance(text, str) else text) for text in outputs]
        return np.array(lengths, dtype=np.float64).reshape(-1, 1)

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        return np.maximum(statistics[:, 0] - self.limit, 0.0)

    def settings(self) -> dict[str, str]:
        return {"limit": f"{self.limit:g}"}


@pytest.fixture
def words() -> Iterator[None]:
    register_metric("words-over", Words)
    yield
    unregister_metric("words-over")


@pytest.mark.usefixtures("words")
def test_expressions_know_a_registered_metric() -> None:
    assert metric_names()[-1] == "words-over"
    assert parse_metric("words-over").score(OUTPUTS, DATA).value == 0.5
    changed = parse_metric("words-over[limit=1]")
    assert changed.score(OUTPUTS, DATA).value == 1.5
    assert str(changed.signature(DATA)) == "words-over|limit:1|v:1"
    mixed = parse_metric("2*words-over + -ld", {"case": "mixed"})
    assert mixed.score(OUTPUTS, DATA).value == 2 * 0.5 - 1.5
    assert metric_of_tokens("words-over").score(OUTPUTS, DATA).value == 0.5
    with pytest.raises(ConfigError, match="has no option 'limt'; did you mean 'limit'"):
        parse_metric("words-over[limt=1]")


@pytest.mark.usefixtures("words")
def test_the_command_knows_it(tmp_path: Path) -> None:
    (tmp_path / "x.src").write_text("a b c d\na b\n")
    (tmp_path / "out").write_text("\n".join(OUTPUTS) + "\n")
    arguments = ["--source", tmp_path / "x.src", "--output", tmp_path / "out", "--samples", "0"]
    result = CliRunner().invoke(evaluate_command, [*map(str, arguments), "--metric", "words-over"])
    assert result.exit_code == 0 and "0.50" in result.output
    assert "words-over" in CliRunner().invoke(evaluate_command, ["--list-metrics"]).output.split()


@pytest.mark.parametrize("name", ["sari-paper", "Words", "my metric", "gm", "sari", "0.5", ""])
def test_names_that_cannot_be_taken(name: str) -> None:
    with pytest.raises(ConfigError, match="already|cannot be called"):
        register_metric(name, Words)


def test_factories_must_make_a_metric_of_the_name() -> None:
    register_metric("other-name", Words)
    try:
        with pytest.raises(ConfigError, match="'other-name': its factory makes the metric 'words-over'"):
            parse_metric("other-name")
    finally:
        unregister_metric("other-name")
    with pytest.raises(ConfigError, match="no metric 'bleu' was registered"):
        unregister_metric("bleu")
