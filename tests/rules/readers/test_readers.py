import gzip
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.rules.grammar.batch import RuleBatch, iterate_rules, whole_sources
from simplifier.rules.grammar.rule import Rule
from simplifier.rules.grammar.symbols import Nonterminal
from simplifier.rules.readers import BadLines, read_rules

PPDB1 = (
    "[NN] ||| objective ||| goal ||| Abstract=0 CharCountDiff=-5 p(e|f)=0.64436 p(f|e,LHS)=1.20397 ||| 0-0\n"
    "[S/PP] ||| [NP/NP,1] such ||| [NP/NP,1] those ||| Abstract=0 CharCountDiff=1 p(e|f)=NA "
    "p(f|e,LHS)=2 ||| \n"
    "[VB] ||| use ||| apply ||| p(e|f)=3 Other=7 ||| 0-0\n"
)
PPDB2 = (
    "[VB] ||| use ||| apply ||| "
    "PPDB2.0Score=4.5 -logp(e2|e1)=1.5 -logp(LHS|e1)=0 MVLSASim=NA ||| 0-0 ||| Equivalence\n"
    "[VB] ||| use ||| harness ||| "
    "PPDB2.0Score=3 -logp(e2|e1)=2.5 -logp(LHS|e1)=1 MVLSASim=0.5 ||| 0-0 ||| Exclusion\n"
)
JOSHUA = "[X] ||| src [X,1] ||| tgt [X,1] ||| 0.5 1.2 0\n[X] ||| a ||| b ||| 1 Name=2 3\n"
METEOR = "0.25\nutilize\nuse\n0.5\nutilize\nuse of\n3.5\nwith regard to\nabout\n"

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def writer(text: str) -> Path:
        path = tmp_path / "rules.txt"
        path.write_text(text, encoding="utf-8")
        return path

    return writer


def rules(path: Path, file_format: str, **options: object) -> list[Rule]:
    return list(iterate_rules(read_rules(path, file_format, **options)))  # type: ignore[arg-type]


def test_ppdb1_keeps_labels_values_and_missing_ones(write: Write) -> None:
    first, second, third = rules(write(PPDB1), "ppdb1")
    assert first.lhs == "NN"
    assert first.features == pytest.approx(
        {"Abstract": 0, "CharCountDiff": -5, "p(e|f)": 0.64436, "p(f|e,LHS)": 1.20397}
    )
    assert first.alignment == ((0, 0),)
    assert second.lhs == "S/PP"
    assert second.source == (Nonterminal("NP/NP", 1), "such")
    assert "p(e|f)" not in second.features
    assert third.features == {"p(e|f)": 3, "Other": 7}


def test_ppdb2_names_and_relation_become_ours(write: Write) -> None:
    first, second = rules(write(PPDB2), "ppdb2")
    assert first.features["PPDB2Score"] == 4.5
    assert first.features["p(e|f)"] == 1.5
    assert first.features["p(LHS|f)"] == 0
    assert "MVLSASim" not in first.features
    assert (first.features["IsEquivalence"], first.features["IsExclusion"]) == (1, 0)
    assert (second.features["IsEquivalence"], second.features["IsExclusion"]) == (0, 1)


def test_joshua_columns_are_negated_and_labels_are_not(write: Write) -> None:
    first, second = rules(write(JOSHUA), "joshua", owner="phrase")
    assert first.features == pytest.approx({"tm_phrase_0": -0.5, "tm_phrase_1": -1.2, "tm_phrase_2": 0})
    assert second.features == {"tm_phrase_0": -1, "tm_phrase_1": -3, "Name": 2}


def test_meteor_triples_and_probabilities_above_one(write: Write) -> None:
    found = rules(write(METEOR), "meteor")
    assert [(rule.source, rule.target) for rule in found] == [
        (("utilize",), ("use",)),
        (("utilize",), ("use", "of")),
        (("with", "regard", "to"), ("about",)),
    ]
    values = [rule.features["MeteorLogProb"] for rule in found]
    assert values == pytest.approx([math.log(0.25), math.log(0.5), 0.0], abs=1e-6)


