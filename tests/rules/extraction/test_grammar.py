from __future__ import annotations

import gzip
import math
from pathlib import Path

import numpy as np
import pytest

from simplifier.languages import language_named
from simplifier.rules.extraction import (
    Corpus,
    SentencePair,
    count_fates,
    extract_rules,
    format_rules,
    phrase_evidence,
)
from simplifier.rules.extraction.phrase_table import build_phrase_table
from simplifier.rules.extraction.templates import first_of_patterns
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers import read_rules

ENGLISH = language_named("en")


def pair(source: str, target: str, source_tags: str, target_tags: str) -> SentencePair:
    return SentencePair(*(tuple(side.split()) for side in (source, target, source_tags, target_tags)))


PAIRS = [
    pair("he carried out plans", "he did plans", "PRP VBD RP NNS", "PRP VBD NNS"),
    pair("we carried out work", "we did work", "PRP VBD RP NN", "PRP VBD NN"),
    pair("they carried out plans", "they carried out plans", "PRP VBD RP NNS", "PRP VBD RP NNS"),
    pair("he did work", "he did work", "PRP VBD NN", "PRP VBD NN"),
    pair("very old plans", "old plans", "RB JJ NNS", "JJ NNS"),
]
LINKS = [
    [(0, 0), (1, 1), (2, 1), (3, 2)],
    [(0, 0), (1, 1), (2, 1), (3, 2)],
    [(0, 0), (1, 1), (2, 2), (3, 3)],
    [(0, 0), (1, 1), (2, 2)],
    [(1, 0), (2, 1)],
]
ALL = np.ones(len(PAIRS), dtype=np.bool_)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus(PAIRS, LINKS, 3, ENGLISH)


def number(corpus: Corpus, text: str) -> int:
    return corpus.ngrams.texts(np.arange(len(corpus.ngrams))).index(text)


def rules_of(corpus: Corpus) -> RuleBatch:
    changed, identities = corpus.changed(), corpus.identities()
    fates = count_fates(corpus, changed, identities)
    evidence = phrase_evidence(fates, corpus.ngrams.lengths(np.arange(len(corpus.ngrams))))
    return extract_rules(corpus, changed, identities, evidence, ALL)


def test_fates_of_phrases(corpus: Corpus) -> None:
    fates = count_fates(corpus, corpus.changed(), corpus.identities())

    def of(text: str) -> tuple[int, ...]:
        at = number(corpus, text)
        columns = (fates.kept, fates.replaced, fates.dropped, fates.complex, fates.simple)
        return tuple(int(column[at]) for column in columns)

    assert of("carried out") == (1, 2, 0, 3, 1)
    assert of("did") == (1, 0, 0, 1, 3)
    assert of("plans") == (3, 0, 0, 3, 3)
    assert of("very") == (0, 0, 1, 1, 0)
    assert of("carried") == (1, 0, 0, 3, 1)  # alone it is no phrase in the pairs that change it


def test_only_some_pairs_count_where_asked(corpus: Corpus) -> None:
    fates = count_fates(corpus, corpus.changed(), corpus.identities(), np.array([1, 0, 0, 0, 0], dtype=bool))
    at = number(corpus, "carried out")
    assert (fates.kept[at], fates.replaced[at], fates.complex[at], fates.simple[at]) == (0, 1, 1, 0)


