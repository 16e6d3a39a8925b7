import gzip
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier import core
from simplifier.base.errors import ConfigError
from simplifier.decoder.context import TOKEN_FEATURES
from simplifier.languages import language_named
from simplifier.rules.features import (
    EncodedBatch,
    FeatureResources,
    FeatureSpec,
    Registry,
    Vocabulary,
    build_registry,
)
from simplifier.rules.features.encoding import Side
from simplifier.rules.features.shape import ShapeFeatures
from simplifier.rules.features.statistics import rank_targets
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers import read_ppdb1
from simplifier.rules.resources.word_values import WordValues

ENGLISH = language_named("en")
LN10 = math.log(10)


def values(
    source: str,
    target: str,
    lhs: str = "X",
    alignment: str | None = None,
    given: Mapping[str, float] | None = None,
    resources: FeatureResources | None = None,
) -> dict[str, float]:
    columns = {name: np.array([value], dtype=np.float32) for name, value in (given or {}).items()}
    batch = RuleBatch([source], [target], [lhs], columns, None if alignment is None else [alignment])
    found = build_registry(resources or FeatureResources(ENGLISH)).compute(EncodedBatch(batch, [lhs]))
    return {name: float(column[0]) for name, column in found.items()}


def check(found: Mapping[str, float], expected: Mapping[str, float]) -> None:
    assert {name: found[name] for name in expected} == pytest.approx(dict(expected), abs=1e-5)


# Released PPDB lines (rules and shape values as facts of the format): what we compute must be what they say.
RELEASED = [
    (
        "[S/PP] ||| [NP/NP,1] such activities [VP/PP,2] ||| [NP/NP,1] those activities [VP/PP,2] ||| "
        "Abstract=0 Adjacent=0 CharCountDiff=1 CharLogCR=0.05716 ContainsX=0 GlueRule=0 Identity=0 "
        "Lexical=0 Monotonic=1 PhrasePenalty=1 SourceTerminalsButNoTarget=0 SourceWords=2 "
        "TargetTerminalsButNoSource=0 TargetWords=2 "
        "UnalignedSource=0 UnalignedTarget=0 WordCountDiff=0 WordLenDiff=0.5 WordLogCR=0 ||| 0-0 1-1 2-2 3-3"
    ),
    (
        "[PRN] ||| -lrb- [VBN,1] [-RRB-,2] osman ertug ||| -lrb- [VBN,1] [-RRB-,2] osman ertu ||| Abstract=0 "
        "Adjacent=1 CharCountDiff=-1 CharLogCR=-0.05407 ContainsX=0 GlueRule=0 Identity=0 "
        "Lexical=0 Monotonic=1 PhrasePenalty=1 SourceWords=3 TargetWords=3 WordCountDiff=0 "
        "WordLenDiff=-0.33333 WordLogCR=0 ||| 0-0 1-1 2-2 3-3 4-4"
    ),
    (
        "[CD] ||| 10/17/01 ||| 17/10/2001 ||| Abstract=0 Adjacent=0 CharCountDiff=2 CharLogCR=0.22314 "
        "ContainsX=0 GlueRule=0 Identity=0 Lexical=1 Monotonic=1 PhrasePenalty=1 SourceWords=1 TargetWords=1 "
        "UnalignedSource=0 UnalignedTarget=0 WordCountDiff=0 WordLenDiff=2 WordLogCR=0 ||| 0-0"
    ),
]


@pytest.mark.parametrize("line", RELEASED)
def test_shape_values_are_those_of_ppdb(line: str, tmp_path: Path) -> None:
    path = tmp_path / "ppdb"
    path.write_text(line + "\n")
    (batch,) = read_ppdb1(path)
    assert batch.lhs is not None
    computed = ShapeFeatures().compute(EncodedBatch(batch, batch.lhs))
    for name, column in batch.features.items():
        assert float(computed[name][0]) == pytest.approx(float(column[0]), abs=1e-5), name


