"""Lists of plain English: lines, frames, forms, and the file that the decoder reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import FormatError
from simplifier.core import TaggerTrainer
from simplifier.languages import language_named
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.tags import PENN_TAGS
from simplifier.rules.resources.cores import core_of
from simplifier.rules.resources.frame_file import frame_lines, write_frames
from simplifier.rules.resources.frames import checked_frame
from simplifier.rules.resources.plain_forms import plain_forms
from simplifier.rules.resources.plain_list import PlainEntry, read_plain_list

ENGLISH = language_named("en")
VERB = "0:VB|VBD|VBG|VBN|VBP|VBZ"


@pytest.fixture(scope="module")
def tagger(tmp_path_factory: pytest.TempPathFactory) -> Tagger:
    trainer = TaggerTrainer(list(PENN_TAGS), seed=1, min_feature_count=1, min_word_count=1)
    trainer.add("they address the address now .".split(), "PRP VBP DT NN RB .".split())
    trainer.add("he addressed us and is sure .".split(), "PRP VBD PRP CC VBZ JJ .".split())
    trainer.epoch()
    path = tmp_path_factory.mktemp("tagger") / "tagger.bin"
    trainer.save(str(path))
    return Tagger.load(path)


def read(tmp_path: Path, text: str) -> list[PlainEntry]:
    path = tmp_path / "plain.tsv"
    path.write_text(text, encoding="utf-8")
    return read_plain_list(path, ENGLISH)


def test_lines(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "# a comment\n\ncommence\tstart\tverb\nsubsequent to\tafter\tphrase\t\n"
        'hereby\t""\tadverb\nutilize\tuse\n'
        "prone\tlikely\t\tbefore:  to VERB;not after: START\n"
        "prompt\tquick\tadjective\t\tC\n",
    )
    assert found == [
        PlainEntry("commence", "start", "verb", "", 3),
        PlainEntry("subsequent to", "after", "phrase", "", 4),
        PlainEntry("hereby", "", "adverb", "", 5),
        PlainEntry("utilize", "use", "", "", 6),
        PlainEntry("prone", "likely", "", "before: to VERB; not after: START", 7),
        PlainEntry("prompt", "quick", "adjective", "", 8, "C"),
    ]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("alone", "plain.tsv:1: expected source, target, part of speech, frame and doubt between tabs"),
        ("a\tb\tverb\tbefore: x\tA\tmore", "expected source, target, part of speech, frame and doubt"),
        ("a\tb\tverb\tbefore: x\tmore", "expected a doubt of A, B, C, D, E in the fifth column"),
        ("a\t\tverb", r"expected a replacement in the second column"),
        ('""\tb', "expected a phrase in the first column"),
        ("Word\tword", "expected two different phrases"),
        ("a\tb\tvreb", r"expected a part of speech .* not 'vreb'"),
        ("a\tb\tverb\tbefor: x", r"begins with before:.* not 'befor: x'; did you mean 'before'"),
        ("a\tb\tverb\tbefore:", "expected words or classes behind before:"),
        ("a\tb\tverb\tbefore: DEET", r"expected a word in lower case or one of VERB, .* did you mean 'DET'"),
        ("a\tb\tverb\tbefore: x||y", r"expected a word or class on either side of \|, not 'x\|\|y'"),
        ("a\tb\na\tB", r"plain.tsv:2: expected every entry once; line 1 is the same"),
    ],
)
def test_a_broken_line_says_what_to_do(tmp_path: Path, line: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        read(tmp_path, line + "\n")


def test_a_pair_may_stand_under_several_frames(tmp_path: Path) -> None:
    assert len(read(tmp_path, "a\tb\t\tbefore: c\na\tb\t\tafter: d\n")) == 2


def test_a_frame_is_written_in_one_way() -> None:
    assert checked_frame(" before:DET  plan|estimate ;  not after: END", ["DET"]) == (
        "before: DET plan|estimate; not after: END"
    )
    assert checked_frame(" ", []) == ""
    assert checked_frame(" never ", []) == "never"


def forms(tagger: Tagger, *entries: PlainEntry) -> set[tuple[str, str, str]]:
    return {
        (" ".join(form.source), " ".join(form.target), f"{form.head}:{'|'.join(form.tags)}")
        for form in plain_forms(entries, ENGLISH, tagger)
    }


def test_forms_say_which_tags_they_ask_for(tagger: Tagger) -> None:
    assert forms(tagger, PlainEntry("address", "deal with", "verb")) == {
        ("address", "deal with", VERB),
        ("addresses", "deals with", VERB),
        # The tagger knows the word as nothing but a verb.
        ("addressed", "dealt with", "0:"),
        ("addressing", "dealing with", VERB),
    }
    assert forms(tagger, PlainEntry("is sure", "knows", "verb")) == {("is sure", "knows", "0:")}
    assert forms(tagger, PlainEntry("sure address", "home", "noun")) == {
        ("sure address", "home", "1:NN|NNS"),
        ("sure addresses", "homes", "1:NN|NNS"),
    }
    # The tagger never takes the word for an adverb.
    assert forms(tagger, PlainEntry("address", "so", "adverb")) == {("address", "so", "0:")}


def test_where_forms_look_the_same_the_tag_tells_them_apart(tagger: Tagger) -> None:
    assert forms(tagger, PlainEntry("accomplish", "do", "verb")) >= {
        ("accomplish", "do", VERB),
        ("accomplished", "did", "0:VBD"),
        ("accomplished", "done", "0:VBN"),
    }


def test_phrases_stand_as_they_are_written(tagger: Tagger) -> None:
    assert forms(tagger, PlainEntry("subsequent to", "after", "phrase")) == {("subsequent to", "after", "0:")}
    assert forms(tagger, PlainEntry("address", "deal", "phrase")) == {("address", "deal", "0:")}
    assert forms(tagger, PlainEntry("hereby", "", "adverb")) == {("hereby", "", "0:RB|RBR|RBS")}


def test_no_form_is_longer_than_its_entry(tagger: Tagger) -> None:
    found = {(source, target) for source, target, _ in forms(tagger, PlainEntry("inadequate", "poor", "adjective"))}
    assert found == {("inadequate", "poor")}
    found = {(source, target) for source, target, _ in forms(tagger, PlainEntry("vast", "immense", "adjective"))}
    assert found == {
        ("vast", "immense"), ("vaster", "more immense"), ("vastest", "most immense"),
    }  # fmt: skip


def test_both_spellings(tagger: Tagger) -> None:
    found = {(source, target) for source, target, _ in forms(tagger, PlainEntry("utilise", "use", "verb"))}
    assert found == {
        ("utilise", "use"), ("utilises", "uses"), ("utilised", "used"), ("utilising", "using"),
        ("utilize", "use"), ("utilizes", "uses"), ("utilized", "used"), ("utilizing", "using"),
    }  # fmt: skip


def test_what_is_written_out_goes_before_forms(tagger: Tagger) -> None:
    entries = PlainEntry("behave", "act", "verb"), PlainEntry("behaving", "at play", "verb")
    found = forms(tagger, *entries)
    assert {target for source, target, _ in found if source == "behaving"} == {"at play"}


def test_the_file_of_the_decoder(tagger: Tagger, tmp_path: Path) -> None:
    given = [
        PlainEntry("commence", "start", "verb", "before: DET"),
        PlainEntry("hereby", "", "phrase"),
    ]
    made = plain_forms(given, ENGLISH, tagger)
    assert frame_lines(made, {"DET": {"PDT", "DT"}}) == [
        "class\tDET\tDT PDT",
        f"pair\tcommence\tstart\t{VERB}\tbefore: DET",
        f"pair\tcommenced\tstarted\t{VERB}\tbefore: DET",
        f"pair\tcommences\tstarts\t{VERB}\tbefore: DET",
        f"pair\tcommencing\tstarting\t{VERB}\tbefore: DET",
        "pair\thereby\t\t\t",
    ]
    path = tmp_path / "frames.tsv"
    assert write_frames(path, made, {}) == 5
    assert path.read_text(encoding="utf-8").splitlines() == frame_lines(made, {})


def test_cores() -> None:
    assert core_of("the entire", "the whole") == ("entire", "whole")
    assert core_of("in the event that", "in that") == ("the event", "")
    assert core_of("a a", "a") == ("a", "")