def test_counts_of_the_phrase_table(corpus: Corpus) -> None:
    table = build_phrase_table(corpus, corpus.changed(), corpus.identities())
    rows = {
        (source, target, corpus.labels[label]): (count, agree)
        for source, target, label, count, agree in zip(
            corpus.ngrams.texts(table.sources),
            corpus.ngrams.texts(table.targets),
            table.labels.tolist(),
            table.counts.tolist(),
            table.agreeing.tolist(),
            strict=True,
        )
    }
    assert rows["carried out", "did", "VBD"] == (2, 2)
    assert rows["carried out", "carried out", "VBD"] == (1, 1)
    assert rows["did", "did", "VBD"] == (1, 1)
    assert rows["very old", "old", "JJ"] == (1, 1)
    assert rows["carried out plans", "did plans", "VP/VBD"] == (1, 1)
    assert ("very", "", "RB") not in rows
    did, carried_out = number(corpus, "did"), number(corpus, "carried out")
    of_source = table.sources == carried_out
    shares = dict(
        zip(table.targets[of_source].tolist(), np.exp(-table.probabilities["p(e|f)"][of_source]), strict=True)
    )
    assert shares[did] > shares[carried_out] and sum(shares.values()) < 1  # the rest is for what was not seen


def test_rules_with_their_features(corpus: Corpus) -> None:
    rules = rules_of(corpus)
    assert list(zip(rules.lhs or [], rules.sources, rules.targets, rules.alignments or [], strict=True)) == [
        ("VBD", "carried out", "did", "0-0 1-0")
    ]
    values = {name: float(column[0]) for name, column in rules.features.items()}
    assert values["LogCount"] == pytest.approx(math.log(2))
    assert values["RarityPenalty"] == pytest.approx(math.exp(-1))
    assert values["LabelAgree"] == values["FramedShare"] == values["SimplifyingShare"] == 1.0
    assert values["ParallelLogCount"] == pytest.approx(math.log(3))
    assert values["ParallelLogProb"] == pytest.approx(math.log(1.5 / 2))
    # Two of three times changed; the target is twice as frequent on the simple sides.
    assert values["ChangePropensity"] > 0
    assert values["TargetSimpleLogOdds"] > 0 > values["SourceSimpleLogOdds"]
    # Words: did comes from carried and from out in two of three pairs each.
    assert values["Lex(e|f)"] == pytest.approx(-math.log(2 / 3))


def test_written_rules_are_read_back(corpus: Corpus, tmp_path: Path) -> None:
    rules = rules_of(corpus)
    path = tmp_path / "rules.gz"
    path.write_bytes(gzip.compress("\n".join(format_rules(rules)).encode()))
    (batch,) = read_rules(path, "ppdb1")
    assert (batch.sources, batch.targets, batch.lhs, batch.alignments) == (
        rules.sources, rules.targets, rules.lhs, rules.alignments,
    )  # fmt: skip
    for name, column in rules.features.items():
        assert batch.features[name] == pytest.approx(column, abs=1e-4)


def test_sentences_of_one_pattern_count_a_limited_number_of_times() -> None:
    pattern = [
        pair(f"{name} is a town in {place} .", "x", "NNP VBZ DT NN IN NNP .", "NN")
        for name, place in (("bern", "france"), ("ulm", "peru"), ("como", "italy"))
    ]
    longer = pair("new bern is a town in peru .", "x", "NNP NNP VBZ DT NN IN NNP .", "NN")
    untagged = pair("linz is a town in rome .", "x", "NN VBZ DT NN IN NN .", "NN")
    other = pair("bern is a city in france .", "x", "NNP VBZ DT NN IN NNP .", "NN")
    pairs = [*pattern, longer, other, untagged]
    assert first_of_patterns(pairs, ENGLISH, 2, common=0.1) == [0, 1, 4, 5]
    assert first_of_patterns(pairs, ENGLISH, 2, common=0.3) == [0, 1, 4]  # what is rare is taken for a name


def test_neighbouring_sentences_share_no_phrase() -> None:
    pairs = [pair("a b", "a b", "NN NN", "NN NN"), pair("c d", "c d", "NN NN", "NN NN")]
    corpus = Corpus(pairs, [[(0, 0), (1, 1)]] * 2, 4, ENGLISH)
    kept = corpus.identities()
    texts = corpus.ngrams.texts(corpus.ngrams.ids(kept.source_starts, kept.source_lengths))
    assert sorted(texts) == ["a", "a b", "b", "c", "c d", "d"]
