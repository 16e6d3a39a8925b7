from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simplifier.core import TaggerTrainer
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.rules.extraction.gaps.families import family
from simplifier.rules.extraction.gaps.gap_rules import PARALLEL_SCORE, GapThresholds, gap_rules, is_gap_rule
from simplifier.rules.extraction.gaps.generalisation import add_table_evidence, may_have_gaps, shared_links
from simplifier.rules.extraction.gaps.pattern_evidence import (
    EvidenceSorter,
    PatternEvidence,
    collect_evidence,
)
from simplifier.rules.extraction.gaps.patterns import Gap, Outer, gap_patterns, sentence_patterns
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.grammar.rule import Rule

ENGLISH = language_named("en")


def test_patterns_of_a_sentence_pair() -> None:
    source = "the city of london grew".split()
    target = "london 's city grew".split()
    tags = ["DT", "NN", "IN", "NNP", "VBD"]
    found = list(
        sentence_patterns(source, target, tags, ["NNP", "POS", "NN", "VBD"], [(1, 2), (2, 1), (3, 0), (4, 3)], ENGLISH)
    )
    texts = {(" ".join(one.source), " ".join(one.target)): one for one in found}
    both = texts["[N,1] of [N,2]", "[N,2] 's [N,1]"]
    assert both.labels == ("NN", "NNP") and both.fillers == "city | london"
    assert both.alignment == ((0, 2), (1, 1), (2, 0))
    assert ("the [N,1] of [N,2]", "[N,2] 's [N,1]") in texts
    assert all(one.source[-1] != "grew" for one in found)  # an equal edge is another, smaller rule


WORDS = st.lists(st.sampled_from("abcde"), min_size=2, max_size=9)


@settings(deadline=None)  # a busy machine is no failure
@given(WORDS, WORDS, st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=10))
def test_filled_gaps_give_the_pair_back(source: list[str], target: list[str], points: set[tuple[int, int]]) -> None:
    links = sorted((i, j) for i, j in points if i < len(source) and j < len(target))
    for one in sentence_patterns(source, target, ["NN"] * len(source), ["NN"] * len(target), links, ENGLISH):
        gaps = [symbol for symbol in one.source if symbol.startswith("[N,")]
        assert sorted(gaps) == sorted(symbol for symbol in one.target if symbol.startswith("[N,"))
        assert 1 <= len(gaps) <= 2 and 2 <= len(one.source) <= 5 and 1 <= len(one.target) <= 6
        assert not any(
            a.startswith("[") and b.startswith("[") for a, b in zip(one.source, one.source[1:], strict=False)
        )
        filled = dict(zip(gaps, one.fillers.split(" | "), strict=True))
        words = " ".join(filled.get(symbol, symbol) for symbol in one.source).split()
        assert words == source[one.outer.source_start : one.outer.source_end]
        Rule.from_text("X", " ".join(one.source), " ".join(one.target))  # a rule of the text format
        for i, j in one.alignment:
            assert (one.source[i] in filled) == (one.target[j] in filled)


def test_a_gap_at_both_ends_needs_words_before_it() -> None:
    source, target = "the manner in which water".split(), "the way water".split()
    source[0], links = "any", [(4, 2)]
    outer, gaps = Outer(0, 5, 0, 3), [Gap(4, 5, 2, 3, "NN", "N")]
    assert not list(gap_patterns(source, target, links, outer, gaps))
    (one,) = gap_patterns(source, target, links, outer, gaps, least_before_edge=3)
    assert one.source[-1] == one.target[-1] == "[N,1]"


def test_evidence_is_the_same_however_often_it_is_spilled(tmp_path: Path) -> None:
    whole, spilled = EvidenceSorter(tmp_path), EvidenceSorter(tmp_path, run=3)
    source, target = "a city of b".split(), "b 's city".split()
    for number in range(10):
        words = source[:3] + [f"w{number % 4}"], [f"w{number % 4}"] + target[1:]
        for one in gap_patterns(
            *words,
            [(1, 2), (3, 0)],
            Outer(1, 4, 0, 3),
            [Gap(1, 2, 2, 3, "NN", "N"), Gap(3, 4, 0, 1, "NNP", "N")],
        ):
            for sorter in (whole, spilled):
                sorter.add(one, "NN", 0.5)
    assert list(whole) == list(spilled)
    (pair,) = [pair for pair in collect_evidence(spilled, 4) if pair.source == "[N,1] of [N,2]"]
    assert (len(pair.fillers), pair.count, pair.source_fillers) == (4, 10, 4)
    assert pair.mean_log_weight == pytest.approx(math.log(0.5))


def evidence(source: str, target: str, fillers: int, labels: str = "NN NNP") -> PatternEvidence:
    pair = PatternEvidence(source, target, 10, {str(i) for i in range(fillers)}, fillers, float(fillers))
    pair.labels[labels, "NN"] += fillers
    return pair


