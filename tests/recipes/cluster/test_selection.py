"""Rows for selection trees collected by a real Spark session: those of one machine, bit for bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.config import load_config
from simplifier.recipes.training.selection import model_to_train_with
from simplifier.tuning.boosting import BoostingSettings, train_selection
from simplifier.tuning.candidates.dev_set import DevSet
from tests.toy_model import build_toy_model

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # sockets of py4j
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LINES = [
    f"{who} commenced {what} {where} ."
    for who in ("the committee", "the girl", "a man")
    for what in ("humorous deliberations", "approximately ten times", "a large residence")
    for where in ("in a house", "today", "with the girl")
]


def write(folder: Path, lines: list[str]) -> tuple[Path, list[Path]]:
    """Write sentences, and two readers of whom one writes other words."""
    readers = [line.replace("humorous", "funny").replace("large", "big") for line in lines], lines
    paths = [folder / name for name in ("dev.src", "dev.ref0", "dev.ref1")]
    for path, written in zip(paths, (lines, *readers), strict=True):
        path.write_text("".join(f"{line}\n" for line in written))
    return paths[0], paths[1:]


def test_trees_are_those_of_one_machine(session: Any, tmp_path: Path) -> None:
    pytest.importorskip("lightgbm", reason="training trees needs the extra 'selection'")
    from simplifier.recipes.cluster.selection import ClusterSentences

    config = model_to_train_with(load_config(build_toy_model(tmp_path)), None)
    source, references = write(tmp_path, LINES)
    simplifier = Simplifier.load(config)
    inputs = simplifier.selection_sources.inputs()
    here = DevSet.read(source, references, True, simplifier)
    there = ClusterSentences(session, config, source, references, True, 5)
    assert len(there) == len(here) == 27
    wanted = here.selection_rows(simplifier, inputs, 25, 8.0)
    found = there.selection_rows(simplifier, inputs, 25, 8.0)
    assert len(wanted.places) == 90 and wanted.places[-1, 0] == 26
    for one, other in zip(wanted, found, strict=True):
        assert (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
    settings = BoostingSettings(trees=5, leaves=3, least_rows=3, penalty=0.1, inputs=1.0)
    reports = [
        train_selection(simplifier, data, 20, 2, tmp_path / name, settings=settings)
        for name, data in (("here.trees", here), ("there.trees", there))
    ]
    assert reports[0].changes == reports[1].changes == len(wanted.places)
    assert (tmp_path / "here.trees").read_bytes() == (tmp_path / "there.trees").read_bytes()


def test_what_is_wrong_is_said_with_its_line(session: Any, tmp_path: Path) -> None:
    from simplifier.recipes.cluster.selection import ClusterSentences

    config = model_to_train_with(load_config(build_toy_model(tmp_path)), None)
    simplifier = Simplifier.load(config)
    source, references = write(tmp_path, [*LINES[:7], "", *LINES[8:]])
    data = ClusterSentences(session, config, source, references, True, 5)
    with pytest.raises(InputError, match=r"dev\.src:8: is empty"):
        data.selection_rows(simplifier, simplifier.selection_sources.inputs(), 25, 8.0)
    references[0].write_text("one\n")
    with pytest.raises(InputError, match="has 1 lines but"):
        ClusterSentences(session, config, source, references, True)
