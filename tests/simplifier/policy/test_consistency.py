"""Words of a document changed the same way everywhere, and its own terms left alone."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.documents import FORMATS, rewrite
from simplifier.languages import language_named
from simplifier.policy.document_terms import DocumentTerms
from simplifier.policy.hard_words import HardWords
from simplifier.record.edits import Edit
from simplifier.record.reasons import ReasonKind
from simplifier.record.result import SentenceResult
from tests.cli.test_simplify import Ended, invoke
from tests.toy_model import build_toy_model

__all__ = ["invoke"]

ENGLISH = language_named("en")
EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
RULES = [
    ("VB", "require", "need", 0.3),
    ("VB", "require", "want", 0.2),
    ("NNS", "premises", "building", 3.0),
    ("NN", "residence", "house", 3.0),
]
# With weight 1, "need" gains 0.3 + 0.5 ln 10 = 1.45 after "we" and 0.3 - 0.7 ln 10 = -1.31 after "they".
# After "you" it costs 0.9 ln 10 - 0.3 = 1.77, more than it gains anywhere.
ARPA = """\\data\\
ngram 1=9
ngram 2=6

\\1-grams:
-3	<unk>	0
-99	<s>	0
-1	</s>	0
-1	we	0
-1	they	0
-1	you	0
-1	it	0
-1	need	0
-1	require	0

\\2-grams:
-0.5	we need
-1.0	we require
-1.5	they need
-0.8	they require
-1.9	you need
-1.0	you require

