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
    records = invoke("decode", "--config", model, "--markup", "--format", "jsonl", stdin=text).out.splitlines()
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
    many = invoke("decode", "--config", model, "--mbr", "bleu", "--kbest", "5", "--mbr-scale", "0", stdin=text)
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


def test_lattices_of_both_forms(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    lines = (
        '{"arcs": [[0, 1, "The", 0], [1, 2, "comity", 2.5], [1, 2, "committee", 0.1], [2, 3, "left"]]}\n'
        "((('the',1.0,1),),(('committee',0.9,1),('comity',0.1,1),),(('left',1.0,1),),)\n"
        "\n"
    )
    ended = invoke("decode", "--config", model, "--lattice", stdin=lines)
    assert ended.code == 0, ended.err
    first, second, third = ended.out.splitlines()
    assert first == second == "the group left" and third == ""
    records = invoke(
        "decode", "--config", model, "--lattice", "--kbest", "9", "--format", "jsonl", stdin=lines
    ).out.splitlines()
    best = json.loads(records[0])
    assert best["number"] == 0 and best["features"]["LatticeCost"] == pytest.approx(0.1)
    assert any("comity" in json.loads(record)["output"] for record in records)
    for bad in ("{}", '{"arcs": [[0, 1, "a b"]]}', "((('a',0.0,1),),)", "[", "((('a',1.0,'x'),),)"):
        refused = invoke("decode", "--config", model, "--lattice", stdin=f"\n{bad}\n")
        assert refused.code == 2 and "<stdin>:2: not a lattice" in refused.err
    refused = invoke("decode", "--config", model, "--lattice", stdin='{"arcs": [[1, 2, "a"]]}\n')
    assert refused.code == 2 and "<stdin>:1: " in refused.err and "node 0" in refused.err


def test_forcing_tells_what_is_reachable(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    targets = tmp_path / "targets.txt"
    targets.write_text("The group started talks.\nThe committee sang.\n")
    source = "The committee commenced deliberations.\nThe committee left.\n"
    ended = invoke("decode", "--config", model, "--force", targets, stdin=source)
    assert ended.err.endswith("reachable: 1 of 2\n")
    first, second = ended.out.splitlines()
    assert float(first.removeprefix("0 ||| ")) and second == "1 ||| unreachable"
    records = invoke("decode", "--config", model, "--force", targets, "--format", "jsonl", stdin=source).out
    one, two = map(json.loads, records.splitlines())
    assert one["reachable"] and not two["reachable"]
    assert {tree["target"] for tree in one["trees"]} >= {"the group", "."}
    assert [4, 4] in one["alignment"]  # the full stop
    short = invoke("decode", "--config", model, "--force", targets, stdin="One line.\n")
    assert short.code == 2 and "the input has 1 lines" in short.err
    assert invoke("decode", "--config", model, "--force", targets, "--markup", stdin=source).code == 2
    assert "no such file" in invoke("decode", "--config", model, "--force", tmp_path / "no", stdin=source).err


def test_forcing_towards_lattices_gives_the_best_way(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    targets = tmp_path / "targets.plf"
    targets.write_text(
        "((('the',1,1),),(('group',0.5,1),('committee',0.5,1)),(('started',1,1),('sang',1,1)),"
        "(('talks',1,1),),(('.',1,1),))\n"
        '{"arcs": [[0, 1, "The"], [1, 2, "spade"], [2, 3, "."]]}\n\n'
    )
    source = "The committee commenced deliberations.\nThe committee left.\n\n"
    ended = invoke("decode", "--config", model, "--force-lattice", targets, stdin=source)
    assert ended.err.endswith("reachable: 2 of 3\n")
    first, second, third = ended.out.splitlines()
    assert first.startswith("0 ||| the group started talks . ||| ") and second == "1 ||| unreachable"
    assert third == "2 |||  ||| 0.000000"
    records = invoke("decode", "--config", model, "--force-lattice", targets, "--format", "jsonl", stdin=source).out
    one, two, _ = map(json.loads, records.splitlines())
    assert one["output"] == "the group started talks ." and one["reachable"]
    assert two == {"number": 1, "reachable": False}
    targets.write_text('{"arcs": [[0, 1, "the"]]}\n{"arcs": [[1, 2, "the"]]}\n')
    refused = invoke("decode", "--config", model, "--force-lattice", targets, stdin="a\nb\n")
    assert refused.code == 2 and f"{targets}:2: node 0 of the lattice" in refused.err
    targets.write_text("the\n")
    refused = invoke("decode", "--config", model, "--force-lattice", targets, stdin="a\n")
    assert refused.code == 2 and f"{targets}:1: not a lattice" in refused.err
    both = ("--force", targets, "--force-lattice", targets)
    assert invoke("decode", "--config", model, *both, stdin=source).code == 2


def test_trees_stand_in_the_records(invoke: Invoke, model: Path) -> None:
    text = "The committee commenced deliberations.\n"
    ended = invoke("decode", "--config", model, "--format", "jsonl", "--trees", "--kbest", "3", stdin=text)
    record = json.loads(ended.out)
    for one in (record, *record["kbest"]):
        assert sum(tree["span"][1] - tree["span"][0] for tree in one["trees"]) == 5
        assert [4, one["trees"][-1]["target_span"][0]] in one["alignment"]
    assert "trees" not in json.loads(invoke("decode", "--config", model, "--format", "jsonl", stdin=text).out)
    assert invoke("decode", "--config", model, "--trees", stdin=text).code == 2


@pytest.mark.parametrize("option", ["--kbest", "--must-contain", "--lattice", "--forest-stats", "--joshua-config"])
def test_simplify_says_where_the_options_of_the_search_are(invoke: Invoke, option: str) -> None:
    message = f"error: {option} is an option of `simplifier decode`\n"
    assert invoke("simplify", option, "1", stdin="x\n") == Ended(2, "", message)
    assert invoke("simplify", f"{option}=1", stdin="x\n") == Ended(2, "", message)


@pytest.mark.parametrize("option", ["--diff", "--no-shorten", "--input-format", "--level"])
def test_decode_says_where_the_options_of_texts_are(invoke: Invoke, option: str) -> None:
    message = f"error: {option} is an option of `simplify`\n"
    assert invoke("decode", option, stdin="x\n") == Ended(2, "", message)
    assert "no such option" in invoke("decode", "--kbset", "3", stdin="x\n").err


def test_decode_reads_files_as_plain_text(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A large house\n", encoding="utf-8")
    assert invoke("decode", "--config", model, page).out == "# A big house\n"
    assert invoke("decode", tmp_path) == Ended(2, "", f"error: {tmp_path}: is a directory; name a file in it\n")
