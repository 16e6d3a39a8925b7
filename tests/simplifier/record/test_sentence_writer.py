"""What is written once for many derivations of a sentence is what each would be written as by itself."""

from __future__ import annotations

import pickle
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simplifier import Simplifier
from simplifier.decoder import Derivation, RuleApplication
from simplifier.languages import language_named
from simplifier.record.sentence_writer import SentenceWriter
from simplifier.text import Sentence, sentences_of

ENGLISH = language_named("en")
WEIGHTS = {"x": 2.0}
#: Written as it is anyway: with it a derivation is written whole.
WHOLE = {"unheard-of": "unheard-of"}

PIECES = ("The the a an A An man Honest hour NASA iPhone is \" “ ” ( ) , . ; : -- - ! 12 8 cats' dog's \n IT I").split(
    " "
)
NEW = "a an the honest man hour is , \" ) nasa 8 dogs can not i 's . (  --".split()


def sentence_of(text: str) -> Sentence:
    return Sentence(text, 0, tuple(ENGLISH.tokenise(text)))


def derivation_of(sentence: Sentence, changes: list[tuple[int, int, list[str]]]) -> Derivation:
    """Return the flat derivation that makes these changes of spans and copies all else."""
    words: list[str] = []
    rules: list[RuleApplication] = []
    forms = [token.form for token in sentence.tokens]
    place = 0

    def apply(start: int, end: int, new: list[str], changed: bool) -> None:
        sides = " ".join(forms[start:end]), " ".join(new)
        target = len(words), len(words) + len(new)
        number = crc32(repr(sides).encode())
        rules.append(RuleApplication(start, end, *target, "g", number, "X", *sides, changed, (), {"x": 0.5}))
        words.extend(new)

    for start, end, new in changes:
        for copied in range(place, start):
            apply(copied, copied + 1, forms[copied : copied + 1], False)
        apply(start, end, new, forms[start:end] != new)
        place = end
    for copied in range(place, len(forms)):
        apply(copied, copied + 1, forms[copied : copied + 1], False)
    return Derivation(1.0, tuple(words), {"x": 0.5 * len(changes)}, tuple(rules))


@st.composite
def texts(draw: st.DrawFn) -> str:
    pieces = draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=24))
    spaces = draw(st.lists(st.sampled_from([" ", " ", " ", "  ", ""]), min_size=len(pieces), max_size=len(pieces)))
    return "".join(space + piece for space, piece in zip(spaces, pieces, strict=True)).strip()


@st.composite
def changes_of(draw: st.DrawFn, size: int) -> list[tuple[int, int, list[str]]]:
    cuts = sorted(draw(st.sets(st.integers(0, size), max_size=8)))
    spans = [(start, end) for start, end in zip(cuts, cuts[1:], strict=False) if draw(st.booleans())]
    spans = [(start, min(end, start + draw(st.integers(1, 3)))) for start, end in spans]
    return [(start, end, draw(st.lists(st.sampled_from(NEW), max_size=3))) for start, end in spans]


@given(st.data(), texts(), st.booleans(), st.booleans())
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])  # of a loaded machine
def test_shared_parts_give_the_same_as_whole_sentences(
    data: st.DataObject, text: str, tokenised: bool, marked: bool
) -> None:
    sentence = sentence_of(text)
    if not sentence.tokens:
        return
    size = len(sentence.tokens)
    names = data.draw(st.sets(st.integers(0, size - 1), max_size=3)) if marked else set()
    kept = data.draw(st.sets(st.integers(0, size - 1), max_size=3)) if marked else set()

    def writer() -> SentenceWriter:
        return SentenceWriter(sentence, WEIGHTS, ENGLISH, names=names, kept=kept, tokenised=tokenised)

    shared = writer()
    lists = data.draw(st.lists(changes_of(size), min_size=1, max_size=4))
    lists.append([one for changes in lists[:1] for one in changes[::2]])
    for changes in lists:
        derivation = derivation_of(sentence, changes)
        expected = writer().write(derivation, WHOLE)
        found = shared.write(derivation)
        assert found.output == expected.output
        assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        "The committee commenced deliberations regarding a large number of additional proposals in a report.",
        'However, the "primary" objective (to assist an individual) was obtained by John\'s officers.',
        "In addition, numerous\nresidents utilised an alternative; approximately 40 purchased a vehicle.",
    ],
)
def test_the_versions_of_a_list_are_those_of_each_by_itself(text: str) -> None:
    simplifier = Simplifier.load(preset="metric")
    (sentence,) = sentences_of(text, simplifier.language)
    (given,) = simplifier.annotate([sentence])
    derivations = simplifier.decoder.kbest(given, 120)

    def writer() -> SentenceWriter:
        return SentenceWriter(sentence, simplifier.decoder.weights, simplifier.language)

    together = writer().write_all(derivations)
    assert len({one.output for one in together}) > 60
    for derivation, found in zip(derivations, together, strict=True):
        expected = writer().write(derivation, WHOLE)
        assert found == expected and found.feature_text() == expected.feature_text()
    others = derivations[5:40:3]
    assert writer().write_all(others) == together[5:40:3]


@pytest.mark.parametrize(
    ("text", "changes", "output"),
    [
        ("However, a man saw an old dog.", [(0, 1, []), (2, 4, ["an", "hour"])], "An hour saw an old dog."),
        ("A large man saw a large hour.", [(1, 2, ["old"]), (5, 6, [])], "An old man saw an hour."),
        ("The man, who left, sang.", [(2, 6, []), (0, 1, ["one"])][::-1], "One man sang."),
    ],
)
def test_neighbours_of_changes_are_repaired(text: str, changes: list[tuple[int, int, list[str]]], output: str) -> None:
    sentence = sentence_of(text)
    rewriting = SentenceWriter(sentence, WEIGHTS, ENGLISH).write(derivation_of(sentence, changes))
    assert rewriting.output == output
    for edit in rewriting.edits:
        assert rewriting.output[edit.output_start : edit.output_end] == edit.target
        assert text[edit.start : edit.end] == edit.source


def test_a_rewriting_can_be_pickled_and_computes_what_is_read() -> None:
    sentence = sentence_of("A large man saw the big and very old house.")
    derivation = derivation_of(sentence, [(1, 2, ["big"]), (8, 9, ["aged"])])
    rewriting = SentenceWriter(sentence, WEIGHTS, ENGLISH).write(derivation)
    again = pickle.loads(pickle.dumps(rewriting))
    assert again == rewriting
    assert [(edit.target, edit.score) for edit in again.edits] == [("big", 1.0), ("aged", 1.0)]
    assert rewriting.feature_text() == again.feature_text() == "x=1"
