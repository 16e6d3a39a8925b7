from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.tuning.history import read_history
from simplifier.tuning.plot import plot_history
from simplifier.tuning.run_report import weight_table


def record(iteration: int, weight: float, best: bool) -> dict[str, Any]:
    scores = {
        "objective": 30.0 + weight,
        "s": 40.0,
        "s.add": 1.0,
        "s.keep": 2.0,
        "s.delete": 3.0,
        "copied": 9.0,
    }
    return {
        "iteration": iteration,
        "stage": "pro",
        "weights": {"lm": weight, "penalty": -1.0, "unused": 0.5},
        "scales": {"lm": 2.0, "penalty": 0.5, "unused": 0.0},
        "tuning": scores,
        "held_out": scores,
        "best": best,
    }


RECORDS = [record(0, 1.0, True), record(1, 2.0, True), record(2, 3.0, False)]


def test_the_table_sorts_by_influence_and_gives_errors() -> None:
    assert weight_table({"unused": 0.5, "penalty": -1.0, "lm": 2.0}, RECORDS) == (
        "feature      weight   mean of 3   std.err.  influence\n"
        "lm          2.00000     2.00000    0.57735     4.0000\n"
        "penalty    -1.00000    -1.00000    0.00000    -0.5000\n"
        "unused      0.50000     0.50000    0.00000          -\n"
    )


def test_plots_are_pictures_and_equal_for_equal_histories(tmp_path: Path) -> None:
    for name in ("a", "b"):
        plot_history(RECORDS, tmp_path / f"{name}.svg")
    plot_history(RECORDS, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    svg = (tmp_path / "a.svg").read_text()
    assert svg == (tmp_path / "b.svg").read_text()
    for label in ("add", "keep", "delete", "held out"):
        assert f"<!-- {label} -->" in svg
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "a.svg", "b.svg"]


def test_a_plot_needs_records_and_a_known_ending(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the history is empty"):
        plot_history([], tmp_path / "a.png")
    with pytest.raises(ConfigError, match=r"a\.xyz: .*not supported"):
        plot_history(RECORDS, tmp_path / "a.xyz")


def test_a_damaged_history_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_text('{"iteration": 0}\n{"iterat\n')
    with pytest.raises(FormatError, match=r"history\.jsonl:2: expected a JSON record"):
        read_history(path)
