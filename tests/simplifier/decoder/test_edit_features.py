"""Features of changes in their sentence: windows of language models, parts of speech, edges."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError
from simplifier.core import LanguageModel, WordClasses
from simplifier.decoder import ChartDecoder, Derivation, GrammarPart, InputSentence, LanguageModelPart
from simplifier.decoder.context import edit_features
from simplifier.languages.analysis.change_words import ChangeWords
from simplifier.languages.en.change_words import CHANGE_WORDS
from simplifier.lm import write_word_classes
from simplifier.rules.features.catalogue import DecoderFeatures
from tests.arpa import random_arpa
from tests.simplifier.brute_force import ToyRule
from tests.simplifier.decoder.test_decoder import table_of

RULES = [
    ToyRule("VBD", ("attended",), ("attended",), 0.0),
    ToyRule("VBD", ("attended",), ("went",), 0.0),
    ToyRule("VBD", ("attended",), ("went", "to"), 0.0),
    ToyRule("VBD", ("attended",), ("different",), 0.0),
    ToyRule("VBZ", ("consists", "of"), ("made",), 0.0),
    ToyRule("NN", ("school",), ("university",), 0.0),
    ToyRule("X", ("the", "old"), ("old",), 0.0),
    ToyRule("X", ("[VBD,1]", "the"), ("[VBD,1]", "a"), 0.0),
    ToyRule("X", ("really",), (), 0.0),
]
READINGS = {
    "went": [("VBD", 100)],
    "different": [("JJ", 100)],
    "made": [("VBN", 60), ("VBD", 40)],
    "university": [("NN", 10)],
    "attended": [("VBD", 75), ("VBN", 25)],
}

Find = Callable[[str, str, str], Derivation]


@pytest.fixture
def models(tmp_path: Path) -> list[LanguageModelPart]:
    words = ["attended", "went", "to", "the", "old", "school", "university", "a"]
    (tmp_path / "words.arpa").write_text(random_arpa(3, seed=4, words=words))
    write_word_classes(tmp_path / "classes.tsv", ["the", "to", "of", "a"], READINGS)
    classes = WordClasses(str(tmp_path / "classes.tsv"))
    (tmp_path / "tags.arpa").write_text(random_arpa(3, seed=5, words=["VBD", "JJ", "NN", "the", "to"]))
    return [
        LanguageModelPart(LanguageModel(str(tmp_path / "words.arpa")), "plain"),
        LanguageModelPart(LanguageModel(str(tmp_path / "tags.arpa")), "class", classes),
    ]


def finder(models: list[LanguageModelPart], table: Path, words: ChangeWords) -> Find:
    decoder = ChartDecoder(
        [GrammarPart(table_of(RULES, table), "toy", 10)],
        models,
        pop_limit=0,
        application_features=edit_features(["windows", "tags", "edges"], models, words),
    )

    def found(source: str, tags: str, target: str) -> Derivation:
        sentence = InputSentence(tuple(source.split()), tags=tuple(tags.split()))
        kbest = decoder.kbest(sentence, k=1000)
        return next(one for one in kbest if " ".join(one.tokens) == target)

    return found


@pytest.fixture
def find(models: list[LanguageModelPart], tmp_path: Path) -> Find:
    return finder(models, tmp_path / "rules.table", CHANGE_WORDS)


@pytest.mark.parametrize(
    ("source", "tags", "target"),
    [
        ("attended the old school", "VBD DT JJ NN", "went the old school"),
        ("attended the old school", "VBD DT JJ NN", "attended old school"),
        ("attended the old school", "VBD DT JJ NN", "attended the old university"),
        ("the old attended", "DT JJ VBD", "the old went to"),
        ("attended the school", "VBD DT NN", "attended a school"),  # around a nonterminal
    ],
)
def test_a_single_change_has_the_difference_of_the_whole_sentences(
    find: Find, source: str, tags: str, target: str
) -> None:
    changed, copied = find(source, tags, target), find(source, tags, source)
    for name in ("plain", "class"):
        difference = changed.features[f"lm_{name}"] - copied.features[f"lm_{name}"]
        window = f"{name.capitalize()}"
        assert changed.features.get(f"Window{window}", 0.0) == pytest.approx(difference, abs=1e-4)
        loss = changed.features.get(f"WindowLoss{window}", 0.0)
        assert loss == pytest.approx(max(0.0, -difference), abs=1e-4)
        assert f"Window{window}" not in copied.features


def test_parts_of_speech(find: Find) -> None:
    def features(target: str) -> dict[str, float]:
        return find("they attended school", "PRP VBD NN", f"they {target}").features

    went = features("went school")
    assert "VerbFormLost" not in went and "TargetTagLogProb" not in went and "FiniteVerbDiff" not in went
    different = features("different school")
    assert different["VerbFormLost"] == 1.0 and different["FiniteVerbLost"] == 1.0
    assert different["FiniteVerbDiff"] == -1.0
    assert different["TargetTagLogProb"] == pytest.approx(math.log(0.005))
    assert features("attended university").get("NounFormLost", 0.0) == 0.0
    made = find("it consists of water", "PRP VBZ IN NN", "it made water").features
    assert made["FiniteVerbDiff"] == pytest.approx(0.4 - 1.0)
    assert made["FiniteVerbLost"] == 1.0 and made["VerbFormLost"] == 1.0
    assert made["PrepositionLost"] == 1.0 and made["PrepositionBeforeNounLost"] == 1.0
    # Two words were replaced, so no single one speaks for the new word.
    assert "TargetTagLogProb" not in made


def test_edges(find: Find) -> None:
    doubled = find("went attended", "VBD VBD", "went went").features
    assert doubled["DuplicateNeighbour"] == 1.0 and doubled["DuplicateNear"] == 1.0
    assert find("attended to", "VBD TO", "went to to").features["DuplicateNeighbour"] == 1.0
    assert find("old really old", "JJ RB JJ", "old old").features["DuplicateNeighbour"] == 1.0
    near = find("university the big school", "NN DT JJ NN", "university the big university").features
    assert near["DuplicateNear"] == 1.0 and "DuplicateNeighbour" not in near
    assert find("a the old", "DT DT JJ", "a old").features["ArticleClash"] == 1.0
    assert "ArticleClash" not in find("a school", "DT NN", "a university").features  # "u" leaves doubt
    assert find("an attended", "DT VBD", "an went").features["ArticleClash"] == 1.0
    assert find("they attended it", "PRP VBD PRP", "they went to it").features["PrepositionGained"] == 1.0
    last = find("the the the school", "DT DT DT NN", "the the the university").features
    assert last["ChangePosition"] == pytest.approx(3.5 / 4)


def test_without_words_of_a_language_only_what_any_language_has_is_counted(
    models: list[LanguageModelPart], tmp_path: Path
) -> None:
    find = finder(models, tmp_path / "rules.table", ChangeWords())
    doubled = find("went attended", "VBD VBD", "went went").features
    assert doubled["DuplicateNeighbour"] == 1.0
    names = ("VerbFormLost", "NounFormLost", "ModifierLost", "FiniteVerbDiff", "FiniteVerbLost")
    made = find("it consists of water", "PRP VBZ IN NN", "it made water").features
    assert not made.keys() & {*names, "PrepositionLost", "PrepositionBeforeNounLost"}
    assert "ArticleClash" not in find("a the old", "DT DT JJ", "a old").features


def test_every_feature_is_registered(models: list[LanguageModelPart]) -> None:
    known = {spec.name for spec in DecoderFeatures.specs if spec.level == "span"}
    for group in edit_features(["windows", "tags", "edges"], models, CHANGE_WORDS):
        for name in group.names:
            assert name.replace("Plain", "NAME").replace("Class", "NAME") in known


def test_tags_need_word_classes(models: list[LanguageModelPart]) -> None:
    with pytest.raises(ConfigError, match="'tags' need a language model with classes"):
        edit_features(["tags"], models[:1], CHANGE_WORDS)