def test_rules_from_evidence_have_labels_and_probabilities() -> None:
    pairs = [
        evidence("[N,1] of [N,2]", "[N,2] 's [N,1]", 4),
        evidence("[N,1] of [N,2]", "[N,2] [N,1]", 2),
        evidence("the fact that [S,1]", "that [S,1]", 3, "S"),
        evidence("[N,1] , [N,2]", "[N,2] [N,1]", 9),  # loses nothing but a comma
    ]
    rules, families = gap_rules(pairs, GapThresholds(fillers=3), PARALLEL_SCORE, ENGLISH)
    assert families == {"possessive": 1, "fact that": 1}
    texts = list(zip(rules.sources, rules.targets, rules.lhs or [], strict=True))
    assert ("[NN,1] of [NNP,2]", "[NNP,2] 's [NN,1]", "NN") in texts
    assert ("[NNS,1] of [NN,2]", "[NN,2] 's [NNS,1]", "NN") in texts  # the class takes all its nouns
    assert ("the fact that [S,1]", "that [S,1]", "NN") in texts
    assert len(texts) == 9 + 1 and texts == sorted(texts)
    seen = texts.index(("[NN,1] of [NNP,2]", "[NNP,2] 's [NN,1]", "NN"))
    assert rules.features["LogCount"][seen] == pytest.approx(math.log(4))
    assert rules.features["LogFillers"][seen] == pytest.approx(math.log(4))
    assert rules.features["FillerShare"][seen] == pytest.approx(0.4)
    assert rules.features["ParallelLogProb"][seen] == pytest.approx(math.log(3.5 / 10))
    assert all(np.isfinite(column).all() for column in rules.features.values())
    assert {
        "p(e|f)",
        "p(f|e)",
        "p(e|f,LHS)",
        "p(f|e,LHS)",
        "p(e|LHS)",
        "p(f|LHS)",
        "p(LHS|e)",
        "p(LHS|f)",
    } <= set(rules.features)


def test_what_is_no_paraphrase() -> None:
    assert is_gap_rule("[N,1] of [N,2]".split(), "[N,2] 's [N,1]".split(), ENGLISH)
    assert not is_gap_rule("[N,1] , [N,2]".split(), "[N,2] [N,1]".split(), ENGLISH)
    assert not is_gap_rule("( [N,1] of".split(), "[N,1] of".split(), ENGLISH)
    assert not is_gap_rule("of [N,1]".split(), "[N,1] of 5".split(), ENGLISH)
    assert not is_gap_rule("of [N,1]".split(), "the [N,1] of".split(), ENGLISH)


def test_families() -> None:
    samples = {
        "the fact that [S,1] | that [S,1]": "fact that",
        "[N,1] of [N,2] | [N,2] 's [N,1]": "possessive",
        "[N,1] was seen by [N,2] | [N,2] saw [N,1]": "passive",
        "[N,1] which is [J,2] | [J,2] [N,1]": "relative clause",
        "( [N,1] ) [N,2] | [N,1] [N,2]": "apposition",
        "is [R,1] very [J,2] | is [R,1] [J,2]": "deletion",
        "[N,1] area | area of [N,1]": "multi-word",
    }
    for text, name in samples.items():
        source, target = (side.split() for side in text.split(" | "))
        assert family(source, target, ENGLISH) == name


def test_a_table_of_paraphrases_is_generalised(tmp_path: Path) -> None:
    nouns = ["house", "boat", "city", "farm"]
    trainer = TaggerTrainer(list(PENN_TAGS), seed=1, min_feature_count=1, min_word_count=1)
    for noun in nouns:
        trainer.add([noun, "of", nouns[0]], ["NN", "IN", "NN"])
        trainer.add([nouns[-1], noun], ["NN", "NN"])
    for _ in range(8):
        trainer.epoch()
    trainer.save(str(tmp_path / "tagger.bin"))
    sources = [f"{a} of {b}" for a in nouns for b in nouns if a != b]
    targets = [f"{b} {a}" for a in nouns for b in nouns if a != b]
    values = np.full(len(sources), math.log(0.25), dtype=np.float32)
    sorter, tagger = EvidenceSorter(tmp_path), Tagger.load(tmp_path / "tagger.bin")
    batch = RuleBatch(sources, targets, None, {"MeteorLogProb": values})
    assert sum(add_table_evidence([batch], "MeteorLogProb", tagger, ENGLISH, sorter)) == len(sources)
    rules, _ = gap_rules(collect_evidence(sorter, 3), GapThresholds(), "MeteorLogProb", ENGLISH)
    found = dict(zip(zip(rules.sources, rules.targets, strict=True), rules.features["MeteorLogProb"], strict=True))
    assert found["[NN,1] of [NN,2]", "[NN,2] [NN,1]"] == pytest.approx(math.log(0.25))


def test_helpers() -> None:
    kind = ENGLISH.gap_class
    assert kind("NNP") == kind("NP") == "N" and kind("DT") is None
    assert shared_links("a b a c".split(), "c b".split()) == [(1, 1), (3, 0)]
    assert may_have_gaps("a b".split(), "b c".split()) and not may_have_gaps("a b".split(), "a c".split())
