"""The basic forms that a word can be an inflection of, found by inflecting the words of a text.

>>> words = Morphology.of({"begin": 90, "began": 80, "begun": 9, "went": 70}, tagger)
>>> words.readings("began"), words.form("begin", "VBD"), words.form("begin", "VBG")
([Reading(part='VB', tag='VBD', lemma='begin')], 'began', None)

A form counts only if the text holds it and the tagger has seen it with that tag, so that no form is misspelt or made
up. A verb may be followed by particles and prepositions, which stay as they are ("set out"). "More" and "most" before
an adjective are its comparison.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, Self

from simplifier.languages.analysis.morphology import Reading
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.auxiliaries import AUXILIARIES
from simplifier.languages.en.words.inflection import INFLECTIONS, form_labels, inflected
from simplifier.languages.en.words.tags import NAMES
from simplifier.languages.language import UNKNOWN_LABEL

__all__ = ["PARTICLES", "Morphology"]

#: What may follow the verb of a phrase.
PARTICLES: Final = frozenset(
    """about across after against along apart around aside at away back by down for forward from in into of
    off on out over through to together toward towards up upon with""".split()
)
_LEAST_SHARE = 0.1  # of a word's uses (0 to 1), for a tag to count as its own
_MOST_WORDS = 3
# Set phrases whose other forms mean something else.
_FROZEN: Final = frozenset({"use to", "accord to", "go to", "have to", "get to", "owe to", "follow by"})
_COMPARED: Final = {"more": "JJR", "most": "JJS"}
#: Labels that tell no part of speech. Names are among them because PPDB took words of headings for names.
_NO_LABELS: Final = NAMES | {UNKNOWN_LABEL, "FW"}
_LABELS: Final = {"VB": "VB", "NN": "^NNS?$", "JJ": "^JJ"}


class Morphology:
    """Readings of forms and forms of readings, over the words of a text."""

    def __init__(self, readings: Mapping[str, list[Reading]], shares: Mapping[str, Mapping[str, float]]):
        """Take the readings of each word, and the shares of tags (0 to 1) of each word with a reading."""
        self._readings = readings
        self._shares = shares
        self._forms = {(reading.lemma, reading.tag): word for word, found in readings.items() for reading in found}

    @classmethod
    def of(cls, counts: Mapping[str, int], tagger: Tagger, least_count: int = 1) -> Self:
        """Return the readings of all words with at least a count."""
        shares = {
            word: tagger.word_tags(word)
            for word, count in counts.items()
            if count >= least_count and word.isalpha() and word.isascii()
        }
        readings: dict[str, list[Reading]] = {}
        for word, own in shares.items():
            for part, tags in INFLECTIONS.items():
                if not _has(own, part) or len(word) < 2 or word in AUXILIARIES:
                    continue
                readings.setdefault(word, []).append(Reading(part, part, word))
                for tag in tags:
                    form = inflected(word, tag)
                    if form != word and form in shares and _has(shares[form], tag):
                        readings.setdefault(form, []).append(Reading(part, tag, word))
                    elif form == word and tag in ("VBD", "VBN"):  # put, put
                        readings[word].append(Reading(part, tag, word))
        return cls(readings, {word: shares[word] for word in readings})

    def readings(self, phrase: str) -> list[Reading]:
        """Return the readings of a word or phrase; none if it is not known."""
        first, *rest = phrase.split(" ")
        if not rest:
            return self._readings.get(first, [])
        if first in _COMPARED and len(rest) == 1:
            basic = self._readings.get(rest[0], [])
            return [
                Reading("JJ", _COMPARED[first], rest[0])
                for reading in basic
                if reading.tag == "JJ" and inflected(rest[0], "JJR").startswith("more ")
            ]
        if len(rest) < _MOST_WORDS and PARTICLES.issuperset(rest):
            ending = " ".join(rest)
            found = (Reading(part, tag, f"{lemma} {ending}") for part, tag, lemma in self._verbs(first) if lemma)
            return [reading for reading in found if reading.lemma not in _FROZEN]
        return []

    def form(self, lemma: str, tag: str) -> str | None:
        """Return a form of a basic form; None if the text does not hold it."""
        head, _, ending = lemma.partition(" ")
        found = self._forms.get((head, tag))
        if found is None and tag in ("JJR", "JJS") and not ending and (head, "JJ") in self._forms:
            form = inflected(head, tag)
            return form if " " in form else None
        return found if found is None or not ending else f"{found} {ending}"

    def share(self, phrase: str, tag: str) -> float:
        """Return the share of a form's uses that have a tag, 0 to 1; for VB, those as VBP count too."""
        if phrase.startswith(("more ", "most ")):
            return 1.0
        return _share(self._shares.get(phrase.split(" ")[0], {}), tag)

    def form_pairs(self, part: str, source: str, target: str) -> dict[str, tuple[str, str]]:
        """Return, by tag, the pair of each form that the text holds for both source and target."""
        forms = {}
        for tag in (part, *INFLECTIONS[part]):
            first, second = self.form(source, tag), self.form(target, tag)
            if first is None or second is None:
                continue
            if tag in ("JJR", "JJS") and " " in first and " " in second:
                continue  # the adjective alone is the rule
            forms[tag] = (first, second)
        return forms

    def form_labels(self, tag: str) -> tuple[str, ...]:
        """Return the labels of words with a tag: the tag, and for a basic verb the present tense too."""
        return form_labels(tag)

    def label_agrees(self, label: str, part: str) -> bool | None:
        """Return whether the head of a label has a part of speech; None if the label tells none, as for names."""
        return None if label in _NO_LABELS else re.search(_LABELS[part], label) is not None

    def needs_basic_form(self, part: str) -> bool:
        """Return whether a part of speech is the adjective, whose comparisons tell nothing of the basic form."""
        return part == "JJ"

    def are_relatives(self, source: str, target: str) -> bool:
        """Return whether one word is the other with a beginning: "redirect" and "direct", "pass" and "bypass"."""
        first, second = source.split(" ")[0], target.split(" ")[0]
        return first.endswith(second) or second.endswith(first)

    def _verbs(self, word: str) -> Iterator[Reading]:
        return (reading for reading in self._readings.get(word, []) if reading.part == "VB")


def _has(shares: Mapping[str, float], tag: str) -> bool:
    return _share(shares, tag) >= _LEAST_SHARE


def _share(shares: Mapping[str, float], tag: str) -> float:
    return sum(shares.get(one, 0.0) for one in form_labels(tag))
