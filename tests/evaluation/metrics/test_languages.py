"""Metrics in other languages: what they ask, what signatures say, what a language cannot answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from simplifier.base.errors import InputError
from simplifier.cli.evaluate import evaluate_command
from simplifier.evaluation.metrics import PRESETS, CandidateScorer, ReferenceSet, Text, parse_metric
from simplifier.languages import Language, language_named
from simplifier.languages.analysis.relations import RelationRoles

ENGLISH, SPANISH = language_named("en"), language_named("es")
SOURCE = "Debe cumplimentar el formulario . Sr. López vino ."
OUTPUT = "Debe rellenar el formulario . Sr. López vino ."
ASKING = {
    "fk": {"syllables"},
    "fkgl": {"syllables", "sentences"},
    "fkbleu": {"syllables"},
    "fkbleu-printed": {"syllables"},
    "d-sari": {"sentences"},
    "splits": {"sentences"},
    "sentences": {"sentences"},
    "sentence-length": {"sentences"},
    "split-f1": {"sentences"},
    "split-counts": {"sentences"},
    "lexical-complexity": {"function words"},
}


class Unknown(Language):
    """Of which nothing is known but a code."""

    code = "xx"


def data(language: Language | None, output: str = OUTPUT) -> tuple[list[Text], ReferenceSet]:
    return [output], ReferenceSet([SOURCE], [[OUTPUT]], language=language)


def test_what_every_metric_asks() -> None:
    assert {name: set(metric.asks) for name, metric in PRESETS.items() if metric.asks} == ASKING


@pytest.mark.parametrize("name", ASKING)
def test_texts_of_unknown_language_are_refused(name: str) -> None:
    metric = parse_metric(name)
    with pytest.raises(InputError, match=rf"^{name} asks about .* give ReferenceSet a language"):
        metric.score(*data(None))
    with pytest.raises(InputError, match=f"^{name} asks about"):
        parse_metric(f"0.5*sari-paper + 0.5*{name}").score(*data(None))


@pytest.mark.parametrize("name", ["sari-paper", "sari-easse", "bleu", "ibleu", "-ld", "compression", "words"])
def test_others_need_no_language(name: str) -> None:
    metric = parse_metric(name)
    unknown, english, spanish = (metric.score(*data(one)) for one in (None, ENGLISH, SPANISH))
    assert unknown.value == english.value == spanish.value
    assert str(unknown.signature) == str(english.signature) == str(spanish.signature)


def test_syllables_are_those_of_the_language() -> None:
    # de-be re-lle-nar el for-mu-la-rio sr ló-pez vi-no: 15 or 16 in Spanish, by its hyphenation
    words = "Debe rellenar el formulario Sr. López vino".split()
    syllables = int(SPANISH.syllables.counts(words).sum())
    assert syllables != int(ENGLISH.syllables.counts(words).sum())
    score = parse_metric("fkgl[tokenizer=none]").score(*data(SPANISH))
    assert score.value == pytest.approx(max(0.0, 0.39 * 7 / 2 + 11.8 * syllables / 7 - 15.59))
    assert str(score.signature) == "fkgl|level:corpus|syll:pyphen-es|tok:none|case:mixed|lang:es|v:1"


def test_sentences_are_those_of_the_language() -> None:
    sentences = parse_metric("sentences")
    assert sentences.score(*data(SPANISH)).value == 2  # "Sr." ends none
    assert sentences.score(*data(Language())).value == 3
    assert str(parse_metric("sentences").signature(data(SPANISH)[1])).endswith("|lang:es|v:1")


def test_english_signatures_name_no_language() -> None:
    found = parse_metric("0.5*fkbleu + 0.5*splits").signature(data(ENGLISH)[1])
    assert "lang:" not in str(found) and "syll:cmudict+fit1" in str(found)
    spanish = parse_metric("0.5*fkbleu + 0.5*splits").signature(data(SPANISH)[1])
    assert str(spanish).count("lang:es") == 2 and "syll:pyphen-es" in str(spanish)


@pytest.mark.parametrize(
    ("name", "missing"),
    [("fkgl", "a dictionary of syllables"), ("fkbleu", "a dictionary of syllables")]
    + [("lexical-complexity", "a list of function words")],
)
def test_what_a_language_cannot_answer(name: str, missing: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"{name} needs {missing}, and the language 'xx' has none")):
        parse_metric(name).score(*data(Unknown()))


def test_ranks_of_words() -> None:
    class Klingon(Language):
        code = "tlh"
        words = ENGLISH.words

    pytest.importorskip("wordfreq")
    with pytest.raises(InputError, match="wordfreq has none of the language 'tlh'"):
        parse_metric("lexical-complexity").score(*data(Klingon()))
    signature = str(parse_metric("lexical-complexity").signature(data(SPANISH)[1]))
    assert re.search(r"\|ranks:wordfreq-[\d.]+-large\|.*\|lang:es\|", signature)


def test_candidates_have_a_language() -> None:
    spanish = CandidateScorer("fk", [SOURCE], [], SPANISH).score(0, [OUTPUT])
    assert spanish != CandidateScorer("fk", [SOURCE], [], ENGLISH).score(0, [OUTPUT])


def test_clauses_need_a_model_of_the_language() -> None:
    with pytest.raises(InputError, match=r"samsa-clauses reads 'en' by its model.*'es'.*samsa-clauses\[model=FILE\]"):
        parse_metric("samsa-clauses").score(*data(SPANISH))
    assert SPANISH.relations.tell_clauses and not RelationRoles().tell_clauses


def test_the_command(tmp_path: Path) -> None:
    for name, text in (("s", SOURCE), ("r", OUTPUT)):
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    files = ["--source", str(tmp_path / "s"), "--references", str(tmp_path / "r"), "--output", str(tmp_path / "r")]
    given = [*files, "--metric", "fkgl", "sari-paper", "--samples", "0"]
    spanish = CliRunner().invoke(evaluate_command, [*given, "--language", "es"])
    assert "syll:pyphen-es|tok:13a|case:mixed|lang:es|v:1" in spanish.output
    english = CliRunner().invoke(evaluate_command, given)
    assert "syll:cmudict+fit1|tok:13a|case:mixed|v:1" in english.output
    (tmp_path / "xx.toml").write_text('code = "xx"\nname = "Nowhere"\n', encoding="utf-8")
    refused = CliRunner().invoke(evaluate_command, [*given, "--language", str(tmp_path / "xx.toml")])
    assert isinstance(refused.exception, InputError) and "fkgl needs a dictionary" in str(refused.exception)
