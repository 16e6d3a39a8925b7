"""The 33 features of PPDB 1.0 and those of the 2016 system: registered, and computed where they can be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simplifier.languages import language_named
from simplifier.rules.features import EncodedBatch, FeatureResources, Vocabulary, build_registry
from simplifier.rules.grammar.batch import RuleBatch

PPDB1 = """Abstract Adjacent CharCountDiff CharLogCR ContainsX GlueRule Identity Lex(e|f) Lex(f|e) Lexical
LogCount Monotonic PhrasePenalty RarityPenalty SourceTerminalsButNoTarget SourceWords
TargetTerminalsButNoSource
TargetWords UnalignedSource UnalignedTarget WordCountDiff WordLenDiff WordLogCR p(LHS|e) p(LHS|f) p(e|LHS)
p(e|f) p(e|f,LHS) p(f|LHS) p(f|e) p(f|e,LHS) AGigaSim GoogleNgramSim""".split()

# Names of the released system, and ours where they differ.
XU_2016 = """SourceMaxWordSyl TargetMaxWordSyl MaxWordSylDiff MaxDiffWordSylDiff MaxDiffWordLenDiff
HardWordDiff SourceNormalLM TargetNormalLM NormalLMDiff SourceSimpleLM TargetSimpleLM SimpleLMDiff SourceChars
TargetChars CharCountDiff SourceWords TargetWords WordCountDiff SourceSyllables TargetSyllables SyllablesDiff
SourceHardWord TargetHardWord OOVPenalty WordPenalty GluePenalty""".split()

# What no rule tells by itself: it comes with the rules, or the default stands for it.
GIVEN = {
    *("p(LHS|e)", "p(LHS|f)", "p(e|LHS)", "p(e|f)", "p(e|f,LHS)", "p(f|LHS)", "p(f|e)", "p(f|e,LHS)"),
    *("Lex(e|f)", "Lex(f|e)", "LogCount", "AGigaSim", "GoogleNgramSim"),
}


def test_all_are_registered_with_documentation() -> None:
    assert len(PPDB1) == len(set(PPDB1)) == 33
    registry = build_registry()
    for name in [*PPDB1, *XU_2016]:
        spec = registry[name]
        assert spec.formula and spec.unit and spec.source
    assert {registry[name].source for name in PPDB1} == {"PPDB 1.0"}


def compute(lhs: str, source: str, target: str, alignment: str = "", **given: float) -> dict[str, float]:
    columns = {name: np.array([value], dtype=np.float32) for name, value in given.items()}
    batch = RuleBatch([source], [target], [lhs], columns, [alignment] if alignment else None)
    encoded = EncodedBatch(batch, [lhs], Vocabulary())
    values = build_registry(FeatureResources(language_named("en"), common_words=["the", "of", "use"])).compute(encoded)
    return {name: float(column[0]) for name, column in values.items()}


def test_a_rule_with_nonterminals_by_hand() -> None:
    values = compute("NP", "the [NN,1] of [X,2]", "[X,2] 's [NN,1]", "1-2 2-1 3-0", LogCount=math.log(3), AGigaSim=0.25)
    expected = {
        "Abstract": 0,
        "Adjacent": 0,
        "CharCountDiff": -4,  # two letters and two spaces after five letters and three spaces
        "CharLogCR": math.log(4 / 8),
        "ContainsX": 1,
        "GlueRule": 0,
        "Identity": 0,
        "Lexical": 0,
        "LogCount": math.log(3),
        "Monotonic": 0,
        "PhrasePenalty": 1,
        "RarityPenalty": math.exp(1 - 3),
        "SourceTerminalsButNoTarget": 0,
        "SourceWords": 2,
        "TargetTerminalsButNoSource": 0,
        "TargetWords": 1,
        "UnalignedSource": 1,
        "UnalignedTarget": 0,
        "WordCountDiff": -1,
        "WordLenDiff": 2 - 2.5,
        "WordLogCR": math.log(1 / 2),
        "AGigaSim": 0.25,
    }
    assert {name: values[name] for name in expected} == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (("GOAL", "[GOAL,1] [NP,2]", "[GOAL,1] [NP,2]"), {"Abstract", "Adjacent", "GlueRule", "Identity"}),
        (("X", "by [NP,1]", "[NP,1]"), {"ContainsX", "SourceTerminalsButNoTarget"}),
        (("VP", "[NP,1]", "of [NP,1]"), {"TargetTerminalsButNoSource"}),
        (("VB", "use", "use"), {"Identity", "Lexical"}),
    ],
)
def test_flags(rule: tuple[str, str, str], expected: set[str]) -> None:
    values = compute(*rule)
    flags = {"Abstract", "Adjacent", "ContainsX", "GlueRule", "Identity", "Lexical"}
    flags |= {"SourceTerminalsButNoTarget", "TargetTerminalsButNoSource"}
    assert {name for name in flags if values[name] == 1} == expected
    assert all(values[name] in (0, 1) for name in flags)


def test_rules_that_come_with_nothing_get_all_that_can_be_computed() -> None:
    values = compute("VB", "utilize", "use", "0-0")
    missing = {name for name in PPDB1 if name not in values}
    assert missing == {*GIVEN, "RarityPenalty"}


def test_the_simplification_features_by_hand() -> None:
    values = compute("VP", "utilize the automobile", "use the car")
    expected = {
        "SourceMaxWordSyl": 4,  # au-to-mo-bile
        "TargetMaxWordSyl": 1,
        "MaxWordSylDiff": -3,
        "MaxDiffWordSylDiff": -3,
        "MaxDiffWordLenDiff": 3 - 10,
        "SourceSyllables": 3 + 1 + 4,
        "TargetSyllables": 3,
        "SyllablesDiff": -5,
        "SourceChars": 7 + 3 + 10,
        "TargetChars": 9,
        "SourceHardWord": 2 / 3,
        "TargetHardWord": 1 / 3,
        "HardWordDiff": -1 / 3,
    }
    assert {name: values[name] for name in expected} == pytest.approx(expected)
