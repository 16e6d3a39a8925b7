"""A small version of `lab.robustness.damage`: every kind of model file, damaged and opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lab.robustness.damage import KINDS, Trial, header_flips, placed, random_damage, try_damage

SMALL = ("small rules", "numbers", "small trie", "packed trie", "probing", "frames", "weights", "trees")


@pytest.mark.parametrize("name", KINDS)
def test_every_damage_is_refused_or_harmless(name: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    path = placed(kind, tmp_path)
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


@pytest.mark.parametrize("name", ["small trie", "packed trie", "probing"])
def test_without_checksums_a_language_model_is_walked_through(name: str, tmp_path: Path) -> None:
    """Numbers of n-grams are anything; what would lead a reader out of the file is refused."""
    kind = KINDS[name]
    path = placed(kind, tmp_path, foreign=True)
    trials = [*header_flips(kind.header, path.stat().st_size)][::7]
    trials += [*random_damage(400, path.stat().st_size, seed=2)]
    outcome = try_damage(kind, path, trials)
    assert not {*outcome} - {"refused", "harmless", "different"}, outcome
    assert sum(outcome.values()) == len(trials)
