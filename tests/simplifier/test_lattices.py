"""Lattices read way by way or as a whole, by toy models and by the embedded one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.config import load_config
from simplifier.decoder import InputSentence, LatticeArc
from simplifier.decoder.lattice import MOST_ARCS, Way, best_ways, read_lattice
from simplifier.lattices import for_chart, lattice_mode, parts_of_sentences, rewrite_ways
from simplifier.pipeline import Simplifier
from tests.cli.test_simplify import Ended, invoke, model
from tests.simplifier.decoder.test_target_lattices import Words
from tests.simplifier.test_given_input import random_lattice

__all__ = ["invoke", "model"]

Invoke = Callable[..., Ended]


def every_way(words: list[str], arcs: list[LatticeArc]) -> dict[Words, float]:
    """Every string with its least cost."""
    found: list[dict[Words, float]] = [{} for _ in range(max(arc.end for arc in arcs) + 1)]
    found[0] = {(): 0.0}
    for node in range(len(found)):
        for word, arc in zip(words, arcs, strict=True):
            for way, cost in found[node].items() if arc.start == node else ():
                longer = (*way, word)
                found[arc.end][longer] = min(cost + arc.cost, found[arc.end].get(longer, cost + arc.cost))
    return found[-1]


def test_the_best_ways_are_those_of_least_cost() -> None:
    cut = 0
    for seed in range(400):
        rng = random.Random(seed)
        words, arcs = random_lattice(rng)
        every = sorted((cost, way) for way, cost in every_way(words, arcs).items())
        most = rng.randint(1, 6)
        lattice = InputSentence(tuple(words), lattice=tuple(arcs))
        found, left_out = best_ways(lattice, most)
        assert found == [Way(way, cost) for cost, way in every[:most]]
        assert (left_out > 0) == (len(every) > most)
        cut += left_out > 0
    assert cut > 50
    assert best_ways(InputSentence(()), 3) == ([Way((), 0.0)], 0)
    with pytest.raises(InputError, match="node 0 of the lattice has no arc that leaves it"):
        best_ways(InputSentence(("a",), lattice=(LatticeArc(1, 2),)), 3)


def test_lattices_beyond_all_bounds() -> None:
    with pytest.raises(InputError, match="node 0 of the lattice has no arc that leaves it"):
        best_ways(InputSentence(("a",), lattice=(LatticeArc(2**31 - 2, 2**31 - 1),)), 3)
    with pytest.raises(InputError, match="node 1 of the lattice has no arc that enters it"):
        best_ways(InputSentence(("a",), lattice=(LatticeArc(0, 2**31 - 1),)), 3)
    for far in ('{"arcs": [[0, 4294967296, "a"]]}', "((('a', 1, 10000000),),)", "((('a', 10**9, 1),),)"):
        with pytest.raises(FormatError, match="not a lattice"):
            read_lattice(far, "f", 1)
    many = [[place, place + 1, "a"] for place in range(MOST_ARCS + 1)]
    with pytest.raises(FormatError, match="a lattice of 5001 arcs; at most 5000 are read"):
        read_lattice(json.dumps({"arcs": many}), "f", 1)


WORDS = ("the", "committee", "commenced", "deliberations", "humorous", "large", "residence", "very", "a")


def lattice_line(rng: random.Random) -> str:
    length = rng.randint(1, 5)
    arcs: list[tuple[int, int, str, float]] = [
        (node, node + 1, rng.choice(WORDS), rng.random()) for node in range(length) for _ in range(2)
    ]
    start = rng.randrange(length)
    arcs.append((start, rng.randint(start + 1, length), rng.choice(WORDS), rng.random()))
    return json.dumps({"arcs": arcs})


def test_both_ways_of_reading_agree_on_what_language_models_like(invoke: Invoke, model: Path) -> None:
    rng = random.Random(4)
    lines = "".join(f"{lattice_line(rng)}\n" for _ in range(60))
    options = ("decode", "--config", model, "--lattice", "--format", "jsonl")
    for name in ("reward", "ChangedFirst", "OOVPenalty"):  # language models alone
        options = (*options, "--set", f"weights.{name}=0")
    options = (*options, "--set")
    ways = invoke(*options, "decoder.lattices=ways", stdin=lines)
    chart = invoke(*options, "decoder.lattices=chart", stdin=lines)
    assert (ways.code, ways.err, chart.code, chart.err) == (0, "", 0, "")
    assert chart.out == invoke(*options, "decoder.lattices=auto", stdin=lines).out
    for one, other in zip(map(json.loads, ways.out.splitlines()), map(json.loads, chart.out.splitlines()), strict=True):
        assert one["output"].lower() == other["output"]
        assert one["score"] == pytest.approx(other["score"], abs=1e-3)
        assert one["features"]["LatticeCost"] == pytest.approx(other["features"]["LatticeCost"], abs=1e-5)
        assert sum(tree["span"][1] - tree["span"][0] for tree in one["trees"]) == len(one["way"].split())


def test_ways_that_are_left_out_are_told_in_one_line(invoke: Invoke, model: Path) -> None:
    lines = '{"arcs": [[0,1,"A",1],[0,1,"The",0.5],[1,2,"residence"]]}\n{"arcs": [[0,1,"The"]]}\n\n'
    options = ("decode", "--config", model, "--lattice", "--set", "decoder.lattices=ways")
    ended = invoke(*options, "--set", "decoder.lattice_ways=1", stdin=lines)
    assert ended.out == "The house\nThe\n\n"
    assert ended.err.startswith("note: 1 of 3 lattices have more than 1 ways (") and ended.err.count("\n") == 1
    kbest = invoke(*options, "--kbest", "4", stdin=lines).out.splitlines()
    assert {line.split(" ||| ")[1] for line in kbest if line.startswith("0 ")} == {
        *("The house", "A house", "The residence", "A residence"),
    }
    short = invoke(*options, "--set", "text.max_sentence_tokens=1", stdin=lines)
    assert (short.code, short.err.count("\n")) == (2, 1) and "<stdin>:1: a way of 2 words; a" in short.err
    refused = invoke(*options, stdin='\n{"arcs": [[1, 2, "a"]]}\n')
    assert (refused.code, refused.err.count("\n")) == (2, 1) and "<stdin>:2: node 0 of" in refused.err


COMITY = json.dumps(
    {
        "arcs": [
            *([0, 1, "The", 0], [1, 2, "comity", 2.5], [1, 2, "committee", 0.1], [2, 3, "commenced"]),
            *([3, 4, "deliberations"], [3, 4, "deliberating", 2.5], [4, 5, "."]),
        ]
    }
)


def test_the_embedded_model_reads_lattices(invoke: Invoke) -> None:
    ended = invoke("decode", "--lattice", stdin=f"{COMITY}\n")
    assert (ended.code, ended.err) == (0, "")
    plain = invoke("decode", "--tokenized", stdin="The committee commenced deliberations .\n")
    assert ended.out == plain.out
    chart = invoke("decode", "--lattice", "--preset", "lattice", stdin=f"{COMITY}\n")
    assert (
        chart.code == 0
        and chart.out.split()[-1] == "."
        and chart.err
        == (
            "note: lattices are searched as wholes, without what reads sentences: the class language model "
            "class, features of changes in their sentence, the frames of pairs, the selection trees, the "
            "reranker, the check\n"
        )
    )


def test_a_weight_of_lattices_is_left_alone_by_text(invoke: Invoke, model: Path) -> None:
    options = ("decode", "--config", model, "--set", "weights.LatticeCost=-4", "--kbest", "1")
    assert invoke(*options, stdin="Large.\n").code == 0
    (line,) = invoke(*options, "--lattice", stdin='{"arcs": [[0, 1, "The", 0.5]]}\n').out.splitlines()
    free = invoke("decode", "--config", model, "--kbest", "1", "--lattice", stdin='{"arcs": [[0, 1, "The"]]}\n')
    assert float(free.out.split()[-1]) - float(line.split()[-1]) == pytest.approx(2.0)


def test_what_reads_sentences_decides_how_lattices_are_read(model: Path) -> None:
    embedded, toy = load_config(), load_config(model)
    assert (lattice_mode(embedded), lattice_mode(toy), parts_of_sentences(toy)) == ("ways", "chart", [])
    whole = for_chart(embedded)
    assert (lattice_mode(whole), parts_of_sentences(whole)) == ("chart", [])
    weights = whole.all_weights()
    assert "lm_normal" in weights and not {"lm_class", "SelectionDoubtful", "VerbFormLost"} & set(weights)
    simplifier = Simplifier(whole, lattices=True)
    assert simplifier.decoder.weights["LatticeCost"] == -1.0
    versions, left_out = rewrite_ways(
        Simplifier.load(model, overrides={"text.tokenised": True}, lattices=True),
        InputSentence(("A", "large", "vast"), lattice=tuple(LatticeArc(*one) for one in ((0, 1), (1, 2), (1, 2, 9.0)))),
        1,
    )
    assert (versions[0].words, versions[0].rewriting.output, left_out) == (("A", "large"), "A big", 0)
