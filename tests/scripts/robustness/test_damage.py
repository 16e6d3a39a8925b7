"""A small version of `scripts.robustness.damage`: every kind of model file, damaged and opened."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lm.files import seal
from native import LanguageModel
from scripts.robustness.damage import KINDS, Kind, Trial, header_flips, random_damage, try_damage

SMALL = ("small rules", "numbers", "small trie", "probing", "frames", "weights", "trees")


def whole_file(kind: Kind, folder: Path) -> Path:
    from lm import convert

    path = folder / kind.source.name
    if kind.structure:
        convert(kind.source, path, "probing" if kind.structure == "probing" else "trie")
    else:
        shutil.copyfile(kind.source, path)
        if kind.sealed:
            seal(path)
    return path


@pytest.mark.parametrize("name", KINDS)
def test_every_damage_is_refused_or_harmless(name: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    path = whole_file(kind, tmp_path)
    size = path.stat().st_size
    trials = [*random_damage(300 if name in SMALL else 20, size, seed=1)]
    trials += [*header_flips(kind.header, size)][:: 3 if name in SMALL else 100]
    outcome = try_damage(kind, path, trials)
    assert outcome.held and outcome["refused"] > 0.9 * len(trials), outcome
    assert sum(outcome.values()) == len(trials)


def test_a_process_that_dies_or_errs_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(bytes(8))

    def use(path: Path) -> object:
        first, second = path.read_bytes()[:2]
        if first == 1:
            import os
            import signal

            os.kill(os.getpid(), signal.SIGSEGV)
        return second

    kind = replace(KINDS["weights"], use=use)
    trials = [Trial(((place, bits),)) for bits in (1, 2) for place in (0, 1)]
    outcome = try_damage(kind, path, [*trials, Trial(size=0)])
    assert outcome == {"dies (SIGSEGV)": 1, "different": 2, "harmless": 1, "raised ValueError": 1}
    assert path.read_bytes() == bytes(8)
    assert not outcome.held


def test_without_checksums_a_language_model_still_opens(tmp_path: Path) -> None:
    """Models that others made are read as they are (`model.verify = "sealed"` refuses them)."""
    path = whole_file(KINDS["small trie"], tmp_path)
    Path(f"{path}.sums").unlink()
    assert LanguageModel(str(path)).order > 1
