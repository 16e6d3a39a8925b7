"""Features of frames: pairs of a list where they fit and where they do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.core import FrameList, frame_features
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence
from simplifier.decoder.context import load_frames
from simplifier.decoder.selection import SelectionSources
from simplifier.languages.en.change_words import CHANGE_WORDS
from simplifier.rules.features.catalogue import DecoderFeatures
from tests.simplifier.brute_force import ToyRule
from tests.simplifier.decoder.test_decoder import table_of

LIST = """class\tVERB\tVB VBD
class\tDET\tDT
class\tPUNCT\t. ,
pair\taddress\tdeal with\t0:VB|VBP\tbefore: DET; not before: the letter|envelope
pair\taddress\tspeak to\t0:VB|VBP\t
pair\tprone\tlikely\t\tbefore: to VERB
pair\tprone\tlikely\t\tafter: so
pair\tsufficiently\tenough\t\tbefore: PUNCT|END
pair\thereby\t\t\tnot after: START
pair\tin part\tpartly\t1:NN\tafter: START|VERB
pair\tthe party\tit\t\t
pair\tband\tgroup\t\tnever
"""
RULES = [
    ToyRule("VB", ("address",), ("deal", "with"), 0.0),
    ToyRule("VB", ("address",), ("speak", "to"), 0.0),
    ToyRule("VB", ("address", "the"), ("deal", "with", "the"), 0.0),
    ToyRule("VB", ("they", "address", "a"), ("they", "speak", "to", "a"), 0.0),
    ToyRule("VB", ("address",), ("visit",), 0.0),
    ToyRule("JJ", ("prone",), ("likely",), 0.0),
    ToyRule("JJ", ("prone", "to"), ("likely", "to"), 0.0),
    ToyRule("RB", ("sufficiently",), ("enough",), 0.0),
    ToyRule("RB", ("hereby",), (), 0.0),
    ToyRule("RB", ("in", "part"), ("partly",), 0.0),
    ToyRule("NN", ("band",), ("group",), 0.0),
    ToyRule("NP", ("the", "band"), ("the", "group"), 0.0),
]
GAPS = [
    ToyRule("JJ", ("prone",), ("prone",), 0.0),
    ToyRule("X", ("[JJ,1]", "address"), ("[JJ,1]", "speak", "to"), 0.0),
]

Find = Callable[[str, str, str], dict[str, float]]


@pytest.fixture
def frames(tmp_path: Path) -> FrameList:
    path = tmp_path / "frames.tsv"
    path.write_text(LIST, encoding="utf-8")
    return load_frames(path)


def finder(frames: FrameList, table: Path, owner: str = "toy", rules: Sequence[ToyRule] = tuple(RULES)) -> Find:
    decoder = ChartDecoder(
        [GrammarPart(table_of(rules, table), owner, 10)],
        [],
        pop_limit=0,
        application_features=[frame_features(frames, "user")],
    )

    def found(source: str, tags: str, target: str) -> dict[str, float]:
        """Return the features of frames of the only change that makes one text of the other."""
        sentence = InputSentence(tuple(source.split()), tags=tuple(tags.split()))
        same = [one for one in decoder.kbest(sentence, k=1000) if " ".join(one.tokens) == target]
        names = ("FrameMet", "FrameUnmet", "PlainMet")
        return {name: same[0].features[name] for name in names if name in same[0].features}

    return found


@pytest.fixture
def find(frames: FrameList, tmp_path: Path) -> Find:
    return finder(frames, tmp_path / "rules.table")


MET = {"FrameMet": 1.0, "PlainMet": 1.0}
UNMET = {"FrameUnmet": 1.0}
PLAIN = {"PlainMet": 1.0}


@pytest.mark.parametrize(
    ("source", "tags", "target", "expected"),
    [
        ("address a problem", "VB DT NN", "deal with a problem", MET),
        ("address him", "VB PRP", "deal with him", UNMET),
        # A condition that must not hold; at the end of the sentence it cannot.
        ("address the letter", "VB DT NN", "deal with the letter", UNMET),
        ("address the letters", "VB DT NNS", "deal with the letters", MET),
        ("address the", "VB DT", "deal with the", MET),
        # Another part of speech.
        ("address a problem", "NN DT NN", "deal with a problem", UNMET),
        ("address a problem", "NN DT NN", "speak to a problem", {}),
        ("address him", "VBP PRP", "speak to him", PLAIN),
        ("address him", "VB PRP", "visit him", {}),
        # Several frames of a pair: one is enough.
        ("prone to err", "JJ TO VB", "likely to err", MET),
        ("prone to error", "JJ TO NN", "likely to error", UNMET),
        ("so prone", "RB JJ", "so likely", MET),
        ("sufficiently .", "RB .", "enough .", MET),
        ("sufficiently", "RB", "enough", MET),
        ("sufficiently big", "RB JJ", "enough big", UNMET),
        # Words left out.
        ("we hereby agree", "PRP RB VBP", "we agree", MET),
        ("hereby we agree", "RB PRP VBP", "we agree", UNMET),
        # What fits nowhere, by itself or in a longer rule.
        ("band", "NN", "group", UNMET),
        ("see the band", "VB DT NN", "see the group", UNMET),
        # The word that tells the part of speech is the second one.
        ("in part good", "IN NN JJ", "partly good", MET),
        ("in part good", "IN JJ JJ", "partly good", UNMET),
        ("do in part", "VB IN NN", "do partly", MET),
        ("so in part", "RB IN NN", "so partly", UNMET),
    ],
)
def test_a_pair_where_it_stands(find: Find, source: str, tags: str, target: str, expected: dict[str, float]) -> None:
    assert find(source, tags, target) == expected


def test_without_tags_only_words_hold(find: Find) -> None:
    assert find("so prone", "", "so likely") == MET
    assert find("prone to err", "", "likely to err") == UNMET
    assert find("address him", "", "speak to him") == {}


def test_a_longer_rule_is_its_core_with_its_own_words_around_it(frames: FrameList, tmp_path: Path) -> None:
    for number, rule in enumerate(RULES[2:4]):
        decoder = ChartDecoder(
            [GrammarPart(table_of([rule], tmp_path / f"{number}.table"), "toy", 10)],
            [],
            application_features=[frame_features(frames)],
        )
        for last, expected in (("letter", UNMET), ("matter", MET)) if number == 0 else (("man", PLAIN),):
            words = ("they", "address", "the" if number == 0 else "a", last)
            sentence = InputSentence(words, tags=("PRP", "VB", "DT", "NN"))
            (changed,) = (one for one in decoder.kbest(sentence, k=10) if " ".join(one.tokens) != " ".join(words))
            found = {name: value for name, value in changed.features.items() if "Frame" in name or "Plain" in name}
            assert found == expected


def test_rules_with_gaps_and_the_users_own_have_none(frames: FrameList, tmp_path: Path) -> None:
    gap = finder(frames, tmp_path / "rules.table", rules=GAPS)
    assert gap("prone address", "JJ VB", "prone speak to") == {}
    user = finder(frames, tmp_path / "other.table", "user")
    assert user("address him", "VB PRP", "deal with him") == {}


def test_names_are_registered(frames: FrameList) -> None:
    names = frame_features(frames).names
    assert names == ["FrameMet", "FrameUnmet", "PlainMet", "FrameNever"]
    assert set(names) <= {spec.name for spec in DecoderFeatures.specs if spec.level == "span"}


def test_they_are_inputs_of_selection_trees(frames: FrameList, tmp_path: Path) -> None:
    grammar = GrammarPart(table_of(RULES, tmp_path / "rules.table"), "toy", 10)
    without = SelectionSources([grammar], [], [], None, CHANGE_WORDS)
    inputs = replace(without, frames=frames).inputs()
    names = set(frame_features(frames).names)
    assert set(inputs.names) - set(without.inputs().names) == names
    decoder = ChartDecoder([grammar], [])
    sentence = InputSentence(("prone", "to", "err"), tags=("JJ", "TO", "VB"))
    rows = decoder.selection_rows(inputs, [sentence], [[["likely", "to", "err"]]], 100, 1e9)
    places = {name: inputs.names.index(name) for name in names}
    assert [{name: row[place] for name, place in places.items()} for row in rows.inputs] == [
        {"FrameMet": 1.0, "FrameUnmet": 0.0, "PlainMet": 1.0, "FrameNever": 0.0}
    ] * 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("pair\ta\tb\t\n", ":1: neither a class nor a pair"),
        ("class\tA\tx\nclass\tA\ty\n", ":2: a class for the second time"),
        ("pair\t\tb\t\t\n", ":1: a pair without a source side"),
        ("pair\ta\tb\tNN\t\n", ":1: tags without the place of their word"),
        ("pair\ta\tb\t1:NN\t\n", ":1: tags of no word of the source side"),
        ("pair\ta\tb\t\tbehind: x\n", ":1: a condition that is neither before nor after"),
        ("pair\ta\tb\t\tbefore: x|\n", ":1: a condition with an empty place"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "frames.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"frames.tsv{complaint}; build the model's list of frames again"):
        load_frames(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.tsv: no such list of frames"):
        load_frames(tmp_path / "none.tsv")