\\end\\
"""
WEIGHTS = {"weights.lm_plain": 1.0, "weights.OOVPenalty": 0.0, "weights.ChangedFirst": 0.0}
TWO = "Where we require it. Where they require it."
THREE = "Where we require it. Where they require it. If they require it."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("consistent"), RULES, ARPA)


@pytest.fixture(scope="module")
def embedded() -> Simplifier:
    return Simplifier.load()


@pytest.fixture(scope="module")
def model(folder: Path) -> Simplifier:
    return Simplifier.load(folder, overrides=WEIGHTS)


def test_what_gains_most_over_all_places_stands_everywhere(model: Simplifier) -> None:
    result = model.simplify(TWO)
    assert result.text == "Where we need it. Where they need it."
    first, second = result.sentences
    assert first.elsewhere == ()
    (place,) = second.to_json()["elsewhere"]
    assert place == {
        "start": 11,
        "end": 18,
        "source": "require",
        "target": "need",
        "reason": {"kind": "document", "text": "as elsewhere in this document"},
    }
    assert [edit.rule.target for edit in second.edits] == ["need"]
    # The score is the model's own for these words, none of the search's means to demand them.
    assert second.score == pytest.approx(model.kbest("Where they require it.", 3).kbest[1].score)
    assert "Demanded" not in second.kbest[0].features


def test_what_loses_over_all_places_spreads_nowhere_and_stays_where_it_was_made(model: Simplifier) -> None:
    result = model.simplify(THREE)
    assert result.text == "Where we need it. Where they require it. If they require it."
    assert [one.elsewhere for one in result.sentences] == [(), (), ()]


@pytest.mark.parametrize("text", [TWO, THREE, "Where you require it. Where we require it."])
def test_a_text_twice_is_the_text_once_and_once_more(model: Simplifier, text: str) -> None:
    assert model.simplify(f"{text}\n{text}\n").text == f"{model.simplify(text).text}\n" * 2


def test_what_the_users_list_asks_for_stays_when_more_is_changed(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine.tsv"
    own.write_text("it\tthat\n", encoding="utf-8")
    mine = Simplifier.load(folder, overrides={**WEIGHTS, "user_rules": str(own)})
    result = mine.simplify(TWO)
    assert result.text == "Where we need that. Where they need that."
    assert [len(one.elsewhere) for one in result.sentences] == [0, 1]


def test_a_place_where_it_costs_more_than_it_gains_is_another_matter(model: Simplifier) -> None:
    result = model.simplify("Where we require it. Where you require it.")
    assert result.text == "Where we need it. Where you require it."
    assert [one.elsewhere for one in result.sentences] == [(), ()]


def test_lines_are_by_themselves_unless_they_are_of_a_document(model: Simplifier, folder: Path) -> None:
    lines = ["Where we require it.\n", "Where they require it.\n"]
    assert [one.text for one in model.stream(lines)] == ["Where we need it.\n", "Where they require it.\n"]
    whole = [*model.stream(lines, document=True)]
    assert [one.text for one in whole] == ["Where we need it.\n", "Where they need it.\n"]
    assert "".join(one.text for one in whole) == model.simplify("".join(lines)).text
    off = Simplifier.load(folder, overrides={**WEIGHTS, "text.consistent": False})
    assert off.simplify(TWO).text == "Where we need it. Where they require it."


def test_every_text_is_a_document_of_its_own(model: Simplifier) -> None:
    texts = [TWO, THREE, "", "Where they require it."]
    together = [one.text for one in model.simplify_many(texts, batch=2)]
    assert together == [model.simplify(text).text for text in texts]
    assert together[3] == texts[3]


def test_explanations_say_so(model: Simplifier) -> None:
    result = model.explain(TWO)
    assert result.text == model.simplify(TWO).text
    explanation = result.sentences[1].explanation
    assert explanation is not None
    assert explanation.changed[0].reason.text == "as elsewhere in this document"
    assert explanation.changed[0].reason.kind is ReasonKind.DOCUMENT


def test_what_is_protected_stays(model: Simplifier) -> None:
    assert model.simplify(TWO, protect=["require"]).text == TWO


def test_pages_are_documents_and_records_are_not(model: Simplifier) -> None:
    page = b"<p>Where we require it.</p>\n<p>Where they require it.</p>\n"
    written = rewrite(FORMATS["html"](page), model).data
    assert written == b"<p>Where we need it.</p>\n<p>Where they need it.</p>\n"
    table = b"text\nWhere we require it.\nWhere they require it.\n"
    written = rewrite(FORMATS["csv"](table, columns=("text",)), model).data
    assert written == b"text\nWhere we need it.\nWhere they require it.\n"


def test_a_file_with_paragraphs_is_a_document(invoke: Callable[..., Ended], folder: Path, tmp_path: Path) -> None:
    settings = [part for key, value in WEIGHTS.items() for part in ("--set", f"{key}={value}")]
    apart, lines = tmp_path / "paragraphs.txt", tmp_path / "lines.txt"
    apart.write_text("Where we require it.\n\nWhere they require it.\n", encoding="utf-8")
    lines.write_text("Where we require it.\nWhere they require it.\n", encoding="utf-8")
    ended = invoke("simplify", apart, "--config", folder, *settings)
    assert (ended.code, ended.out) == (0, "Where we need it.\n\nWhere they need it.\n")
    ended = invoke("simplify", lines, "--config", folder, *settings)
    assert (ended.code, ended.out) == (0, "Where we need it.\nWhere they require it.\n")
    told = invoke("simplify", apart, "--config", folder, *settings, "--format", "jsonl")
    records = [json.loads(line) for line in told.out.splitlines()]
    assert [len(one.get("elsewhere", ())) for one in records] == [0, 1]


def test_terms_that_are_defined(model: Simplifier) -> None:
    text = 'The house (the "Premises") is old. The Premises are large. Other premises are small.'
    result = model.simplify(text)
    assert result.text == text.replace("Other premises", "Other building")
    (kept,) = [one for one in model.explain(text).sentences[1].kept if one.source == "Premises"]
    reason = kept.candidates[0].reason
    assert reason.kind == ReasonKind.DOCUMENT
    assert reason.text == "a term that this document defines or explains"


def test_what_something_is_called() -> None:
    text = "Ask again; this is called a mandatory reconsideration. It was called off. A ban is mandatory."
    terms = DocumentTerms(text, ENGLISH, lambda word: False)
    assert terms.named == {("mandatory", "reconsideration")} and terms
    tokens = ENGLISH.tokenise("A Mandatory reconsideration is mandatory.")
    assert terms.mark(tokens) == (False, True, True, False, False, False)
    assert not DocumentTerms("We called the office.", ENGLISH, lambda word: False)


def test_surnames_of_several_people_and_words_that_only_begin_sentences() -> None:
    text = "Mary Lee met Robert Lee. Policy Please ask; Forms Please ask; Ann The; Bob The; we please, please, please."
    assert DocumentTerms(text, ENGLISH, lambda word: False).namesakes == {"Lee"}


def test_words_that_are_explained() -> None:
    terms = DocumentTerms("His residence (the place he lives in) burned.", ENGLISH, lambda word: len(word) > 6)
    assert terms.explained == {"residence"}
    assert terms.mark(ENGLISH.tokenise("Residences burn.")) == (True, False, False)
    assert terms.mark(ENGLISH.tokenise("Houses burn.")) == ()
    behind = DocumentTerms("High blood pressure (hypertension) is bad.", ENGLISH, lambda word: True)
    assert behind.explained == {"hypertension"}


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ('The firm (the "Supplier") pays. The Supplier sells.', {("Supplier",)}),
        ("The firm (the Supplier) pays. The Supplier sells.", {("Supplier",)}),
        ("Between “the Data Controller” and us. The Data Controller acts.", {("Data", "Controller")}),
        ("Ann Lee ('Tenant') and the council. The Tenant pays.", {("Tenant",)}),
        ('He said "Never again" twice. Never again.', set()),
        ("It rained (on Monday only). It was Monday.", set()),
        ('The firm (the "Supplier") pays.', set()),
        ("The firm's men aren't the council's. Men aren't.", set()),
    ],
)
def test_how_terms_are_defined(text: str, terms: set[tuple[str, ...]]) -> None:
    assert DocumentTerms(text, ENGLISH, lambda word: False).defined == terms


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("start", "started", True),
        ("begin", "began", True),
        ("began", "begins", True),
        ("children", "child", True),
        ("better", "best", True),
        ("start", "begin", False),
        ("lay", "lie", True),  # a form of the one, and the other
        ("house", "horse", False),
    ],
)
def test_forms_of_one_word(first: str, second: str, same: bool) -> None:
    assert ENGLISH.same_word(first, second) is same
    assert ENGLISH.same_word(second, first) is same


def test_no_edit_of_the_embedded_model_is_under_the_dial() -> None:
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.txt")))
    ways = [
        Simplifier.load(preset="bold", overrides={"text.consistent": way}).simplify(text).sentences
        for way in (False, True)
    ]
    for before, after in zip(*ways, strict=True):
        if not after.elsewhere:
            assert after == before
        for edit in after.edits:
            assert not edit.features.get("SelectionDoubtful")
            assert not edit.features.get("ReviewedBad")


#: Sentences of published texts whose change was once taken back because of other places in their document.
TAKEN_BACK = [
    "You will not receive any additional remuneration for any weekend or holiday work.",
    "This statement is for information only and does not form part of your contract of employment.",
    "We ask you to use your best judgment when traveling and spending company money.",
    "A creditor is encouraged to provide consumers with information about loan terms.",
    "Services may include pain assessment, medication management, and care coordination and planning.",
]


def taken_back(alone: Iterable[Edit], whole: SentenceResult) -> set[tuple[int, str, str]]:
    """Return the edits that a sentence has by itself and lacks in its document."""
    made, own = ({(one.start, one.source, one.target) for one in edits} for edits in (whole.edits, alone))
    return own - made


def test_sentences_keep_in_a_document_what_they_have_by_themselves(embedded: Simplifier) -> None:
    text = "\n".join([*TAKEN_BACK, "They provide it.", "The remuneration committee met.", "It costs medication."])
    whole = embedded.simplify(text)
    assert embedded.simplify(f"{text}\n{text}").text == f"{whole.text}\n{whole.text}"
    sentences = [one.source for one in whole.sentences]
    assert sentences == text.split("\n")
    alone = [*embedded.simplify_many(sentences)]
    assert sum(bool(one.edits) for one in alone[: len(TAKEN_BACK)]) >= 3
    for one, own in zip(whole.sentences, alone, strict=True):
        assert not taken_back(own.edits, one)


@pytest.mark.slow
def test_published_texts_are_treated_the_same_alone_and_in_their_document(
    embedded: Simplifier, shared_data: Path
) -> None:
    hard = HardWords(embedded.decoder.grammars, embedded.language)
    spread = 0
    for path in sorted((shared_data / "real" / "text").glob("*.txt.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            lines = [*islice(stream, 60)]
        text = "".join(lines)
        whole = embedded.simplify(text)
        assert embedded.simplify(text + text).text == whole.text * 2
        terms = DocumentTerms(text, embedded.language, hard.is_hard)
        by_itself = iter(one for result in embedded.simplify_many(lines) for one in result.sentences)
        for one, own in zip(whole.sentences, by_itself, strict=True):
            spread += len(one.elsewhere)
            if not any(terms.mark(embedded.language.tokenise(one.source))):
                assert not taken_back(own.edits, one)
    assert spread