def test_shape_of_rules_with_gaps() -> None:
    check(
        values("[NP,1] [NN,2]", "[NN,2] [NP,1]", "GOAL"),
        {"Abstract": 1, "Adjacent": 1, "Monotonic": 0, "GlueRule": 1, "ContainsX": 0, "SourceWords": 0},
    )
    check(
        values("[X,1] 's [NN,2]", "[NN,2] of the [X,1]", "NP", "1-1"),
        {
            "Abstract": 0, "Adjacent": 0, "Monotonic": 0, "ContainsX": 1, "Lexical": 0, "TargetWords": 2,
            "WordCountDiff": 1, "WordLogCR": math.log(2), "CharCountDiff": 8 - 4,
            "UnalignedSource": 2, "UnalignedTarget": 3, "OneWord": 0,
        },
    )  # fmt: skip
    check(
        values("[X,1] a", "[X,1]"),
        {"SourceTerminalsButNoTarget": 1, "TargetTerminalsButNoSource": 0, "WordLogCR": 0, "WordLenDiff": 0},
    )


def test_values_of_the_file_win_over_computed_ones() -> None:
    found = values("a b", "c", given={"SourceWords": 7, "TargetWords": math.nan})
    assert (found["SourceWords"], found["TargetWords"]) == (7, 1)


def test_simplification_of_two_phrases() -> None:
    # the 1, committee 3, commenced 2, began 2; the diff words are commenced and began.
    resources = FeatureResources(ENGLISH, common_words={"the", "begin", "began"})
    check(
        values("the committee commenced", "the committee began", resources=resources),
        {
            "SourceChars": 21, "TargetChars": 17, "SourceSyllables": 6, "TargetSyllables": 6,
            "SyllablesDiff": 0,
            "SourceMaxWordSyl": 3, "TargetMaxWordSyl": 3, "MaxWordSylDiff": 0, "MaxDiffWordSylDiff": 0,
            "MaxDiffWordLenDiff": 5 - 9, "SourceMaxWordLen": 9, "SourceHardWord": 2 / 3,
            "TargetHardWord": 1 / 3,
            "HardWordDiff": -1 / 3,
        },
    )  # fmt: skip
    check(
        values("purchase", "buy"),
        {"MaxWordSylDiff": -1, "MaxDiffWordSylDiff": -1, "MaxDiffWordLenDiff": -5, "SyllablesDiff": -1},
    )


def test_inflected_common_words_are_common() -> None:
    found = values("stopped studies", "cats", resources=FeatureResources(ENGLISH, common_words={"stop", "study"}))
    assert (found["SourceHardWord"], found["TargetHardWord"]) == (0, 1)


def test_frequency_is_per_million_with_one_added() -> None:
    resources = FeatureResources(ENGLISH, unigram_counts={"use": 89, "utilize": 9, "of": 0})
    scale = 1e6 / (98 + 3)
    check(
        values("utilize of", "use of", resources=resources),
        {
            "SourceMinLogFreq": math.log(1 * scale),
            "TargetMinLogFreq": math.log(1 * scale),
            "MinLogFreqDiff": 0,
            "MinDiffLogFreqDiff": math.log(90) - math.log(10),
        },
    )
    check(values("use", "use of", resources=resources), {"MinDiffLogFreqDiff": 0})


def test_lexicon_values_skip_words_it_does_not_hold() -> None:
    lexicon = WordValues("Complexity", {"use": 1.0, "utilize": 4.0, "tool": 2.0}, "max", 2.5)
    mean = WordValues("Age", {"use": 1.0, "tool": 2.0}, "mean", 0.0)
    resources = FeatureResources(ENGLISH, lexicons=[lexicon, mean])
    check(
        values("utilizes the tool", "use the tool", resources=resources),
        {
            "SourceComplexity": 4, "TargetComplexity": 2, "ComplexityDiff": -2, "ComplexityDiffWords": -3,
            "SourceAge": 2, "TargetAge": 1.5, "AgeDiff": -0.5, "AgeDiffWords": 0,
        },
    )  # fmt: skip
    check(values("qq", "use", resources=resources), {"SourceComplexity": 2.5, "ComplexityDiff": -1.5})


