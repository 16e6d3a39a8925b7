from __future__ import annotations

from pathlib import Path

import pytest

from base.errors import InputError
from evaluation.reordering.dissimilarity import DissimilarityReordering
from languages.en.tags import PENN_TAGS
from lm.programs import find_program
from native import TaggerTrainer
from rules.tables.table import open_table, rules_of
from scripts.build_pbmt import build_pbmt, extract_phrases, hold_out, pack_phrases
from simplifier import Simplifier
from simplifier.requests import SearchRequest

NOUNS = ["house", "boat", "city", "farm", "garden", "school", "shop", "field"]
OWNERS = ["he", "she", "they", "we", "you"]


def sentence_pairs() -> list[tuple[list[str], list[str]]]:
    """Every owner purchases every noun; the simple side buys it, but one time in four it stays."""
    pairs = []
    for i, owner in enumerate(OWNERS):
        for j, noun in enumerate(NOUNS):
            source = f"{owner} purchased the old {noun} in {NOUNS[j - 1]} town ."
            pairs.append((source, source if (i + j) % 4 == 0 else source.replace("purchased", "bought")))
    return [(source.split(), target.split()) for source, target in pairs]


@pytest.fixture(scope="module")
def tagger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    trainer = TaggerTrainer(list(PENN_TAGS), seed=1, min_feature_count=1, min_word_count=1)
    for source, _ in sentence_pairs():
        trainer.add(source, ["PRP", "VBD", "DT", "JJ", "NN", "IN", "NN", "NN", "."])
    for _ in range(3):
        trainer.epoch()
    path = tmp_path_factory.mktemp("tagger") / "tagger.bin"
    trainer.save(str(path))
    return path


def test_nothing_near_a_held_out_pair_is_trained_on() -> None:
    far = [([f"a{n}", f"b{n}", f"c{n}", f"d{n}"], [f"a{n}", f"b{n}", f"e{n}", f"f{n}"]) for n in range(8)]
    near = [([*source, "and", "more"], target) for source, target in far]
    training, held_out = hold_out(far + near, 5)
    assert len(held_out) == 5 and all(pair in far + near for pair in held_out)
    drawn = {pair[1][0] for pair in held_out}
    assert training == [pair for pair in far + near if pair[1][0] not in drawn]
    assert (training, held_out) == hold_out(far + near, 5)
    with pytest.raises(InputError, match="8 sentence pairs are too few to hold 8 out"):
        hold_out(far, 8)


def write_training_text(folder: Path) -> Path:
    folder.mkdir()
    pairs = sentence_pairs()
    for name, part in (("train", pairs[4:]), ("dev", pairs[:4])):
        for ending, side in (("src", 0), ("ref0", 1)):
            text = "".join(" ".join(pair[side]) + "\n" for pair in part)
            (folder / f"{name}.{ending}").write_text(text)
    return folder


def test_from_text_to_a_packed_phrase_table(tmp_path: Path, tagger: Path) -> None:
    text = write_training_text(tmp_path / "text")
    extract_phrases(text, tagger, tmp_path / "phrases.gz", lambda line: None)
    pack_phrases(tmp_path / "phrases.gz", tmp_path / "pbmt.table", lambda line: None)
    table = open_table(tmp_path / "pbmt.table")
    assert set(table.feature_names) == {"p(f|e)", "Lex(f|e)", "p(e|f)", "Lex(e|f)", "PhrasePenalty"}
    rules = {rule.target: rule for rule in rules_of(table, "purchased")}
    assert set(rules) == {"purchased", "bought"}
    assert all(rule.lhs == "X" and rule.features["PhrasePenalty"] == 1.0 for rule in rules.values())
    assert rules["bought"].features["p(e|f)"] < rules["purchased"].features["p(e|f)"]
    longest = {rule.target for rule in rules_of(table, "purchased the old boat in house town")}
    assert longest == {"bought the old boat in house town", "purchased the old boat in house town"}
    assert not list(rules_of(table, "he purchased the old boat in house town"))  # eight words
    first = (tmp_path / "phrases.gz").read_bytes()
    extract_phrases(text, tagger, tmp_path / "phrases.gz", lambda line: None)
    assert (tmp_path / "phrases.gz").read_bytes() == first


def test_the_whole_build_and_its_reranked_output(tmp_path: Path, tagger: Path) -> None:
    try:
        find_program("lmplz")
    except InputError as error:
        pytest.skip(str(error))
    write_training_text(tmp_path / "text")
    lines: list[str] = []
    config = build_pbmt(tmp_path, tmp_path, tagger, report=lines.append)
    simplifier = Simplifier.load(config)
    source = "she purchased the old farm in city town ."
    request = SearchRequest(reordering=DissimilarityReordering(10), candidates=10)
    (result,) = simplifier.stream([source + "\n"], k=10, request=request)
    distances = [one.features["WordDistance"] for one in result.sentences[0].kbest]
    assert distances == sorted(distances, reverse=True) and distances[0] >= 1.0
    made = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.*") if path.name != "pbmt.toml"}
    count = len(lines)
    assert build_pbmt(tmp_path, tmp_path, tagger, report=lines.append) == config
    assert len(lines) == count and all(path.stat().st_mtime_ns == time for path, time in made.items())
