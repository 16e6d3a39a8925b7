"""Names, expressions, signatures, preprocessing, and what is refused."""

from __future__ import annotations

import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.evaluation.metrics import PRESETS, Preprocessing, ReferenceSet, WeightedSum, parse_metric
from simplifier.languages import language_named
from simplifier.languages.en.sentences import count_sentences

ENGLISH = language_named("en")


@pytest.fixture
def data() -> ReferenceSet:
    return ReferenceSet(["the cat sat .", "it rained ."], [["a cat sat .", "it rained ."]] * 2, language=ENGLISH)


def test_signatures_are_distinct(data: ReferenceSet) -> None:
    data = ReferenceSet(data.sources, data.references[:1], language=ENGLISH)
    signatures = {str(metric.signature(data)).split("|", 1)[1] for metric in PRESETS.values()}
    # chrF and chrF++ differ in name only, as -ld, additions and deletions do.
    assert len(signatures) >= len(PRESETS) - 3
    assert (
        str(parse_metric("sari-easse").signature(data))
        == "sari-easse|counts:tokens|del:f1|combine:per-order|level:corpus|tok:13a|case:lc|refs:1|v:1"
    )
    assert "syll:cmudict+fit1" in str(parse_metric("fkbleu").signature(data))


def test_expressions(data: ReferenceSet) -> None:
    metric = parse_metric("0.5*sari-paper + .25 * fkbleu - 0.25*-ld")
    assert isinstance(metric, WeightedSum)
    assert [m.name for m in metric.metrics] == ["sari-paper", "fkbleu", "-ld"]
    assert metric.weights.tolist() == [0.5, 0.25, -0.25]
    outputs = ["a cat sat .", "it rained hard ."]
    score = metric.score(outputs, data)
    parts = {m.name: m.score(outputs, data).value for m in metric.metrics}
    assert score.parts == pytest.approx(parts)
    assert score.value == pytest.approx(0.5 * parts["sari-paper"] + 0.25 * parts["fkbleu"] - 0.25 * parts["-ld"])
    both = "(bleu[tokenizer=none,case=lc], sari-eq)"
    means = [parse_metric(function + both).score(outputs, data) for function in ("am", "gm")]
    bleu, sari = means[0].parts.values()
    assert means[0].value == pytest.approx((bleu + sari) / 2)
    assert means[1].value == pytest.approx((bleu * sari) ** 0.5)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("sari", "'sari' alone names several numbers; choose one of sari-paper"),
        ("sari-papr", "unknown metric 'sari-papr'; did you mean 'sari-paper'"),
        ("sari-paper +", "expected a metric's name, not ''"),
        ("sari-paper fkbleu", r"expected ' \+ ' or ' - ' before 'fkbleu'"),
        ("sari-paper[counts=both]", "counts cannot be 'both'; choose types or tokens"),
        ("sari-paper[count=types]", "sari-paper has no option 'count'; did you mean 'counts'"),
        ("sari-paper[types]", "should read NAME=VALUE"),
        ("sari-paper[tokenizer=14a]", "unknown tokenizer '14a'"),
        ("fk[constant=high]", "constant is a number, not 'high'"),
        ("sentence-bleu[effective_order=maybe]", "effective_order is yes or no"),
        ("sentence-bleu[smoothing=all]", "smoothing cannot be 'all'"),
        ("hm(bleu, fk)", "unknown function 'hm'"),
        ("", "expected a metric's name"),
    ],
)
def test_bad_expressions(expression: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_metric(expression)


def test_mismatched_lengths_name_both_files(data: ReferenceSet) -> None:
    with pytest.raises(InputError, match=r"b.txt has 1 lines but s.txt has 2"):
        ReferenceSet(["a", "b"], [["a", "b"], ["c"]], names=["a.txt", "b.txt"], source_name="s.txt", language=ENGLISH)
    with pytest.raises(InputError, match=r"1 outputs but sources has 2 lines"):
        parse_metric("sari-paper").score(["a"], data)


def test_reference_needs() -> None:
    alone = ReferenceSet(["the cat sat ."], [], language=ENGLISH)
    with pytest.raises(InputError, match="sari-paper needs references"):
        parse_metric("sari-paper").score(["the cat ."], alone)
    assert parse_metric("-ld").score(["the cat ."], alone).value == -1
    assert parse_metric("fk").score(["the cat ."], alone).value == pytest.approx(0.39 * 3 + 11.8 - 15.59)
    two = ReferenceSet(["a ."], [["a ."], ["b ."]], language=ENGLISH)
    with pytest.raises(InputError, match="exactly one reference, not 2"):
        parse_metric("d-sari").score(["a ."], two)


@pytest.mark.parametrize(
    ("settings", "text", "words"),
    [
        (Preprocessing(), "The  Cat, -LRB- sat -RRB- .", "the cat, -lrb- sat -rrb- ."),
        (Preprocessing("13a", "mixed"), "The Cat, (sat).", "The Cat , ( sat ) ."),
        (Preprocessing("none", "mixed", "plain"), "The -LRB- Cat -rrb- .", "The ( Cat ) ."),
        (Preprocessing("ptb", "lc"), "The cat's (old) toy.", "the cat 's -lrb- old -rrb- toy ."),
        (Preprocessing("ptb", "lc"), "the cat 's -lrb- old -rrb- toy .", "the cat 's -lrb- old -rrb- toy ."),
        (Preprocessing("intl", "mixed"), "A 3,000-word text.", "A 3,000 - word text ."),
    ],
)
def test_preprocessing(settings: Preprocessing, text: str, words: str) -> None:
    assert settings(text) == words
    assert settings(["As", "given"]) == ["As", "given"]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", 0),
        ("...", 0),
        ("the cat", 1),
        ("the cat sat . it slept .", 2),
        ("Mr. Smith met Dr. Jones. They left!", 2),
        ("J. R. Smith came.", 1),
        ('He said "Go." Then he left.', 2),
        ("It cost 3.5 million. it was a lot.", 1),
        ("What? No!", 2),
        ("One . Two . .", 2),
    ],
)
def test_count_sentences(text: str, sentences: int) -> None:
    assert count_sentences(text) == sentences


