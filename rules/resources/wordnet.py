"""WordNet's database files: words that share a sense, words for the broader sense, and opposites.

Read as plain data (`index.POS`, `data.POS`, `cntlist.rev`), as the Debian package wordnet-base installs them.
Formats: the manual pages wndb(5), senseidx(5) and cntlist(5) of WordNet 3.0. Fellbaum (ed.) 1998, WordNet: An
Electronic Lexical Database.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, Self

from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import text_lines

__all__ = ["PARTS", "WordNet", "WordNetPair", "wordnet_licence"]

#: Name of a part of speech (`simplifier.languages.language.TagRoles`), by the one that WordNet's files have for it.
PARTS: Final = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}

_LETTERS: Final = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
_NUMBERS: Final = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}
_BROADER: Final = {"noun": "@", "verb": "@", "adj": "&", "adv": ""}  # "&" leads from a satellite to its head
_SMOOTHING: Final = 0.5  # added to the count of each sense


@dataclass(frozen=True, slots=True)
class _Synset:
    words: tuple[str, ...]
    broader: tuple[int, ...]
    similar: tuple[int, ...] = ()
    opposites: tuple[tuple[int, str, int, int], ...] = ()  # own word, part, place, number of the other word


class WordNetPair(NamedTuple):
    """A word or phrase and what can stand for it.

    Attributes:
        source: lowercased basic form, words separated by one space.
        target: basic form of what can stand for it.
        part: a key of `PARTS`.
        share: share of the tagged uses of the source, as this part of speech, in senses of the pair, 0 to 1.
        broader: whether the target says less: a hypernym, or the adjective that the source is similar to.
    """

    source: str
    target: str
    part: str
    share: float
    broader: bool


@dataclass(frozen=True, slots=True)
class WordNet:
    """Synsets by place in their file, and the senses of each word, commonest first.

    Attributes:
        synsets: synsets by (part of speech, place in its data file).
        senses: places of the synsets of each (part of speech, lowercased word).
        counts: tagged uses of each (part of speech, lowercased word, number of the sense from 1).
    """

    synsets: Mapping[tuple[str, int], _Synset] = field(repr=False)
    senses: Mapping[tuple[str, str], tuple[int, ...]] = field(repr=False)
    counts: Mapping[tuple[str, str, int], int] = field(repr=False)

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the database files of a folder.

        Raises:
            InputError: a file is missing or cannot be read.
            FormatError: a line that is not as the manual says.
        """
        synsets: dict[tuple[str, int], _Synset] = {}
        senses: dict[tuple[str, str], tuple[int, ...]] = {}
        for part in PARTS:
            for path, number, line in _lines(folder / f"data.{part}"):
                with _parsing(path, number):
                    place, synset = _synset(line, part)
                synsets[part, place] = synset
            for path, number, line in _lines(folder / f"index.{part}"):
                with _parsing(path, number):
                    word, places = _senses(line)
                senses[part, word] = places
        counts: dict[tuple[str, str, int], int] = {}
        for path, number, line in _lines(folder / "cntlist.rev"):
            with _parsing(path, number):
                key, sense, count = line.split()
                word, _, rest = key.partition("%")
                counts[_NUMBERS[rest[0]], word.replace("_", " ").lower(), int(sense)] = int(count)
        return cls(synsets, senses, counts)

    def pairs(self, most_senses: int = 6) -> Iterator[WordNetPair]:
        """Yield what can stand for each word in one of its commonest senses, sorted by part and word.

        Targets with capitals (names) are left out. The share of a target of several senses is the sum of their
        shares; the target is broader only if it is so in all of them.

        Args:
            most_senses: number of senses of a word that are looked at, commonest first.
        """
        for (part, word), places in sorted(self.senses.items()):
            tagged = [self.counts.get((part, word, place + 1), 0) + _SMOOTHING for place in range(len(places))]
            # Broader starts as True, so that one sense in which the target is no broader settles it.
            found: dict[str, tuple[float, bool]] = defaultdict(lambda: (0.0, True))
            for place, weight in list(zip(places, tagged, strict=True))[:most_senses]:
                for target, broader in self._substitutes(part, place):
                    if target != word and target == target.lower():
                        share, before = found[target]
                        found[target] = (share + weight / sum(tagged), before and broader)
            for target, (share, broader) in sorted(found.items()):
                yield WordNetPair(word, target, part, share, broader)

    def opposites(self, least_share: float) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        """Yield two sets of words for every two senses that are opposites, each pair of senses once.

        A set holds the word that WordNet calls an antonym. It also holds the words of its sense, and for an
        adjective those of similar senses, that have this sense in at least ``least_share`` of their tagged uses
        (0 to 1). A word of both sets is in neither; nor are names.
        """
        seen: set[frozenset[tuple[str, int]]] = set()
        for (part, place), synset in sorted(self.synsets.items()):
            for own, other_part, other_place, number in synset.opposites:
                ends = frozenset({(part, place), (other_part, other_place)})
                if ends in seen:
                    continue
                seen.add(ends)
                one = self._around(part, place, least_share) | {synset.words[own]}
                antonym = self.synsets[other_part, other_place].words[number]
                other = self._around(other_part, other_place, least_share) | {antonym}
                both = one & other
                one, other = (_plain(words - both) for words in (one, other))
                if one and other:
                    yield one, other

    def narrower(self, word: str) -> Iterator[tuple[str, float]]:
        """Yield the nouns that are kinds of a noun in its commonest sense, sorted, each with a share.

        The share is that of the yielded noun's tagged uses in senses at or below that sense, 0 to 1. Names are
        left out.

        Raises:
            KeyError: WordNet holds no such noun.
        """
        top = self.senses["noun", word][0]
        below: dict[int, bool] = {top: True}

        def is_below(place: int) -> bool:
            if place not in below:
                below[place] = False  # ends the recursion should two senses stand above each other
                below[place] = any(map(is_below, self.synsets["noun", place].broader))
            return below[place]

        for (part, noun), places in sorted(self.senses.items()):
            if part == "noun" and any(map(is_below, places)):
                shares = [self._share("noun", noun, place) for place in places if is_below(place)]
                # Words are lowercased here but not in their synsets, so a name is not found there.
                if noun in {name for place in places for name in self.synsets["noun", place].words}:
                    yield noun, sum(shares)

    def _around(self, part: str, place: int, least_share: float) -> frozenset[str]:
        """Return the words of a sense and of similar ones that have it in enough of their tagged uses."""
        own = self.synsets[part, place]
        places = (place, *own.similar)
        return frozenset(
            word for at in places for word in self.synsets[part, at].words if self._share(part, word, at) >= least_share
        )

    def _share(self, part: str, word: str, place: int) -> float:
        """Return the share of a word's tagged uses that have one of its senses, 0 to 1; 0 for a name."""
        places = self.senses.get((part, word), ())
        if place not in places:
            return 0.0
        tagged = [self.counts.get((part, word, number + 1), 0) + _SMOOTHING for number in range(len(places))]
        return tagged[places.index(place)] / sum(tagged)

    def _substitutes(self, part: str, place: int) -> Iterator[tuple[str, bool]]:
        synset = self.synsets[part, place]
        own = set(synset.words)
        yield from ((word, False) for word in synset.words)
        others = {word for above in synset.broader for word in self.synsets[part, above].words}
        yield from ((word, True) for word in sorted(others - own))


