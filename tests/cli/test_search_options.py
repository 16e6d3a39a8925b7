"""The options of `simplify` about the search, on a small real model."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_simplify import TEXT as LINES
from tests.cli.test_simplify import Ended, invoke, model

__all__ = ["invoke", "model"]

Invoke = Callable[..., Ended]


def test_markup_keeps_and_replaces(invoke: Invoke, model: Path) -> None:
    text = (
        'The <replace with="New York Council">committee</replace>  <keep>commenced</keep> deliberations.\n'
        "A humorous man has a <keep>large</keep> residence.\n"
    )
    ended = invoke("decode", "--config", model, "--markup", stdin=text)
    assert ended.err == "" and ended.code == 0
    assert ended.out == "The New York Council  commenced talks.\nA funny man has a large house.\n"
    records = invoke(
        "decode", "--config", model, "--markup", "--format", "jsonl", stdin=text
    ).out.splitlines()
    edit = json.loads(records[0])["edits"][0]
    assert edit["rule"]["grammar"] == "markup" and edit["source"] == "committee"
    assert json.loads(records[0])["output"][edit["output_start"] : edit["output_end"]] == "New York Council"
    plain = invoke("decode", "--config", model, stdin="a <keep>large</keep> residence\n")
    assert "<keep>" in plain.out  # without the option it is text


def test_markup_that_is_broken_names_line_and_column(invoke: Invoke, model: Path) -> None:
    ended = invoke("decode", "--config", model, "--markup", stdin="Fine.\nNot <keep>fine.\n")
    assert ended.code == 2 and ended.out == "Fine.\n"
    assert "<stdin>:2: column 5: <keep> is not closed" in ended.err and ended.err.count("\n") == 1


def test_constraints_hold_or_are_reported(invoke: Invoke, model: Path) -> None:
    text = "The committee commenced deliberations.\n"
    free = invoke("decode", "--config", model, stdin=text)
    assert free.out == "The group started talks.\n"
    ended = invoke("decode", "--config", model, "--must-not-contain", "started talks", stdin=text)
    assert "started talks" not in ended.out and ended.out != text and ended.err == ""
    ended = invoke("decode", "--config", model, "--must-contain", "Committee", stdin=text)
    assert ended.out == "The committee started talks.\n"
    ended = invoke("decode", "--config", model, "--must-contain", "spade", stdin=text)
    assert ended.out == text
    assert ended.err == "note: <stdin>:1: no rewriting satisfies the constraints; the sentence stays\n"
    assert invoke("decode", "--config", model, "--must-contain", " ", stdin=text).code == 2


def test_minimum_risk_chooses_among_the_candidates(invoke: Invoke, model: Path) -> None:
    text = "The committee commenced deliberations.\n"
    one = invoke("decode", "--config", model, "--mbr", "bleu", stdin=text)
    many = invoke(
        "decode", "--config", model, "--mbr", "bleu", "--kbest", "5", "--mbr-scale", "0", stdin=text
    )
    assert one.code == many.code == 0 and one.out.count("\n") == 1
    gains = [float(line.split("ExpectedGain=")[1].split()[0]) for line in many.out.splitlines()]
    assert len(gains) > 1 and gains == sorted(gains, reverse=True)
    assert "no-such" in invoke("decode", "--config", model, "--mbr", "no-such", stdin=text).err


def test_forests_are_written_when_all_is_done(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    path = tmp_path / "forests.jsonl"
    ended = invoke("decode", "--config", model, "--forest", path, "--forest-stats", stdin=LINES)
    assert ended.code == 0
    forests = [json.loads(line) for line in path.read_text().splitlines()]
    assert [forest["number"] for forest in forests] == list(range(len(forests))) and len(forests) == 5
    statistics = [line for line in ended.err.splitlines() if line.startswith("forest: ")]
    assert len(statistics) == 5 and " derivations" in statistics[0]
    nodes = {node["label"] for node in forests[0]["nodes"]}
    assert {"glue", "goal"} <= nodes
    assert invoke("decode", "--config", model, stdin=LINES).out == ended.out


def test_time_out_is_told(invoke: Invoke, model: Path) -> None:
    ended = invoke("decode", "--config", model, "--timeout-seconds", "1e-9", stdin="The committee left.\n")
    assert ended.code == 0 and ended.out.count("\n") == 1
    assert "note: <stdin>:1: time ran out" in ended.err
    calm = invoke("decode", "--config", model, "--timeout-seconds", "100", stdin=LINES)
    assert calm.err == "" and calm.out == invoke("decode", "--config", model, stdin=LINES).out


@pytest.mark.parametrize("option", ["--timeout-seconds", "--mbr-scale"])
def test_negative_numbers_are_refused(invoke: Invoke, model: Path, option: str) -> None:
    assert invoke("decode", "--config", model, option, "-1", stdin="x\n").code == 2