def test_statistics_rank_the_targets_of_a_source() -> None:
    batch = RuleBatch(
        ["a", "a", "a", "b"],
        ["x", "y", "z", "x"],
        features={"MeteorLogProb": np.log(np.array([0.1, 0.4, 0.1, 0.2], dtype=np.float32))},
    )
    found = build_registry().compute(EncodedBatch(rank_targets(batch), ["X"] * 4))
    assert np.exp(found["MeteorRank"]).tolist() == pytest.approx([2, 1, 3, 1])
    assert np.exp(found["MeteorRelative"]).tolist() == pytest.approx([0.25, 1, 0.25, 1])
    assert found["InMeteor"].tolist() == [1, 1, 1, 1]
    assert "InPPDB" not in found
    given = replace(batch, features={**batch.features, "MeteorRank": np.zeros(4, dtype=np.float32)})
    assert rank_targets(given) is given  # ranks that came stay


def test_statistics_of_ppdb() -> None:
    check(values("a", "b", given={"LogCount": math.log(5)}), {"RarityPenalty": math.exp(-4)})
    check(values("a", "b", given={"PPDB2Score": 4.0}), {"InPPDB": 1, "PPDB2Score": 4})
    check(values("a", "b", given={"PPDB2Score": math.nan}), {"InPPDB": 0})


@pytest.mark.parametrize(
    ("source", "target", "flags"),
    [
        ("use", "uses", {"SameStem"}),
        ("the study shows", "the studies shows", {"SameStem"}),
        ("use of", "use", {"FunctionWordRemoved"}),
        ("use", "to use", {"FunctionWordInserted"}),
        ("utilize", "use", set()),
        ("very big house", "big house", {"FunctionWordRemoved"}),
        ("big house", "house", {"ContentWordRemoved"}),
        ("house", "big house", {"ContentWordInserted"}),
        ("in 1990", "in 1991", {"NumberChanged"}),
        ("twenty-one dogs", "21 dogs", set()),
        ("the twenty-one dogs", "the 22 dogs", {"NumberChanged"}),
        ("three dogs", "third dogs", {"NumberChanged"}),
        ("two dogs", "dogs", {"NumberChanged", "ContentWordRemoved"}),
        ("is possible", "is not possible", {"NegationChanged", "FunctionWordInserted"}),
        ("cannot go", "not go", {"FunctionWordInserted", "ContentWordRemoved"}),
        ("hot day", "cold day", {"Antonym"}),
        ("cold day", "hot day", {"Antonym"}),
        ("hot and cold", "cold and hot", set()),
        ("same words", "same words", set()),
    ],
)
def test_edit_flags(source: str, target: str, flags: set[str]) -> None:
    found = values(source, target, resources=FeatureResources(ENGLISH, antonyms={("hot", "cold")}))
    names = {"SameStem", "NumberChanged", "NegationChanged", "Antonym"} | {
        f"{kind}Word{change}" for kind in ("Function", "Content") for change in ("Inserted", "Removed")
    }
    assert {name for name in names if found[name]} == flags


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("stop", "stopped", True), ("carry", "carries", True), ("make", "making", True),
        ("big", "bigger", True),
        ("bigger", "biggest", True), ("quick", "quickly", True), ("use", "utilize", False),
        ("car", "carry", False),         ("house", "houston", False), ("in", "ins", False),
    ],
)  # fmt: skip
def test_inflection_by_endings(first: str, second: str, expected: bool) -> None:
    assert ENGLISH.is_inflection(first, second) is expected
    assert ENGLISH.is_inflection(second, first) is expected


def test_language_model_scores_have_no_sentence_boundaries(tiny_arpa: Path) -> None:
    resources = FeatureResources(
        ENGLISH, language_models={"normal": core.LanguageModel(str(tiny_arpa)), "simple": None}
    )
    found = values("utilize of", "use of use", resources=resources)
    check(
        found,
        {
            "SourceNormalLM": LN10 * (-2.0 - 0.1),
            "TargetNormalLM": LN10 * (-0.5 - 0.3 - 0.5),
            "NormalLMDiff": LN10 * (2.1 - 1.3),
        },
    )
    assert "SourceSimpleLM" not in found
    # A gap hides the context: "of" is scored as a unigram behind it; <unk> backs off.
    check(values("use [X,1] of", "[X,1] zzz", resources=resources), {"SourceNormalLM": LN10 * (-0.5 - 0.75)})
    check(values("use", "use zzz", resources=resources), {"TargetNormalLM": LN10 * (-0.5 - 0.25 - 1.0)})


