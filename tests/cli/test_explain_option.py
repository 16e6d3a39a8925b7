"""`simplify --explain`, on the toy model and as the guide shows it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from simplifier.cli.printing import explained_text
from simplifier.record.decoded import CheckOutcome
from simplifier.record.result import assembled
from tests.cli.test_simplify import ROOT, Ended, invoke, model
from tests.simplifier.record.decoding import plain

__all__ = ["invoke", "model"]

Invoke = Callable[..., Ended]

TEXT = 'A humorous  man has a residence.\nThe committee saw "Very large" things.\n'


def test_text_is_an_account_of_every_sentence(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    (tmp_path / "terms").write_text("residence\n", encoding="utf-8")
    command = ("simplify", "--config", model, "--protect", tmp_path / "terms")
    ended = invoke(*command, "--explain", stdin=TEXT)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "< A humorous man has a residence.\n"
        "> A funny man has a residence.\n"
        "  changed\n"
        "    humorous -> funny: a plainer word\n"
        "  stayed\n"
        "    residence, not “house”: you asked to keep these words\n"
        "\n"
        '< The committee saw "Very large" things.\n'
        '> The group saw "big" things.\n'
        "  changed\n"
        "    committee -> group: a plainer word\n"
        "    Very -> (left out): a plainer word\n"
        "    large -> big: a plainer word\n"
        "\n"
    )
    ended = invoke(*command, "--explain=full", stdin=TEXT)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "< A humorous man has a residence.\n"
        "> A funny man has a residence.\n"
        "  changed\n"
        "    humorous -> funny: a plainer word\n"
        "      scores 2.10 more than keeping it\n"
        "      rule: JJ | humorous | funny (toy: hand)\n"
        "      for it: reward +2.00\n"
        "      not amusing: another change of these words was better\n"
        "        scores 1.00 less than the change that won\n"
        "        gain 1.10\n"
        "        rule: JJ | humorous | amusing (toy: hand)\n"
        "  stayed\n"
        "    residence\n"
        "      not house: you asked to keep these words\n"
        "        gain 1.10\n"
        "        rule: NN | residence | house (toy: hand)\n"
        "\n"
        '< The committee saw "Very large" things.\n'
        '> The group saw "big" things.\n'
        "  changed\n"
        "    The committee -> The group: plainer words\n"
        "      scores 1.95 more than keeping it\n"
        "      rule: NP | the committee | the group (toy: hand)\n"
        "      for it: reward +2.00\n"
        "    Very -> (left out): the sentence says the same without these words\n"
        "      scores 2.06 more than keeping it\n"
        "      rule: JJ | very | (left out) (toy: hand)\n"
        "      for it: reward +1.50\n"
        "    large -> big: a plainer word\n"
        "      scores 2.10 more than keeping it\n"
        "      rule: JJ | large | big (toy: hand)\n"
        "      for it: reward +2.00\n"
        "\n"
    )


def test_the_word_behind_the_option_is_a_file(invoke: Invoke, model: Path, tmp_path: Path) -> None:
    (tmp_path / "full").write_text("A large man.\n", encoding="utf-8")
    ended = invoke("simplify", "--config", model, "--explain", tmp_path / "full")
    assert ended.out.startswith("< A large man.\n> A big man.\n")
    wrong = invoke("simplify", "--config", model, "--explain=all", stdin=TEXT)
    assert wrong.code == 2 and "'all' is not one of 'short', 'full'" in wrong.err


def test_the_final_check_is_told() -> None:
    (sentence,) = assembled("Ten  men.", [plain("Ten  men.", check=CheckOutcome(("number: 10 20",), None))]).sentences
    assert explained_text(sentence) == ("< Ten men.\n> Ten men.\n  final check: number: 10 20; the sentence stays\n\n")
    outcome = CheckOutcome(("number: 10 20", "name: x"), 3)
    (sentence,) = assembled("Ten men.", [plain("Ten men.", check=outcome)]).sentences
    assert "  final check: number: 10 20; name: x; version 3 stands\n" in explained_text(sentence)


def test_json_lines_have_it_beside_the_edits(invoke: Invoke, model: Path) -> None:
    command = ("simplify", "--config", model, "--format", "jsonl")
    plain = [json.loads(line) for line in invoke(*command, stdin=TEXT).out.splitlines()]
    told = [json.loads(line) for line in invoke(*command, "--explain", stdin=TEXT).out.splitlines()]
    for one, other in zip(plain, told, strict=True):
        assert "kept" not in one and "changed" not in one
        assert {name: value for name, value in other.items() if name not in ("changed", "kept")} == one
    assert [change["target"] for change in told[0]["changed"]] == ["funny", "house"]
    assert told[0]["kept"] == []


@pytest.mark.parametrize("options", [("--kbest", "2"), ("--lattice",), ("--force", "x")])
def test_what_does_not_go_with_it(invoke: Invoke, model: Path, options: tuple[str, ...]) -> None:
    ended = invoke("decode", "--config", model, "--explain", *options, stdin=TEXT)
    assert ended.code == 2 and "--explain" in ended.err and ended.err.count("\n") == 1


def test_the_guide_shows_what_is_printed(invoke: Invoke) -> None:
    lines = (ROOT / "docs" / "use" / "why.md").read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("    $ echo "))
    text = lines[start].split("'")[1]
    end = next(number for number, line in enumerate(lines) if number > start and line and line[0] != " ")
    shown = [line[4:] for line in lines[start + 1 : end]]
    ended = invoke("simplify", "--explain", stdin=f"{text}\n")
    assert "\n".join(shown).strip() == ended.out.strip()