def wordnet_licence(folder: Path) -> list[str]:
    """Return the lines of the licence that heads the files of a folder."""
    lines = (line for line in text_lines(folder / "data.noun") if line.startswith("  "))
    return [line.split(maxsplit=1)[1].rstrip() if len(line.split()) > 1 else "" for line in lines]


def _synset(line: str, part: str) -> tuple[int, _Synset]:
    fields = line.partition("|")[0].split()
    size = int(fields[3], 16)
    words = tuple(word.partition("(")[0].replace("_", " ") for word in fields[4 : 4 + 2 * size : 2])
    pointers = fields[4 + 2 * size :]
    # A pointer has four fields: symbol, place, part of speech, and the numbers of the two words that it joins, in
    # hexadecimal digits; 0000 joins whole synsets.
    broader, similar, opposites = [], [], []
    for start in range(1, 1 + 4 * int(pointers[0]), 4):
        symbol, place, letter, ends = pointers[start : start + 4]
        wanted = symbol == _BROADER[part] and _LETTERS[letter] == part and ends == "0000"
        # Heads are similar to their satellites too; only satellites ask for what is broader.
        if wanted and (part != "adj" or fields[2] == "s"):
            broader.append(int(place))
        elif symbol == "&" and part == "adj":
            similar.append(int(place))
        elif symbol == "!":
            opposites.append((int(ends[:2], 16) - 1, _LETTERS[letter], int(place), int(ends[2:], 16) - 1))
    return int(fields[0]), _Synset(words, tuple(broader), tuple(similar), tuple(opposites))


def _plain(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word == word.lower())


def _senses(line: str) -> tuple[str, tuple[int, ...]]:
    fields = line.split()
    count = int(fields[2])
    places = tuple(map(int, fields[-count:]))
    if len(fields) != 6 + int(fields[3]) + count:
        raise ValueError("another number of fields")
    return fields[0].replace("_", " "), places


def _lines(path: Path) -> Iterator[tuple[Path, int, str]]:
    if not path.exists():
        raise InputError(
            f"{path}: no such file; name the folder with WordNet's files, such as /usr/share/wordnet of the "
            "package wordnet-base"
        )
    for number, line in enumerate(text_lines(path), start=1):
        if not line.startswith("  "):  # the licence
            yield path, number, line


class _parsing:  # noqa: N801 - reads like a statement
    """Turns what goes wrong with a line into an error with its place."""

    def __init__(self, path: Path, number: int) -> None:
        self._path, self._number = path, number

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError | IndexError | KeyError):
            raise FormatError(self._path, "expected a line of a WordNet 3 database", self._number) from None
