"""Structural rules in the pipeline: texts, offsets, traces, protection, choice by score and by risk."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError, FormatError
from simplifier.base.settings import derive
from simplifier.config import load_config
from simplifier.documents.edits import passage_edits
from simplifier.record.edits import applied
from simplifier.text import AppliedRule

TEXT = (
    "The trust bought the house on the hill in 1990, and visitors could see all of it two years later. "
    "The town is small.\n"
    "Salt works and harbour\n"
    "The first museum was opened in the old town in 1950 by a rich man, but it never had a large garden.\n"
)
WHOLE = "The trust bought the house on the hill in 1990, and visitors could see all of it two years later."


@pytest.fixture(scope="module")
def splitting() -> Simplifier:
    return Simplifier.load(risk=0.12, overrides={"structure.split": "auto"})


def test_text_around_stays(splitting: Simplifier) -> None:
    result = splitting.simplify(TEXT)
    assert result.text == (
        "The trust bought the house on the hill in 1990. Visitors could see all of it two years later. "
        "The town is small.\n"
        "Salt works and harbour\n"
        "The first museum was opened in the old town in 1950 by a rich man. "
        "But it never had a big garden.\n"
    )


def test_a_record_begins_with_the_words_of_the_user(splitting: Simplifier) -> None:
    first, small, *_ = splitting.simplify(TEXT).sentences
    assert (first.source, first.start) == (WHOLE, 0) and TEXT[small.start :].startswith("The town")
    assert [one.source.split()[0] for one in first.parts] == ["The", "Visitors"] and not small.rules
    record = first.to_json()
    (rule,) = record["structure"]
    assert (rule["name"], rule["kind"], len(rule["example"])) == ("two clauses with and", "split", 2)
    assert 0.9 <= rule["stands"] < 1
    assert [one["text"] for one in record["parts"]] == [one.source for one in first.parts]
    split, *words = first.edits
    assert (split.source, split.target, split.kind) == (", and visitors", ". Visitors", "split")
    assert split.probability == pytest.approx(rule["stands"]) and split.rule.provenance == (rule["name"],)


def test_edits_of_a_document_give_the_text(splitting: Simplifier) -> None:
    result = splitting.simplify(TEXT)
    assert applied(TEXT, passage_edits(result)) == result.text


def test_streams_in_batches_give_the_same(splitting: Simplifier) -> None:
    lines = TEXT.splitlines(keepends=True) * 3
    streamed = "".join(one.text for one in splitting.stream(lines, batch=2))
    assert streamed == splitting.simplify(TEXT).text * 3


def test_the_dial_stops_what_is_not_sure_enough() -> None:
    careful = Simplifier.load(risk=0.0, overrides={"structure.split": "auto"})
    assert not any(one.rules for one in careful.simplify(TEXT).sentences)


def test_a_plan_that_scores_less_loses() -> None:
    dear = Simplifier.load(overrides={"structure.split": "auto", "structure.weights.sentence": -1000.0})
    assert not any(one.rules for one in dear.simplify(TEXT).sentences)


def test_protected_terms_are_not_taken_apart() -> None:
    settings = {"structure.split": "auto"}
    protected = Simplifier.load(protected=["1990, and visitors"], overrides=settings)
    assert protected.simplify(WHOLE).sentences[0].rules == ()


def test_shortening_tells_what_it_left_out() -> None:
    shortening = Simplifier.load(overrides={"structure.shorten": True})
    (sentence,) = shortening.simplify("Henry Cole (1808-1882) was a civil servant and a designer.").sentences
    assert sentence.output == "Henry Cole was a civil servant and a designer."
    assert sentence.rules[0].dropped == ("(1808-1882)",)


def test_an_article_fits_what_follows_it_now() -> None:
    shortening = Simplifier.load(overrides={"structure.also": ["adverb of degree"], "structure.weights.doubt": 0.0})
    text = "The old mill beside the harbour was a very important building of the town."
    assert shortening.simplify(text).text == "The old mill beside the harbour was an important building of the town."


def test_what_looks_like_an_article_stays_far_from_a_change(splitting: Simplifier) -> None:
    text = "Hepatitis A is usually caught from food, and the illness is mild in most of the patients."
    first, second = splitting.simplify(text).sentences[0].parts
    assert first.output.startswith("Hepatitis A is ") and second.output.startswith("The illness is ")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"structure.split": "auto", "parser.spacy": "no_such_pipeline"}, "parser.spacy"),
        ({"text.split": "auto"}, "text.split"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Simplifier.load(overrides=settings)


def test_without_a_parser_nothing_is_split() -> None:
    config = derive(load_config(), {"parser.path": None, "structure.split": "auto"})
    with pytest.raises(ConfigError, match="name a tagger .* and a parser"):
        Simplifier(config)


def test_names_of_rules_are_checked() -> None:
    with pytest.raises(ConfigError, match="no rule 'two verb with and'; did you mean 'two verbs with and'"):
        Simplifier.load(overrides={"structure.also": ["two verb with and"]})


REQUIREMENT = "It is necessary for all staff to wear a badge in the building."


def test_rewording_is_on_by_itself() -> None:
    own = Simplifier.load(risk=0.12)
    (sentence,) = own.simplify(REQUIREMENT).sentences
    assert sentence.output == "All staff must wear a badge in the building."
    assert sentence.rules[0].kind == "reword"
    quoted = f'"{REQUIREMENT[:-1]}," he said to the members of the council.'
    assert own.simplify(quoted).sentences[0].rules == ()
    still = Simplifier.load(risk=0.12, overrides={"structure.reword": "off"})
    assert still.simplify(REQUIREMENT).sentences[0].rules == ()


def test_the_parser_is_read_when_a_sentence_needs_a_tree(tmp_path: Path) -> None:
    own = Simplifier.load()
    assert own.simplify("The committee commenced deliberations.").sentences
    assert "parser" not in vars(own)
    own.simplify(REQUIREMENT)
    assert "parser" in vars(own)
    missing = tmp_path / "missing.bin"
    with pytest.raises(FormatError, match="missing.bin"):
        Simplifier.load(overrides={"parser.path": missing})


def test_rewording_needs_a_parser_only_where_there_is_one() -> None:
    config = derive(load_config(), {"parser.path": None, "structure.split": "off"})
    assert Simplifier(config).simplify(REQUIREMENT).sentences[0].rules == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Form 12-B is completed by the tenant.", "The tenant completes Form 12-B."),
        ("Part A is read by the clerk.", "The clerk reads Part A."),
        ("Water is used by the tenant.", "The tenant uses water."),
    ],
)
def test_a_title_with_a_number_keeps_its_capital(before: str, after: str) -> None:
    settings = {"structure.also": ["active in place of a passive"], "structure.least_tokens": 0}
    assert Simplifier.load(overrides=settings).simplify(before).text == after


#: What opens it may belong to both halves; only trees let this pass.
DOUBTFUL = "Under this rule the council may sell the house, and the town must build a new one in its place."


def split_at(text: str, **settings: object) -> str | None:
    """Return the rule that splits a sentence without being read, None where it stays whole."""
    overrides = {f"structure.{name}": value for name, value in settings.items()}
    fast = {"structure.split": "auto", "selection.read": False}
    (first, *_) = Simplifier.load(overrides={**fast, **overrides}).simplify(text).sentences
    return first.rules[-1].name if first.rules else None


def test_trees_judge_what_rules_doubt() -> None:
    def rules(risk: float, read: bool) -> tuple[AppliedRule, ...]:
        simplifier = Simplifier.load(risk=risk, overrides={"selection.read": read})
        return simplifier.simplify(DOUBTFUL).sentences[0].rules

    (rule,) = rules(0.25, read=False)
    assert 0.5 <= rule.stands < 0.98
    assert rules((1 - rule.stands) / 6.8, read=False) == ()
    assert rules((1 - rule.stands) / 6.6, read=False) != ()
    # What was read may be no riskier than a word.
    (rule,) = rules(0.4, read=True)
    assert rules((1 - rule.stands) / 1.02, read=True) == ()
    assert rules((1 - rule.stands) * 1.02, read=True) != ()


def test_without_trees_rules_have_their_own_risk() -> None:
    assert split_at(WHOLE, trees=None) == "two clauses with and"
    assert split_at(DOUBTFUL, trees=None) is None
    assert split_at(DOUBTFUL, trees=None, also=["two clauses with and"]) is None


def test_the_risk_of_splits_is_a_part_of_the_dial() -> None:
    assert split_at(WHOLE, risk_factor=0.0) is None
    assert split_at(WHOLE, risk_factor=0.0, also=["two clauses with and"]) == "two clauses with and"


def test_trees_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="missing.trees"):
        Simplifier.load(overrides={"structure.trees": tmp_path / "missing.trees"})
    other = load_config().selection.path
    with pytest.raises(FormatError, match="do not judge splits"):
        Simplifier.load(overrides={"structure.trees": other})
