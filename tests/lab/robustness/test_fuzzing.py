"""What fuzzing begins with and what is made of its end; patterns, sieges and soaks on a small scale."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from pathlib import Path

import pytest

from lab.robustness.fuzz import Fuzzed, _told
from lab.robustness.fuzz_seeds import SEEDS
from lab.robustness.growth import grown
from lab.robustness.patterns import Found, adversaries, patterns_of
from lab.robustness.siege import besiege, serving
from lab.robustness.slow_inputs import changed
from lab.robustness.soak import Round, Soak, _library, read_record, usage
from simplifier.core import RuleTable
from tests.toy_model import build_toy_model

TARGETS = Path(__file__).resolve().parents[3] / "simplifier" / "core" / "fuzz"


def test_every_target_has_seeds(tmp_path: Path) -> None:
    assert sorted(SEEDS) == sorted(path.stem for path in TARGETS.glob("*.cc"))
    for target, seeds in SEEDS.items():
        made = seeds()
        assert made and len(set(made)) == len(made), target
    path = tmp_path / "seed.table"
    path.write_bytes(SEEDS["rule_table"]()[0][1:])
    assert len(RuleTable(str(path))) == 4


def test_what_a_run_says(tmp_path: Path) -> None:
    log = "#2\tINITED cov: 12 ft: 3\n#90\tNEW    cov: 17 ft: 20 exec/s: 9\n#100\tDONE   cov: 17 ft: 20\n"
    log += "Done 100 runs in 7 second(s)\nstat::number_of_executed_units: 100\n"
    crash = tmp_path / "crash-12"
    for name in ("crash-12", "slow-unit-3"):
        (tmp_path / name).touch()
    assert _told(log, tmp_path) == Fuzzed(100, 7, 17, (crash,))
    assert _told("", tmp_path) == Fuzzed(0, 0, 0, (crash,))


def test_patterns_are_found_with_their_use(tmp_path: Path) -> None:
    found = {one.text: one for one in patterns_of()}
    assert found[r"\s*>"] == Found(r"\s*>", 0, "simplifier.text.markup", False)
    assert found[r"\S+"].searched
    texts = {made(6) for made in adversaries(r"x(a+)+b", 0)}
    assert {"xaaaaaa", "xaaaaaa\0", "aaaaaa"} <= texts


def test_names_that_are_not_the_servers(tmp_path: Path) -> None:
    with serving("--config", str(build_toy_model(tmp_path))) as (port, process):
        outcomes, times, failures = besiege(port, "foreign names", 1, 1.0)
        assert failures == [] and times
        assert usage(process)[0] > 10
    assert outcomes == {"404": 9, "421": 6, "400": 1, "415": 1}


def test_rounds_are_compared(tmp_path: Path) -> None:
    rounds = _library(["The large house.", "A man."], build_toy_model(tmp_path))
    soak = Soak([next(rounds), next(rounds)])
    assert soak.same and [one.sentences for one in soak.rounds] == [2, 4]
    soak.rounds.append(Round(6, soak.rounds[0].megabytes + 100, 9, 1, "other"))
    assert not soak.same and soak.growth() == pytest.approx(100, abs=20)


def test_a_soak_goes_on_from_its_record(tmp_path: Path) -> None:
    record = tmp_path / "soak.jsonl"
    assert read_record(record) == []
    rounds = [Round(each, 90.5, 9, 1, "hash") for each in (2, 4, 2, 4, 6)]
    record.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in rounds) + '{"sentences": 8, "mega')
    soak = Soak([Round(2, 90.5, 9, 1, "hash")], read_record(record))
    assert soak.before == rounds and read_record(record) == rounds
    assert soak.sentences == 4 + 6 + 2 and soak.same
    soak.before[0] = Round(2, 90.5, 9, 1, "other")
    assert not soak.same


def test_sentences_are_changed_in_their_length() -> None:
    chosen = random.Random(3)
    words, other = list("abcdefghij"), list("ABCDEFGHIJ")
    for _ in range(200):
        made = changed(words, other, ["x", "y"], chosen)
        assert len(made) == 10 and set(made) <= {*words, *other, "x", "y"}


def test_what_grows_is_measured_in_a_process_of_its_own() -> None:
    for family in ("HTML, entities", "table, cells"):
        outcome, seconds, megabytes = grown(family, 1000)
        assert outcome == "read" and 0 < seconds < 60 and megabytes > 1