def test_gzip_is_seen_by_content(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(gzip.compress(METEOR.encode()))
    assert len(rules(path, "meteor")) == 3


def test_crlf_lines_read_like_lf_lines(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(METEOR.replace("\n", "\r\n").encode())
    assert [rule.source for rule in rules(path, "meteor")][0] == ("utilize",)


@pytest.mark.parametrize("batch_size", [1, 2, 3])
def test_batches_of_any_size_hold_the_same_rules(write: Write, batch_size: int) -> None:
    path = write(PPDB1)
    assert list(map(str, rules(path, "ppdb1", batch_size=batch_size))) == list(map(str, rules(path, "ppdb1")))


BROKEN = [
    ("ppdb1", "[NN] ||| a ||| b\n", 1, "4 or 5 fields"),
    ("ppdb1", PPDB1 + "NN ||| a ||| b ||| p=1\n", 4, "left-hand side"),
    ("ppdb1", PPDB1 + "[NN] ||| a ||| b ||| p(e|f)=x\n", 4, "number or NA"),
    ("ppdb1", PPDB1 + "[NN] ||| a ||| b ||| p(e|f)=inf\n", 4, "number or NA"),
    ("ppdb1", PPDB1 + PPDB1.splitlines()[0].replace("-5", "-x"), 4, "number or NA"),
    ("ppdb1", "[NN] ||| a ||| b ||| p=1 p=2\n", 1, "twice"),
    ("ppdb1", "[NN] ||| a ||| b ||| p=1 nonsense\n", 1, "Name=value"),
    ("ppdb1", "[NN] ||| [X,1] ||| b ||| p=1\n", 1, "same nonterminals"),
    ("ppdb1", "[NN] ||| a ||| b ||| p=1 ||| 0-1\n", 1, "inside the rule"),
    ("ppdb1", "[NN] |||  ||| b ||| p=1\n", 1, "at least one symbol"),
    ("ppdb2", PPDB2 + PPDB1, 3, "6 fields"),
    ("ppdb2", "[VB] ||| a ||| b ||| p=1 ||| 0-0 ||| Similar\n", 1, "entailment relation"),
    ("joshua", "[X] ||| a ||| b ||| 1 two\n", 1, "number or Name=value"),
    ("meteor", "0.5\na\nb\nhalf\nc\nd\n", 4, "probability"),
    ("meteor", "0.5\na\nb\n0\nc\nd\n", 4, "probability"),
    ("meteor", "0.5\na\nb\n0.5\n\nd\n", 5, "phrase"),
    ("meteor", "0.5\na\nb\n0.5\nc\n", 5, "three lines"),
    ("ppdb-lexical", "a\tb\n", 1, "header"),
    ("ppdb-lexical", "tag\tsource\ttarget\torder\tentailment\tsmallest_size\nNN\ta\tb\n", 2, "6 tab"),
    (
        "ppdb-lexical",
        "tag\tsource\ttarget\torder\tentailment\tsmallest_size\nNN\ta\tb\tlisted\tSame\ts\n",
        2,
        "rel",
    ),
    ("ppdb-scores", "head\tparaphrase\tppdb2_score\na\tb\tgood\n", 2, "score"),
]


@pytest.mark.parametrize(("file_format", "text", "line", "expected"), BROKEN)
def test_broken_lines_name_file_line_text_and_expectation(
    write: Write, file_format: str, text: str, line: int, expected: str
) -> None:
    path = write(text)
    with pytest.raises(FormatError, match=expected) as caught:
        rules(path, file_format)
    assert caught.value.path == str(path)
    assert caught.value.line == line
    assert "found '" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("file_format", "text"), [case[:2] for case in BROKEN if case[3] != "header"])
def test_broken_lines_can_be_skipped_and_counted(write: Write, file_format: str, text: str) -> None:
    policy = BadLines(skip=True)
    found = rules(write(text), file_format, bad_lines=policy)
    assert sum(policy.counts.values()) >= 1
    assert all(rule.source and rule.target for rule in found)


def test_long_offending_text_is_shortened(write: Write) -> None:
    with pytest.raises(FormatError) as caught:
        rules(write("[NN] ||| " + "word " * 10_000), "ppdb1")
    assert len(caught.value.problem) < 200


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="missing: no such file"):
        rules(tmp_path / "missing", "meteor")
    with pytest.raises(InputError, match="is a directory"):
        rules(tmp_path, "meteor")
    with pytest.raises(ConfigError, match="did you mean 'meteor'"):
        rules(tmp_path, "meteo")
    latin = tmp_path / "latin"
    latin.write_bytes(b"0.5\na\nb\n0.5\ncaf\xe9\nd\n")
    with pytest.raises(FormatError, match="byte 4 of the line .0xe9. is not UTF-8") as caught:
        rules(latin, "meteor")
    assert caught.value.line == 5
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(METEOR.encode() * 50)[:-20])
    with pytest.raises(FormatError, match="damaged or cut off"):
        rules(cut, "meteor")


@pytest.mark.parametrize("sizes", [[1, 1, 1, 1, 1, 1], [2, 4], [3, 3], [6], [5, 1]])
def test_sources_are_never_split_between_batches(sizes: list[int]) -> None:
    sources = ["a", "a", "b", "b", "b", "c"]
    whole = RuleBatch(sources, list("uvwxyz"), features={"f": np.arange(6, dtype=np.float32)})
    stops = np.cumsum(sizes).tolist()
    parts = [whole.slice(stop - size, stop) for stop, size in zip(stops, sizes, strict=True)]
    joined = list(whole_sources(parts))
    assert [source for batch in joined for source in batch.sources] == sources
    assert np.concatenate([batch.features["f"] for batch in joined]).tolist() == list(range(6))
    borders = [(a.sources[-1], b.sources[0]) for a, b in zip(joined, joined[1:], strict=False)]
    assert all(left != right for left, right in borders)


@pytest.mark.parametrize(
    ("folder", "grammar", "glue"), [("kbest_extraction", 25, 3), ("n-ary", 9, 3), ("oov-list", 11, 3)]
)
def test_joshua_grammars_are_read_completely(shared_data: Path, folder: str, grammar: int, glue: int) -> None:
    for name, count in (("grammar", grammar), ("glue-grammar", glue)):
        path = shared_data / "joshua" / folder / name
        found = rules(path, "joshua")
        assert len(found) == count == len(path.read_text().splitlines())
        # Written again as lines of costs, the rules are those of the file.
        lines = [" ".join(line.split()) for line in path.read_text().splitlines()]
        written = [f"{str(rule).rpartition(' ||| ')[0]} ||| {-rule.features['tm_pt_0'] + 0:g}" for rule in found]
        assert written == lines


def test_released_pair_lists_are_read_completely(shared_data: Path) -> None:
    folder = shared_data / "paraphrase"
    lexical = [len(b) for b in read_rules(folder / "ppdb2_lexical_pos.tsv.gz", "ppdb-lexical")]
    scores = [len(b) for b in read_rules(folder / "ppdb2_scores.tsv", "ppdb-scores")]
    assert (sum(lexical), sum(scores)) == (159024, 50124)