def test_phrase_scores_agree_with_word_scores(tmp_path: Path, shared_data: Path) -> None:
    path = tmp_path / "joshua.arpa"
    path.write_bytes(gzip.decompress((shared_data / "joshua" / "lm.gz").read_bytes()))
    model = core.LanguageModel(str(path))
    phrases = ["the house", "the house", "of the", "a", "qqq of a house in the", "in"]
    expected = [model.score_words(phrase.split()) for phrase in phrases]
    assert core.score_phrases(model, "\n".join(phrases)).tolist() == pytest.approx(expected, rel=1e-6)
    assert len(core.score_phrases(model, "")) == 0


def test_labels_agree_only_where_tagged() -> None:
    batch = RuleBatch(["a", "b"], ["c", "d"])
    tagged = EncodedBatch(batch, ["NN", "NN"], labels_agree=np.array([True, False]))
    assert build_registry().compute(tagged)["LabelAgree"].tolist() == [1, 0]
    assert "LabelAgree" not in build_registry().compute(EncodedBatch(batch, ["NN", "NN"]))


def test_features_are_registered_once_and_computed_under_registered_names() -> None:
    resources = FeatureResources(
        ENGLISH,
        unigram_counts={"a": 1},
        common_words={"a"},
        lexicons=[WordValues("L", {"a": 1.0}, "min", 0)],
        antonyms={("a", "b")},
    )
    registry = build_registry(resources)
    names = [spec.name for _, spec in registry]
    assert len(names) == len(set(names))
    batch = RuleBatch(["a"], ["b"], features={"MeteorLogProb": np.zeros(1, dtype=np.float32)}, alignments=["0-0"])
    computed = registry.compute(EncodedBatch(batch, ["X"], labels_agree=np.array([True])))
    assert set(computed) <= set(names)
    for _, spec in registry:
        assert spec.formula and spec.unit
    with pytest.raises(ConfigError, match="did you mean 'Identity'"):
        registry["Identty"]
    with pytest.raises(ConfigError, match="registered by"):
        Registry([ShapeFeatures(), ShapeFeatures()])
    assert isinstance(registry["Identity"], FeatureSpec)


def test_the_features_of_tokens_are_documented() -> None:
    documented = {spec.name for _, spec in build_registry() if spec.level == "span"}
    assert set(TOKEN_FEATURES) <= documented


WORDS = st.sampled_from("the of use uses utilize 3 not big [X,1]".split())
SIDES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)


@given(st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=8))
def test_features_of_a_batch_are_those_of_its_rules(pairs: list[tuple[str, str]]) -> None:
    resources = FeatureResources(
        ENGLISH,
        unigram_counts={"use": 3, "the": 10},
        common_words={"the", "use"},
        lexicons=[WordValues("L", {"use": 1.0, "big": 2.0}, "max", 0.5)],
        antonyms={("big", "use")},
    )
    registry = build_registry(resources)
    sources, targets = [list(side) for side in zip(*pairs, strict=True)]
    together = registry.compute(EncodedBatch(RuleBatch(sources, targets), ["X"] * len(pairs), Vocabulary()))
    vocabulary = Vocabulary()  # one that grows over batches
    for row, (source, target) in enumerate(pairs):
        alone = registry.compute(EncodedBatch(RuleBatch([source], [target]), ["X"], vocabulary))
        assert {n: float(c[0]) for n, c in alone.items()} == {n: float(c[row]) for n, c in together.items()}


@given(SIDES)
def test_a_self_rule_changes_nothing(side: str) -> None:
    found = values(side, side)
    assert found["Identity"] == 1
    for name, value in found.items():
        if name.endswith("Diff") or "LogCR" in name or "Inserted" in name or "Removed" in name or "Changed" in name:
            assert value == 0, name


def test_empty_sides_reduce_to_the_empty_value() -> None:
    side = Side(["", "a b", ""], Vocabulary())
    ones = np.ones(2)
    assert side.sum(ones).tolist() == [0, 2, 0]
    assert side.max(ones * 3, np.array([True, False]), -1).tolist() == [-1, 3, -1]
    assert side.min(ones * 3, np.array([False, False]), 9).tolist() == [9, 9, 9]