def test_edit_measures(data: ReferenceSet) -> None:
    outputs = ["the cat slept here .", "it rained ."]
    expected = {"-ld": -1.0, "copies": 50.0, "additions": 1.0, "deletions": 0.5, "splits": 1.0}
    values = {name: parse_metric(name).score(outputs, data).value for name in expected}
    assert values == pytest.approx(expected)
    assert parse_metric("compression").score(outputs, data).value == pytest.approx((20 / 13 + 1) / 2)
    in_words = parse_metric("compression[unit=words]").score(outputs, data).value
    assert in_words == pytest.approx((5 / 4 + 1) / 2)
    assert parse_metric("splits").score(["a . b . c .", "it rained ."], data).value == 2.0


def test_ratios_leave_out_empty_sources() -> None:
    data = ReferenceSet(["a b . c d .", "", "..."], [], language=ENGLISH)
    for name, outputs, score in (
        ("compression", data.sources, 1.0),
        ("splits", data.sources, 1.0),
        ("splits", ["a b .", "new .", "x . y ."], 0.5),  # neither the empty line nor the dots have sentences
        ("compression", ["a b .", "new .", "......"], (5 / 11 + 2) / 2),
    ):
        metric = parse_metric(name)
        statistics = metric.statistics(outputs, data)
        assert metric.corpus_score(statistics) == pytest.approx(score)
        assert metric.segment_scores(statistics)[1] == 1.0
        assert f"{name}|" in str(metric.signature(data)) and "|empty:skipped|" in str(metric.signature(data))
    nothing = ReferenceSet(["", ""], [], language=ENGLISH)
    assert parse_metric("compression").score(["", "x"], nothing).value == 1.0
    both = parse_metric("0.5*splits + 0.5*compression")
    assert both.score(data.sources, data).value == pytest.approx(1.0)


def test_options_stand_in_the_name_and_not_in_the_signature(data: ReferenceSet) -> None:
    metric = parse_metric("sari-easse[ tokenizer = none ,case=mixed]")
    assert metric.name == "sari-easse[tokenizer=none,case=mixed]"
    signature = str(metric.signature(data))
    assert signature.startswith("sari-easse|counts:") and "|tok:none|case:mixed|" in signature
    outputs = ["A cat sat.", "it rained ."]
    both = parse_metric("bleu + bleu[tokenizer=none]").score(outputs, data)
    assert list(both.parts) == ["bleu", "bleu[tokenizer=none]"]
    assert both.value == pytest.approx(sum(both.parts.values()))
    assert parse_metric("am(bleu[case=lc], sari-eq)").name == "am(bleu[case=lc], sari-eq)"
