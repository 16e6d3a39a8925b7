"""Explanations of a toy model's sentences: every kind of reason that it can give; nothing else changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError
from simplifier.core import TableBuilder
from simplifier.decoder import Constraints, Derivation
from simplifier.languages import language_named
from simplifier.policy.explainer import SentenceExplainer
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import DecodedSentence, Rewriting
from simplifier.record.explanation import Explanation
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.request import SearchRequest
from simplifier.record.result import SentenceResult
from simplifier.record.sentence_writer import SentenceWriter
from simplifier.text import Sentence
from simplifier.text.markup import SentenceMarks, read_markup
from tests.toy_model import RULES, build_toy_model

FURTHER = [
    ("CD", "ten", "twenty", 3.0),
    ("NN", "residence", "mansion", -1.0),
    ("NN", "cat", "animal", -2.0),
]


KEPT = "you asked to keep these words"
AVOIDED = "a list of pairs to avoid has it"
BETTER = "another change of these words was better"


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy")
    path = build_toy_model(folder)
    rules = [*RULES, *FURTHER]
    builder = TableBuilder(str(folder / "rules.table"), ["reward"], [0.0], ["hand"], "{}", str(folder))
    rewards = np.array([[rule[3]] for rule in rules], dtype=np.float32)
    builder.add(*([rule[at] for rule in rules] for at in range(3)), rewards, None, 0)
    builder.finish()
    (folder / "excluded.tsv").write_text("large\tgreat\tpraise\nman\tperson\n", encoding="utf-8")
    (folder / "mine.tsv").write_text("large\tbig\tnever\nhumorous\tnever\ncat\tdog\n", encoding="utf-8")
    return path


def load(config: Path, **overrides: object) -> Simplifier:
    return Simplifier.load(config, overrides=overrides)


def only(simplifier: Simplifier, text: str, request: SearchRequest | None = None) -> SentenceResult:
    asked = request or SearchRequest(explain=True)
    (result,) = simplifier.stream([text], request=asked)
    (sentence,) = result.sentences
    return sentence


def explained(sentence: SentenceResult) -> Explanation:
    assert sentence.explanation is not None
    return sentence.explanation


def stayed(sentence: SentenceResult) -> dict[str, list[tuple[str, str, str]]]:
    """Return the words that stayed, each with targets, kinds and texts."""
    return {
        phrase.source: [(one.target, str(one.reason.kind), one.reason.text) for one in phrase.candidates]
        for phrase in sentence.kept
    }


def test_a_change_has_its_reason_and_its_runners_up(config: Path) -> None:
    sentence = only(load(config), "A humorous man has a very large residence.")
    assert sentence.output == "A funny man has a big house."
    changed = explained(sentence).changed
    assert [(one.edit.source, one.edit.target) for one in changed] == [
        ("humorous", "funny"),
        ("very", ""),
        ("large", "big"),
        ("residence", "house"),
    ]
    funny = changed[0]
    assert funny.reason == Reason(ReasonKind.SCORE, "a plainer word", "scores 2.10 more than keeping it")
    assert funny.gain == pytest.approx(2.1, abs=1e-6)
    assert funny.contributions == {"reward": 2.0}
    (amusing,) = funny.runners_up
    beaten = Reason(ReasonKind.OTHER, BETTER, "scores 1.00 less than the change that won")
    assert (amusing.target, amusing.reason) == ("amusing", beaten)
    assert amusing.rule is not None and amusing.rule.rule_id >= 0
    assert amusing.features == {"reward": 1.0, "lm_plain_oov": 1.0, "WordPenalty": 1.0}
    (mansion,) = changed[3].runners_up
    assert mansion.reason == Reason(ReasonKind.SCORE, "reads no better here", "scores 0.90 less than keeping it")
    assert sentence.kept == ()


def test_a_word_stays_where_keeping_it_scores_more(config: Path) -> None:
    sentence = only(load(config), "A cat.")
    assert stayed(sentence) == {"cat": [("animal", "score", "reads no better here")]}
    (phrase,) = sentence.kept
    assert phrase.candidates[0].reason.detail == "scores 1.90 less than keeping it"
    assert (phrase.start, phrase.end) == (2, 5)
    assert phrase.candidates[0].gain == pytest.approx(-1.9, abs=1e-6)


def test_a_frame_decides_where_a_pair_fits(config: Path) -> None:
    frames = config.parent / "frames.tsv"
    lines = ["pair\thumorous\tfunny\t\tbefore: man", "pair\tcat\tanimal\t\tbefore: END|."]
    frames.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    weights = {"FrameMet": 0.0, "FrameUnmet": -1000.0, "PlainMet": 3.0}
    model = load(config, **{"context.frames": str(frames), "guards": weights})
    sentence = only(model, "A humorous man has a humorous cat.")
    assert sentence.output == "A funny man has an amusing animal."
    changed = explained(sentence).changed
    assert [one.edit.target for one in changed] == ["funny", "amusing", "animal"]
    assert changed[0].contributions == {"PlainMet": 3.0, "reward": 2.0}
    (funny,) = changed[1].runners_up
    expected = Reason(ReasonKind.FRAME, "fits only before “man”", "does not fit here; it asks for before: man")
    assert funny.reason == expected
    with pytest.raises(ConfigError, match=r"'PlainMet'; it comes with context.frames, which is not set"):
        load(config, guards={"PlainMet": 3.0})


def test_a_rule_with_gaps_is_told_by_its_own_words(config: Path) -> None:
    sentence = only(load(config), "The book was written by the girl in 1990.")
    (change,) = explained(sentence).changed
    assert (change.edit.source, change.edit.target) == ("was written by", "wrote")
    protected = Simplifier.load(config, protected=["written"])
    sentence = only(protected, "The book was written by the girl in 1990.")
    assert stayed(sentence) == {"was written by": [("wrote", "protected", KEPT)]}
    protected = Simplifier.load(config, protected=["book"])
    sentence = only(protected, "The book was written by the girl in 1990.")
    assert sentence.output == "The girl wrote the book in 1990.", "the words in its gaps are not its own"


def test_protected_words(config: Path) -> None:
    sentence = only(Simplifier.load(config, protected=["humorous"]), "A humorous man.")
    assert stayed(sentence) == {"humorous": [("funny", "protected", KEPT), ("amusing", "protected", KEPT)]}
    assert sentence.kept[0].candidates[0].gain == pytest.approx(2.1, abs=1e-6)


def test_markup(config: Path) -> None:
    line = 'A <keep>humorous</keep> <replace with="woman">man</replace>.\n'
    sentence = only(load(config), read_markup(line, "text", 1))
    assert sentence.output == "A humorous woman."
    (change,) = explained(sentence).changed
    assert change.reason == Reason(ReasonKind.MARKUP, "the markup asks for it")
    assert (change.gain, change.contributions, change.runners_up) == (None, {}, ())
    assert {text for _, _, text in stayed(sentence)["humorous"]} == {"kept by markup"}


def test_the_users_list(config: Path) -> None:
    sentence = only(load(config, user_rules=str(config.parent / "mine.tsv")), "A large humorous cat.")
    assert sentence.output == "A large humorous dog."
    found = stayed(sentence)
    assert found["large"] == [("big", "user", "your list says never")]
    assert found["humorous"][0] == ("funny", "user", "your list says never")
    (change,) = explained(sentence).changed
    assert change.reason == Reason(ReasonKind.USER, "your list asks for it")
    (animal,) = change.runners_up
    assert animal.reason.kind is ReasonKind.SCORE


def test_pairs_that_were_kept_out_of_the_table(config: Path) -> None:
    model = load(config, **{"policy.exclusions": [str(config.parent / "excluded.tsv")]})
    sentence = only(model, "A large man.")
    assert stayed(sentence) == {"man": [("person", "excluded", AVOIDED)]}
    (change,) = explained(sentence).changed
    assert [(one.target, one.reason.text, one.rule) for one in change.runners_up] == [("great", AVOIDED, None)]
    assert stayed(only(load(config), "A large man.")) == {}, "no list is named"


def test_guards(config: Path) -> None:
    model = load(config, **{"weights.ChangedQuoted": -100.0})
    found = stayed(only(model, 'A "large" man.'))
    assert found == {"large": [("big", "quoted", "in quotation marks")]}
    # A price that the change pays for is no veto.
    assert only(load(config, **{"weights.ChangedQuoted": -1.0}), 'A "large" man.').output == 'A "big" man.'


def test_the_final_check(config: Path) -> None:
    sentence = only(load(config, **{"check.on": True}), "We saw ten large men.")
    assert sentence.output == "We saw ten big men."
    failed = ("twenty", "check", "the new sentence fails a check: number: 10 20")
    assert stayed(sentence) == {"ten": [failed]}
    # Nothing else is looked at: the whole sentence stays, for which the number is the reason too.
    model = load(config, **{"check.on": True, "check.alternatives": 0})
    sentence = only(model, "We saw ten large men.")
    assert sentence.output == "We saw ten large men."
    assert stayed(sentence) == {
        "ten": [failed],
        "large": [("big", "check", "the new sentence fails a check: number: 10 20")],
    }


def test_constraints(config: Path) -> None:
    request = SearchRequest(Constraints(exclude=(("big",),)), explain=True)
    sentence = only(load(config), "A large man.", request)
    ((_, kind, text),) = stayed(sentence)["large"]
    assert (kind, text) == ("constraint", "what the output must or must not contain does not allow it")
    impossible = SearchRequest(Constraints(include=(("zebra",),)), explain=True)
    sentence = only(load(config), "A large man.", impossible)
    assert sentence.impossible and stayed(sentence)["large"][0][1] == "constraint"


def test_what_chooses_among_the_best(config: Path) -> None:
    backwards = SearchRequest(reordering=lambda _, found: list(found)[::-1], candidates=2, explain=True)
    sentence = only(load(config), "A large man.", backwards)
    assert sentence.output == "A large man."
    text = "the choice among the best versions of the sentence fell on one without it"
    assert stayed(sentence) == {"large": [("big", "ranked", text)]}
    forwards = SearchRequest(reordering=lambda _, found: list(found)[::-1], candidates=2, explain=True)
    sentence = only(load(config), "A cat.", forwards)
    (change,) = explained(sentence).changed
    detail = "part of the version that was chosen; by itself it scores 1.90 less than keeping it"
    assert change.reason == Reason(ReasonKind.RANKED, "a plainer word", detail)


def test_a_search_that_was_too_narrow(config: Path) -> None:
    model = load(config)
    text = "A large man."
    sentence = Sentence(text, 0, tuple(language_named("en").tokenise(text)))
    one = AnnotatedSentence(sentence, SentenceMarks(), (), model.annotate([sentence])[0])

    def writing(of: AnnotatedSentence) -> Callable[[Derivation], Rewriting]:
        return SentenceWriter(of.sentence, model.decoder.weights, language_named("en")).write

    explainer = SentenceExplainer(model.decoder, model.config, model.language, None, writing)
    poor = DecodedSentence(text, 0, 0, (Rewriting(text, -1000.0, {}, ()),))
    ((candidate,),) = [phrase.candidates for phrase in explainer.explain(one, poor, SearchRequest(), 1).kept]
    assert candidate.reason == Reason(ReasonKind.SEARCH, "the search was too narrow to find it", "decoder.pop_limit")
    rich = DecodedSentence(text, 0, 0, (Rewriting(text, 1000.0, {}, ()),))
    ((candidate,),) = [phrase.candidates for phrase in explainer.explain(one, rich, SearchRequest(), 1).kept]
    assert candidate.reason.kind is ReasonKind.SCORE
    assert candidate.reason.text == "reads no better beside the other changes of the sentence"
    assert candidate.reason.detail.endswith("less with the other changes of the sentence")


def test_an_explanation_changes_nothing_else(config: Path) -> None:
    model = load(config, **{"check.on": True})
    text = "We saw ten large men.  A humorous man has a residence.\n\nA cat."
    plain, told = model.simplify(text), model.explain(text)
    assert (told.text, told.source) == (plain.text, plain.source)
    for one, other in zip(plain.sentences, told.sentences, strict=True):
        assert one.explanation is None and one.kept == ()
        record = other.to_json()
        assert record.pop("changed") is not None and record.pop("kept") is not None
        assert record == one.to_json()


def test_threads_do_not_show(config: Path) -> None:
    text = "A humorous man has a very large residence. We saw ten men."
    assert load(config).explain(text) == load(config, **{"decoder.threads": 2}).explain(text)


def test_as_json(config: Path) -> None:
    record = json.loads(json.dumps(only(load(config), "A large cat.").to_json()))
    (phrase,) = record["kept"]
    assert phrase == {
        "start": 8,
        "end": 11,
        "source": "cat",
        "candidates": [
            {
                "target": "animal",
                "reason": {
                    "kind": "score",
                    "text": "reads no better here",
                    "detail": "scores 1.90 less than keeping it",
                },
                "rule": {
                    "lhs": "NN",
                    "source": "cat",
                    "target": "animal",
                    "grammar": "toy",
                    "provenance": ["hand"],
                },
                "gain": -1.9,
            }
        ],
    }
    (change,) = record["changed"]
    assert change == {
        "start": 2,
        "end": 7,
        "source": "large",
        "target": "big",
        "reason": {"kind": "score", "text": "a plainer word", "detail": "scores 2.10 more than keeping it"},
        "gain": 2.1,
        "contributions": {"reward": 2.0},
        "runners_up": [],
    }


def test_hard_words_that_no_rule_changes_are_named(config: Path) -> None:
    text = "The relevant authorities in Amsterdam saw a residence."
    kept = explained(only(load(config, user_rules=None), text)).kept
    assert [(one.start, one.source, one.candidates) for one in kept] == [
        (4, "relevant", ()),
        (13, "authorities", ()),
    ]
