from __future__ import annotations

import numpy as np
import pytest

from simplifier.core import TaggerTrainer
from simplifier.languages import language_named
from simplifier.languages.analysis.morphology import Reading
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.morphology import Morphology
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.rules.extraction.paradigms import FormRule, Paradigms
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.tables.rule_labels import RuleLabeller

WORDS = {
    "VB": "commence begin use utilise set strike",
    "VBZ": "commences begins uses utilises sets strikes",
    "VBD": "commenced began used utilised set struck",
    "VBN": "commenced begun used utilised set struck",
    "VBG": "commencing beginning using utilising setting striking",
    "NN": "strike use set",
    "NNS": "strikes uses sets",
    "JJ": "large big enormous huge",
    "JJR": "larger bigger",
    "JJS": "largest biggest",
    "RP": "out",
}


@pytest.fixture(scope="module")
def tagger(tmp_path_factory: pytest.TempPathFactory) -> Tagger:
    trainer = TaggerTrainer(list(PENN_TAGS), seed=1, min_feature_count=1, min_word_count=1)
    for tag, listed in WORDS.items():
        for word in listed.split():
            for _ in range(2):
                trainer.add([word], [tag])
    trainer.epoch()
    path = tmp_path_factory.mktemp("tagger") / "tagger.bin"
    trainer.save(str(path))
    return Tagger.load(path)


@pytest.fixture(scope="module")
def words(tagger: Tagger) -> Morphology:
    return Morphology.of(dict.fromkeys(" ".join(WORDS.values()).split(), 50), tagger)


@pytest.fixture
def paradigms(words: Morphology, tagger: Tagger) -> Paradigms:
    return Paradigms(words, RuleLabeller(tagger, language_named("en")))


def meteor(*pairs: tuple[str, str, float]) -> RuleBatch:
    sources, targets, values = zip(*pairs, strict=True)
    return RuleBatch(list(sources), list(targets), features={"MeteorLogProb": np.array(values, dtype=np.float32)})


def missing(paradigms: Paradigms) -> dict[tuple[str, str, str], FormRule]:
    return {(rule.tag, rule.source, rule.target): rule for rule in paradigms.missing(lambda *_: True)}


def test_readings_and_forms(words: Morphology) -> None:
    assert words.readings("began") == [Reading("VB", "VBD", "begin")]
    assert {reading.tag for reading in words.readings("commenced")} == {"VBD", "VBN"}
    assert {(one.part, one.tag) for one in words.readings("strikes")} == {("VB", "VBZ"), ("NN", "NNS")}
    assert {(one.tag, one.lemma) for one in words.readings("set out")} >= {("VB", "set out")}
    assert words.readings("more enormous") == [Reading("JJ", "JJR", "enormous")]
    assert words.readings("more large") == []
    assert words.form("begin", "VBN") == "begun"
    assert words.form("set out", "VBG") == "setting out"
    assert words.form("enormous", "JJS") == "most enormous"
    assert words.form("huge", "NNS") is None
    assert words.form("begining", "VB") is None


def test_the_missing_forms_follow_from_two_that_match(paradigms: Paradigms) -> None:
    paradigms.read("meteor", meteor(("commenced", "began", -1.0), ("commencing", "beginning", -3.0)))
    found = missing(paradigms)
    assert set(found) == {
        ("VB", "commence", "begin"),
        ("VBP", "commence", "begin"),
        ("VBZ", "commences", "begins"),
        ("VBN", "commenced", "begun"),
    }
    assert dict(found["VBZ", "commences", "begins"].values) == {
        "MeteorLogProb": -2.0, "InMeteor": 1, "InPPDB": 0, "InParallel": 0, "InParadigm": 1,
        "ParadigmForms": 2,
    }  # fmt: skip


def test_a_pair_alone_proves_nothing_but_two_sources_do(paradigms: Paradigms) -> None:
    pair = meteor(("commence", "set out", -1.0))
    paradigms.read("meteor", pair)
    assert missing(paradigms) == {}
    paradigms.read("parallel", RuleBatch(pair.sources, pair.targets, ["VB"]))
    assert ("VBG", "commencing", "setting out") in missing(paradigms)


def test_forms_that_do_not_match_count_where_two_sources_hold_two_of_them(paradigms: Paradigms) -> None:
    pairs = meteor(("utilised", "use", -1.0), ("utilise", "using", -1.0))
    paradigms.read("meteor", pairs)
    assert missing(paradigms) == {}
    paradigms.read("ppdb", pairs)
    found = missing(paradigms)
    assert ("VBD", "utilised", "used") in found and ("VB", "utilise", "use") in found
    assert dict(found["VB", "utilise", "use"].values)["ParadigmForms"] == 0


def test_a_label_says_which_part_of_speech_is_meant(paradigms: Paradigms) -> None:
    for origin in ("ppdb", "parallel"):
        paradigms.read(origin, RuleBatch(["strikes"], ["sets"], ["NNS"]))
    assert {tag for tag, _, _ in missing(paradigms)} == {"NN"}


def test_weak_pairs_of_meteor_and_wrong_ones_yield_nothing(
    words: Morphology, tagger: Tagger, paradigms: Paradigms
) -> None:
    weak, strong = Paradigms(words, RuleLabeller(tagger, language_named("en"))), paradigms
    weak.read("meteor", meteor(("large", "big", -4.0), ("larger", "bigger", -4.0)))
    strong.read("meteor", meteor(("large", "big", -2.0), ("larger", "bigger", -2.0)))
    assert missing(weak) == {}
    assert set(missing(strong)) == {("JJS", "largest", "biggest")}
    assert list(strong.missing(lambda *_: True, {("larger", "bigger")})) == []
    assert list(strong.missing(lambda *_: False)) == []


def test_comparisons_do_not_give_a_basic_form(paradigms: Paradigms) -> None:
    paradigms.read("meteor", meteor(("larger", "bigger", -2.0), ("largest", "biggest", -2.0)))
    assert missing(paradigms) == {}


def test_a_form_under_another_label_is_missing(paradigms: Paradigms) -> None:
    pairs = RuleBatch(["commences", "commenced"], ["begins", "began"], ["NNP", "VBD"])
    paradigms.read("ppdb", pairs)
    paradigms.read("parallel", pairs)
    found = missing(paradigms)
    assert ("VBZ", "commences", "begins") in found
    assert ("VBD", "commenced", "began") not in found


def test_words_that_contain_each_other_are_no_paradigm(paradigms: Paradigms) -> None:
    paradigms.read("meteor", meteor(("set", "set out", -1.0), ("sets", "sets out", -1.0)))
    assert len(paradigms) == 0
