"""The stand-in for SAMSA: on trees made by hand, and as a metric that parses."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from simplifier.base.errors import ConfigError, FormatError
from simplifier.cli.evaluate import evaluate_command
from simplifier.config import default_config_path, load_config
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.metrics.clauses import Parsed, open_reader
from simplifier.evaluation.metrics.scenes import clauses_of, samsa_of
from simplifier.languages import language_named
from simplifier.languages.analysis.tree import Tree

ROLES = language_named("en").relations

# "He left because she cried": two clauses, each with a subject.
BOTH: Parsed = (
    "he left because she cried".split(),
    Tree((1, -1, 4, 4, 1), ("nsubj", "ROOT", "mark", "nsubj", "advcl")),
)
# "She cried": one clause.
ONE: Parsed = ("she cried".split(), Tree((1, -1), ("nsubj", "ROOT")))


def test_clauses() -> None:
    assert clauses_of(BOTH[1], ROLES) == [(1, (0,)), (4, (3,))]
    joined = Tree((1, -1, 1, 4, 1), ("nsubj", "ROOT", "cc", "nsubj", "conj"))
    assert clauses_of(joined, ROLES) == [(1, (0,)), (4, (3,))]
    shared = Tree((1, -1, 1, 1), ("nsubj", "ROOT", "cc", "conj"))
    assert clauses_of(shared, ROLES) == [(1, (0,))]


def test_by_hand() -> None:
    # Two clauses, two sentences, all there: 2 / 4 x (1 + 1).
    assert samsa_of([BOTH], [["he", "left"], ["she", "cried"]], ROLES) == 1
    # Unsplit: both clauses are in the one sentence, 1 / 4 x 2.
    assert samsa_of([BOTH], [BOTH[0]], ROLES) == 0.5
    # The second subject is gone: 2 / 4 x (1 + 0.5).
    assert samsa_of([BOTH], [["he", "left"], ["cried"]], ROLES) == 0.75
    # More sentences than clauses.
    assert samsa_of([ONE], [["she"], ["cried"]], ROLES) == 0
    # A source of one clause, copied: 1, as the paper's authors were told off for.
    assert samsa_of([ONE], [ONE[0]], ROLES) == 1
    assert samsa_of([], [["she"]], ROLES) == samsa_of([ONE], [], ROLES) == 0


SOURCE = "He left because she cried."


def test_reading() -> None:
    texts = [SOURCE, "he left . she cried .", ""]
    both, apart, nothing = open_reader("").read(texts)
    assert [words for words, _ in both] == [["He", "left", "because", "she", "cried", "."]]
    assert [clauses_of(tree, ROLES) for _, tree in both] == [[(1, (0,)), (4, (3,))]]
    assert [words for words, _ in apart] == [["he", "left", "."], ["she", "cried", "."]]
    assert nothing == []


@pytest.mark.parametrize(
    ("source", "output", "score"),
    [
        (SOURCE, "He left. She cried.", 100),
        (SOURCE, SOURCE, 50),
        # One clause of two is there: 1 / 4 x 1.
        (SOURCE, "He left.", 25),
        # The words are cut again, whoever cut them.
        (SOURCE, ["he", "left", ".", "she", "cried", "."], 100),
        ("She cried.", "She cried.", 100),
        ("She cried.", "She. Cried.", 0),
        (SOURCE, "", 0),
        # "who lived here": the clause inside the other has a sentence of its own; 2 / 4 x (1 + 1/2), because
        # its subject, "who", is gone.
        ("The man who lived here moved to Paris.", "The man lived here. The man moved to Paris.", 75),
    ],
)
def test_golden(source: str, output: str | list[str], score: float) -> None:
    assert parse_metric("samsa-clauses").score([output], ReferenceSet([source], [])).value == score


def test_signature_names_the_parser() -> None:
    config = load_config(default_config_path())
    sums = {}
    for name, path in (("tagger", config.tagger.path), ("parser", config.parser.path)):
        assert path is not None
        sums[name] = f"{path.name}@{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}"
    expected = f"samsa-clauses|form:stand-in|align:stems|lang:en|tagger:{sums['tagger']}|parser:{sums['parser']}|v:1"
    data = ReferenceSet([SOURCE], [])
    assert str(parse_metric("samsa-clauses").signature(data)) == expected
    named = parse_metric(f"samsa-clauses[model={default_config_path()}]")
    assert str(named.signature(data)) == expected and named.score([SOURCE], data).value == 50


def test_models_that_cannot_parse(tmp_path: Path) -> None:
    data, path = ReferenceSet([SOURCE], []), tmp_path / "bare.toml"
    path.write_text('[model]\nlanguage = "en"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"bare.toml: names no tagger \(tagger.path\) or no parser"):
        parse_metric(f"samsa-clauses[model={path}]").score([SOURCE], data)
    path = tmp_path / "gone.toml"
    path.write_text('[tagger]\npath = "t.bin"\n[parser]\npath = "p.bin"\n', encoding="utf-8")
    with pytest.raises((ConfigError, FormatError), match=r"[tp]\.bin"):
        parse_metric(f"samsa-clauses[model={path}]").score([SOURCE], data)


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{SOURCE}\n{SOURCE}\n", encoding="utf-8")
    (tmp_path / "out.txt").write_text(f"He left. She cried.\n{SOURCE}\n", encoding="utf-8")
    given = ["--source", tmp_path / "in.txt", "--output", tmp_path / "out.txt", "--metric", "samsa-clauses"]
    result = CliRunner().invoke(evaluate_command, [*map(str, given), "--samples", "0"])
    assert result.exit_code == 0, result.output
    assert "75.00" in result.output and "form:stand-in" in result.output
    assert "samsa-clauses" in CliRunner().invoke(evaluate_command, ["--list-metrics"]).output
