from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.rules.resources.wordnet import PARTS, WordNet, WordNetPair, wordnet_licence

LICENCE = "  1 This stands where the licence stands.  \n"
FILES = {
    "index.noun": "feline n 1 1 @ 1 0 00000300  \nkitty n 2 1 @ 2 1 00000100 00000200  \n",
    "data.noun": (
        '00000100 13 n 02 kitty 0 Puss 0 001 @ 00000300 n 0000 | a small pet; "here, kitty"  \n'
        "00000200 21 n 02 kitty 1 pot 0 000 | money to be won  \n"
        "00000300 05 n 01 feline 0 001 ~ 00000100 n 0000 | a cat  \n"
    ),
    "index.verb": "give_up v 1 0 1 0 00000100  \nquit v 1 0 1 0 00000100  \n",
    "data.verb": "00000100 41 v 02 give_up 0 quit 0 000 01 + 02 00 | leave off  \n",
    "index.adj": "arduous a 1 1 & 1 0 00000100  \nhard a 1 1 & 1 0 00000200  \n",
    "data.adj": (
        "00000100 00 s 01 arduous 0 001 & 00000200 a 0000 | of hard work  \n"
        "00000200 00 a 02 hard(p) 0 difficult 0 001 & 00000100 s 0000 | not easy  \n"
    ),
    "index.adv": "",
    "data.adv": "",
    "cntlist.rev": "kitty%1:21:00:: 2 4\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text((LICENCE if "." in name[4:] else "") + text)
    return tmp_path


def test_pairs_share_a_sense_or_are_broader(folder: Path) -> None:
    pairs = list(WordNet.read(folder).pairs())
    assert WordNetPair("kitty", "pot", "noun", pytest.approx(4.5 / 5), False) in pairs
    assert WordNetPair("kitty", "feline", "noun", pytest.approx(0.5 / 5), True) in pairs
    assert WordNetPair("give up", "quit", "verb", 1.0, False) in pairs
    assert WordNetPair("arduous", "difficult", "adj", 1.0, True) in pairs
    assert WordNetPair("arduous", "hard", "adj", 1.0, True) in pairs  # without its mark of place
    found = {(pair.source, pair.target) for pair in pairs}
    assert ("hard", "arduous") not in found  # what is broader says less, never more
    assert not any(target.lower() != target for _, target in found)  # names


def test_narrower_nouns_with_the_share_of_their_uses(folder: Path) -> None:
    assert list(WordNet.read(folder).narrower("feline")) == [
        ("feline", 1.0),
        ("kitty", pytest.approx(0.5 / 5)),
    ]


def test_the_licence_is_read_whole(folder: Path) -> None:
    assert wordnet_licence(folder) == ["This stands where the licence stands."]


OPPOSITES = {
    "index.adj": (
        "able a 1 1 & 1 0 00000400  \nhot a 1 1 & 1 0 00000100  \nwarm a 2 1 & 2 1 00000200 00000300  \n"
        "cold a 1 1 ! 1 0 00000500  \n"
    ),
    "data.adj": (
        "00000100 00 a 01 hot 0 002 & 00000200 a 0000 ! 00000500 a 0101 | of high heat  \n"
        "00000200 00 s 01 warm 0 001 & 00000100 a 0000 | less hot  \n"
        "00000300 00 a 01 warm 0 000 | friendly  \n"
        "00000400 00 a 01 able 0 000 | can  \n"
        "00000500 00 a 02 cold 0 Arctic 0 001 ! 00000100 a 0101 | of low heat  \n"
    ),
    "cntlist.rev": "warm%5:00:00:: 1 9\n",
}


def test_opposites_take_in_what_is_like_them(folder: Path) -> None:
    for name, text in OPPOSITES.items():
        (folder / name).write_text(text)
    wordnet = WordNet.read(folder)
    assert list(wordnet.opposites(0.5)) == [({"hot", "warm"}, {"cold"})]  # once, and no name
    assert list(wordnet.opposites(0.96)) == [({"hot"}, {"cold"})]  # "warm": 9.5 of 10 uses


def test_only_common_senses_are_asked_for(folder: Path) -> None:
    targets = {pair.target for pair in WordNet.read(folder).pairs(1) if pair.source == "kitty"}
    assert targets == {"feline"}


def test_a_missing_file_says_where_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="wordnet-base"):
        WordNet.read(tmp_path)


@pytest.mark.parametrize("part", PARTS)
def test_a_broken_line_has_its_place(folder: Path, part: str) -> None:
    with (folder / f"index.{part}").open("a") as file:
        file.write("what is this\n")
    with pytest.raises(FormatError, match=rf"index\.{part}:\d+: expected a line of a WordNet 3 database"):
        WordNet.read(folder)
