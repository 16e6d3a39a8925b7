"""The sentences that blind readers see, with the outputs of all systems in the same casing and spacing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final, TypeVar

from lab.edits import load_preset, rewrite
from simplifier.base.errors import ConfigError, InputError
from simplifier.base.reading import read_lines
from simplifier.evaluation.blind.sheets import TextOutputs
from simplifier.evaluation.collection import EditorialSentence, document_sentences, sentences
from simplifier.evaluation.metrics import Preprocessing
from simplifier.evaluation.published import PublishedSentence, published_sentences, read_versions

__all__ = [
    "DOCUMENTS",
    "REAL",
    "HELD_OUT",
    "REFERENCE",
    "TURK",
    "Dress",
    "document_text",
    "own_text",
    "own_texts",
    "real_text",
    "turk_text",
]

Thing = TypeVar("Thing")

TURK: Final = "turk"
DOCUMENTS: Final = "documents"
REAL: Final = "real"
EDITOR: Final = "editor"  # what the key calls the versions of editors, with a number
REFERENCE: Final = "reference"  # what the key calls the reference that was drawn
HELD_OUT: Final = range(1500, 2000)
_CASED: Final = Preprocessing("ptb", "mixed")
_LOWER: Final = Preprocessing("ptb", "lc")
_ENDS: Final = frozenset(".!?")
_QUOTES: Final = frozenset({"``", "''", '"'})
_BRACKETS: Final = {"-lrb-": "(", "-rrb-": ")", "-lsb-": "[", "-rsb-": "]", "-lcb-": "{", "-rcb-": "}"}
_AFTER_SPACE: Final = frozenset("([{$£€")
_NO_SPACE: Final = frozenset({*",.;:!?)]}%", "..."})


class Dress:
    """A function that gives texts of any casing and tokenisation the same look, which does not tell who wrote them.

    A word is cased as inside the texts of its sentence, or else as it most often is inside the texts of all sentences.

    Args:
        cased: the cased texts of each sentence, the source first.
    """

    def __init__(self, cased: Sequence[Sequence[str]]) -> None:
        self._own: list[dict[str, str]] = []
        self._first: list[dict[str, str]] = []
        whole: dict[str, Counter[str]] = {}
        for texts in cased:
            tokens = [_CASED.line(text).split() for text in texts]
            own: dict[str, str] = {}
            # Not the first word of a text: its capital may be that of the sentence.
            for token in (token for words in tokens for token in words[1:]):
                own.setdefault(token.lower(), token)
                whole.setdefault(token.lower(), Counter())[token] += 1
            self._own.append(own)
            self._first.append({words[0].lower(): words[0] for words in tokens[:1] if words})
        self._usual = {word: forms.most_common(1)[0][0] for word, forms in whole.items()}

    def __call__(self, place: int, text: str) -> str:
        """Return a rewriting of a sentence as running text.

        Args:
            place: the number of the sentence.
            text: the rewriting.
        """
        own, first = self._own[place], self._first[place]
        words: list[str] = []
        begins = True
        for word in self._tokens(text):
            form = own.get(word) or self._usual.get(word) or first.get(word, word)
            words.append(form[:1].upper() + form[1:] if begins else form)
            begins = word in _ENDS or (begins and not word[0].isalnum())
        return _joined(words)

    def _tokens(self, text: str) -> Iterator[str]:
        """Yield tokens in lower case, with full stops cut off that the tokeniser leaves at words inside a line."""
        for word in _LOWER.line(text).split():
            # A short word with a full stop may be an abbreviation, unless it is usual without one in lower case; "no."
            # may be one even then.
            stem = word.removesuffix(".")
            if stem != word and stem.isalpha() and (len(stem) > 3 or self._usual.get(stem) == stem != "no"):
                yield from (stem, ".")
            else:
                yield word


def _joined(words: Iterable[str]) -> str:
    text, space, inside = "", False, False
    for word in words:
        shown = _BRACKETS.get(word.lower(), '"' if word in _QUOTES else word)
        closes = shown == '"' and inside
        joined = shown in _NO_SPACE or "'" in shown[:2]  # an ending that the tokeniser cut off
        text += " " * (space and not closes and not joined) + shown
        inside ^= shown == '"'
        space = shown not in _AFTER_SPACE and not (shown == '"' and inside)
    return text


def turk_text(
    folder: Path,
    others: Mapping[str, Path],
    model: str,
    presets: Sequence[str],
    number: int,
    seed: int,
) -> TextOutputs:
    """Draw sentences from the last 500 TurkCorpus tuning sentences.

    Args:
        folder: the folder with ``tune.truecase.src`` and ``tune.truecase.ref0`` to ``ref7``.
        others: files of other systems' outputs for all 2,000 sources, by name.
        model: the path of a configuration, or ``embedded``.
        presets: the presets of the model.
        number: the number of sentences to draw.
        seed: the seed of everything that is drawn.

    Raises:
        InputError: a file is missing or has another number of lines, or there are too few sentences.
        ConfigError: two systems have the same name.
    """
    source = folder / "tune.truecase.src"
    lines = read_lines(source)
    references = [_aligned(folder / f"tune.truecase.ref{each}", source, len(lines)) for each in range(8)]
    outputs = {name: _aligned(path, source, len(lines)) for name, path in others.items()}
    drawn = random.Random(f"{seed} {TURK}")
    places = sorted(_drawn(drawn, TURK, HELD_OUT, number))
    outputs[REFERENCE] = [drawn.choice(each) for each in zip(*references, strict=True)]
    chosen = {name: [own[place] for place in places] for name, own in outputs.items()}
    originals = [lines[place] for place in places]
    systems = _presets(model, presets, originals, tokenised=True)
    dress = Dress(list(zip(lines, *references, strict=True)))

    def dressed(own: Sequence[str]) -> list[str]:
        return [dress(place, text) for place, text in zip(places, own, strict=True)]

    names = [str(place + 1) for place in places]
    merged = _merged(systems, chosen)
    return TextOutputs(TURK, names, dressed(originals), {name: dressed(own) for name, own in merged.items()})


def own_texts(
    part: str, texts: Sequence[str], model: str, presets: Sequence[str], number: int, seed: int
) -> list[TextOutputs]:
    """Draw from our own sentences: the text ``own`` half from each domain, ``office`` from the other office sentences.

    Raises:
        InputError: there are too few sentences.
    """
    drawn = random.Random(f"{seed} own")
    found = sentences(part)
    office = [one for one in found if one.id.startswith("O")]
    other = [one for one in found if not one.id.startswith("O")]
    mixed = _drawn(drawn, "own", other, number - number // 2) + _drawn(drawn, "own", office, number // 2)
    rest = [one for one in office if one not in mixed]
    chosen = {"own": mixed} if "own" in texts else {}
    if "office" in texts:
        chosen["office"] = _drawn(drawn, "office", rest, number)
    return [own_text(name, own, model, presets, drawn) for name, own in chosen.items()]


def own_text(
    name: str, chosen: Sequence[EditorialSentence], model: str, presets: Sequence[str], drawn: random.Random
) -> TextOutputs:
    """Return the outputs of presets of a model for our own sentences, and a reference drawn for each sentence."""
    originals = [one.source for one in chosen]
    systems = _presets(model, presets, originals)
    references = {REFERENCE: [drawn.choice(one.references) for one in chosen]}
    return TextOutputs(name, [one.id for one in chosen], originals, _merged(systems, references))


def document_text(part: str, model: str, presets: Sequence[str], number: int, seed: int) -> TextOutputs:
    """Draw sentences of the documents of offices, clinics and lawyers, as evenly as possible from each kind.

    Raises:
        InputError: there are too few sentences of a kind.
    """
    drawn = random.Random(f"{seed} {DOCUMENTS}")
    found = document_sentences(part)
    kinds = sorted({one.kind for one in found})
    chosen = [
        one
        for place, kind in enumerate(kinds)
        for one in _drawn(
            drawn,
            f"{DOCUMENTS}, {kind}",
            [one for one in found if one.kind == kind],
            (number + place) // len(kinds),
        )
    ]
    originals = [one.text for one in chosen]
    return TextOutputs(DOCUMENTS, [one.id for one in chosen], originals, _presets(model, presets, originals))


def real_text(part: str, model: str, presets: Sequence[str], number: int, seed: int) -> TextOutputs:
    """Draw published sentences, as evenly as possible from each source, with the versions of their editors.

    The original of a pair is the sentence as it was published, and the rewriting is the whole text that comes out:
    nothing is read from the program's records.

    Raises:
        InputError: there are too few sentences.
    """
    drawn = random.Random(f"{seed} {REAL}")
    sentences = published_sentences()
    versions = read_versions(sentences)
    found = [sentences[name] for name, own in versions.items() if sentences[name].part == part and len(own) > 1]
    drawn.shuffle(found)
    by_source: dict[str, list[PublishedSentence]] = {}
    for one in sorted(found, key=lambda one: one.source):
        by_source.setdefault(one.source, []).append(one)
    # One of each source in turn, so that a small source gives all that it has and the others give the rest.
    turns = [one for turn in zip_longest(*by_source.values()) for one in turn if one is not None]
    _enough(f"{REAL}, {part}", turns, number)
    chosen = turns[:number]
    originals = [one.text for one in chosen]
    editors = {
        f"{EDITOR} {place + 1}": [
            [version.text for _, version in sorted(versions[one.id].items())][place] for one in chosen
        ]
        for place in range(2)
    }
    return TextOutputs(
        part, [one.id for one in chosen], originals, _merged(_presets(model, presets, originals), editors)
    )


def _presets(
    model: str, presets: Sequence[str], originals: Sequence[str], tokenised: bool = False
) -> dict[str, list[str]]:
    return {
        name: [result.text.rstrip("\n") for result in rewrite(loaded, originals)]
        for name in presets
        for loaded in [load_preset(model, name, **{"text.tokenised": tokenised, "structure.split": None})]
    }


def _merged(one: Mapping[str, list[str]], other: Mapping[str, list[str]]) -> dict[str, list[str]]:
    twice = sorted(one.keys() & other.keys())
    if twice:
        raise ConfigError(f"two systems are called {twice[0]!r}; give one another name")
    return {**one, **other}


def _drawn(drawn: random.Random, text: str, things: Sequence[Thing], number: int) -> list[Thing]:
    _enough(text, things, number)
    return drawn.sample(things, number)


def _enough(text: str, things: Sequence[Thing], number: int) -> None:
    if number > len(things):
        raise InputError(f"{text}: only {len(things)} sentences, not {number}; ask for fewer with --sentences")


def _aligned(path: Path, source: Path, number: int) -> list[str]:
    lines = read_lines(path)
    if len(lines) != number:
        raise InputError(
            f"{path} has {len(lines)} lines but {source} has {number}; line i of both must belong together"
        )
    return lines
