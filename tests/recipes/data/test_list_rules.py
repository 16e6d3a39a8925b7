from __future__ import annotations

import gzip
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.base.writing import write_gzip_lines
from simplifier.core import TaggerTrainer
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.recipes.data.list_rules import (
    Vocabulary,
    number_rules,
    paradigm_rules,
    plain_rules,
    read_pairs,
    rule_lines,
    wordnet_rules,
    wrong_pairs,
)
from simplifier.rules.extraction.paradigms import FormRule, Paradigms
from simplifier.rules.readers import read_rules
from simplifier.rules.resources.plain_list import read_plain_list
from simplifier.rules.resources.wordnet import WordNet, WordNetPair

ENGLISH = language_named("en")

Allows = Callable[[str, str], bool]


class OnePair(WordNet):
    """Offers what a test asks for."""

    def __init__(self, *pairs: WordNetPair) -> None:
        object.__setattr__(self, "offered", pairs)

    def pairs(self, most_senses: int = 6) -> Iterator[WordNetPair]:
        yield from self.offered


@pytest.fixture
def tagger(tmp_path: Path) -> Tagger:
    trainer = TaggerTrainer(list(PENN_TAGS), seed=1, min_feature_count=1, min_word_count=1)
    trainer.add("they purchase a house prior to winter .".split(), "PRP VBP DT NN RB TO NN .".split())
    trainer.add("they buy a house before winter .".split(), "PRP VBP DT NN IN NN .".split())
    trainer.epoch()
    path = tmp_path / "tagger.bin"
    trainer.save(str(path))
    return Tagger.load(path)


def test_wordnet_pairs_come_in_all_common_forms(tagger: Tagger) -> None:
    net = OnePair(WordNetPair("purchase", "buy", "verb", 0.9, False), WordNetPair("buy", "purchase", "verb", 1, False))
    counts = {"purchase": 100, "purchases": 100, "purchased": 100, "purchasing": 9}
    common = dict.fromkeys(("buy", "buys", "bought", "buying"), 9000)
    rules = {
        (rule.label, rule.source, rule.target): dict(rule.features)
        for rule in wordnet_rules(net, ENGLISH, tagger, Vocabulary(counts | common))
    }
    assert set(rules) == {
        ("VB", "purchase", "buy"), ("VBP", "purchase", "buy"), ("VBZ", "purchases", "buys"),
        ("VBD", "purchased", "bought"), ("VBN", "purchased", "bought"),
    }  # fmt: skip
    assert rules["VB", "purchase", "buy"] == {
        "InWordNet": 1,
        "WordNetShare": 0.9,
        "WordNetBroader": 0,
        "LabelAgree": 1,
    }


def test_the_plain_list_reads_back_as_rules(tagger: Tagger, tmp_path: Path) -> None:
    path = tmp_path / "plain.tsv"
    entries = (
        "purchase\tbuy\tverb\tbefore: DET",
        "prior to\tbefore",
        'basically\t""',
        "band\tgroup\tnoun\tnever",
    )
    path.write_text("".join(f"{entry}\n" for entry in entries))
    write_gzip_lines(tmp_path / "plain.rules.gz", rule_lines(plain_rules(path, language_named("en"), tagger)))
    (batch,) = read_rules(tmp_path / "plain.rules.gz", "listed")
    pairs = set(zip(batch.sources, batch.targets, strict=True))
    assert {("purchased", "bought"), ("prior to", "before"), ("basically", "")} <= pairs
    assert not any(source == "band" for source, _ in pairs), "what is never made is no rule"
    assert batch.features["InPlainList"].tolist() == [1.0] * len(batch)


def test_number_forms_read_back_as_rules(tagger: Tagger, tmp_path: Path) -> None:
    write_gzip_lines(tmp_path / "numbers.rules.gz", rule_lines(number_rules(ENGLISH, tagger)))
    (batch,) = read_rules(tmp_path / "numbers.rules.gz", "ppdb1")
    rules = set(zip(batch.lhs or [], batch.sources, batch.targets, strict=True))
    assert {("CD", "twenty-one", "21"), ("NP", "the 21st of january", "21 january")} <= rules
    values = dict(zip(batch.sources, batch.features["InNumberList"].tolist(), strict=True))
    assert (values["twenty-one"], values["the 21st of january"]) == (1.0, 2.0)


def test_missing_forms_have_the_label_of_their_form(tagger: Tagger) -> None:
    class Found(Paradigms):
        def __init__(self, *rules: FormRule) -> None:
            self.rules = rules

        def missing(self, allows: Allows, wrong: Collection[tuple[str, str]] = ()) -> Iterator[FormRule]:
            return (rule for rule in self.rules if allows(rule.source, rule.target))

    values = (("InParadigm", 1.0),)
    found = Found(
        FormRule("VB", "VB", "purchase", "buy", values),
        FormRule("VB", "VBP", "purchase", "buy", values),
        FormRule("VB", "VBD", "looked after", "kept", values),
        FormRule("NN", "NNS", "purchases", "things", values),
    )
    counts = dict.fromkeys("purchase buy looked after kept".split(), 50) | {"purchases": 50, "things": 49}
    labels = [(rule.label, rule.source) for rule in paradigm_rules(found, ENGLISH, tagger, Vocabulary(counts))]
    assert labels[:2] == [("VB", "purchase"), ("VBP", "purchase")]
    assert [("VBD" in label, source) for label, source in labels[2:]] == [(True, "looked after")]  # too rare


def test_our_own_list_is_whole() -> None:
    entries = read_plain_list(PACKAGE / "languages" / "en" / "lexicon.tsv", language_named("en"))
    assert len(entries) > 400
    rewrites = {(entry.source, entry.target) for entry in entries}
    assert {("utilize", "use"), ("prior to", "before"), ("in the event that", "if")} <= rewrites


def test_wrong_pairs_are_excluded_ones_and_opposites_both_ways(tmp_path: Path) -> None:
    (tmp_path / "exclude.tsv").write_text("a\tb\n")
    (tmp_path / "antonyms.tsv").write_text("hot\tcold\n")
    wrong = wrong_pairs([tmp_path / "exclude.tsv"], tmp_path / "antonyms.tsv")
    assert wrong == {("a", "b"), ("hot", "cold"), ("cold", "hot")}


def test_pairs_are_read_both_ways(tmp_path: Path) -> None:
    (tmp_path / "pairs.gz").write_bytes(gzip.compress(b"Car auto automobile\nc3 x\n"))
    assert list(read_pairs([tmp_path / "pairs.gz"])) == [
        ("car", "auto"),
        ("auto", "car"),
        ("car", "automobile"),
        ("automobile", "car"),
    ]
    with pytest.raises(InputError, match="none.gz: no such file"):
        list(read_pairs([tmp_path / "none.gz"]))
