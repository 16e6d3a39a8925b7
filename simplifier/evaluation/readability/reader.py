"""Reader of texts, which computes every formula of readability and finds hard sentences and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from simplifier.evaluation.readability.counts import TextCounts, counts_of
from simplifier.evaluation.readability.e_score import EScore
from simplifier.evaluation.readability.formulas import FORMULAS, formula_values
from simplifier.evaluation.readability.levels import word_level
from simplifier.languages import Language
from simplifier.languages.analysis.tagger import Tagger
from simplifier.policy.hard_words import HardWords

__all__ = ["HardSentence", "HardWord", "Reading", "TextReader", "shown_measures"]

#: Label, direction and source of each measure that is no formula.
_SCORES: Final = {
    "e-score": ("E-Score", "higher is harder", "Mathias and Bhattacharyya (2016)"),
    "c-score": ("C-Score", "higher is easier", "Temnikova and Maneva (2013)"),
}


@dataclass(frozen=True, slots=True)
class HardSentence:
    """A sentence with its paragraph and its difficulty.

    Attributes:
        text: the sentence as the user wrote it.
        passage: number of its paragraph, from 1.
        grade: Flesch-Kincaid grade.
        words: number of words.
        hard_words: its hard words, in order.
    """

    text: str
    passage: int
    grade: float
    words: int
    hard_words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HardWord:
    """A hard word of a text.

    Attributes:
        word: the word in its decoder form.
        count: number of occurrences.
        syllables: number of syllables.
        complexity: complexity from 1 to 6; None if the model does not know the word.
    """

    word: str
    count: int
    syllables: int
    complexity: float | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The difficulty of one text.

    Attributes:
        name: name of the text.
        counts: counts of the text.
        values: values of the formulas by name; with language models, also ``e-score``.
        level: CEFR level by words (`word_level`); None if no complexity is known.
        known: share of the words whose complexity is known, from 0 to 1.
        sentences: hard sentences, the hardest first.
        words: hard words, the hardest first.
    """

    name: str
    counts: TextCounts
    values: dict[str, float]
    level: str | None
    known: float
    sentences: tuple[HardSentence, ...]
    words: tuple[HardWord, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the reading as plain values; numbers have four decimals."""
        return {
            "name": self.name,
            "counts": self.counts._asdict(),
            "values": {name: round(value, 4) for name, value in self.values.items()},
            "level": self.level,
            "known_words": round(self.known, 4),
            "sentences": [
                {
                    "text": one.text,
                    "passage": one.passage,
                    "grade": round(one.grade, 4),
                    "words": one.words,
                    "hard_words": list(one.hard_words),
                }
                for one in self.sentences
            ],
            "words": [
                {
                    "word": one.word,
                    "count": one.count,
                    "syllables": one.syllables,
                    "complexity": None if one.complexity is None else round(one.complexity, 4),
                }
                for one in self.words
            ],
        }


@dataclass
class _Gathered:
    counts: TextCounts = field(default_factory=TextCounts)
    sentences: list[HardSentence] = field(default_factory=list)
    words: Counter[str] = field(default_factory=Counter)
    complexities: list[float] = field(default_factory=list)
    forms: list[list[str]] = field(default_factory=list)
    surfaces: list[list[str]] = field(default_factory=list)
    running: int = 0


class TextReader:
    """Reads texts of one language.

    Args:
        language: language of the texts.
        words: the hard words of the language, with their complexities.
        easy_words: the list of Dale and Chall, lowercased; without it their formulas are left out.
        e_score: computes the E-Score, which needs a tagger too; None leaves the E-Score out.
        tagger: tagger of the language.
    """

    def __init__(
        self,
        language: Language,
        words: HardWords,
        easy_words: Collection[str] = (),
        e_score: EScore | None = None,
        tagger: Tagger | None = None,
    ) -> None:
        self._language = language
        self._words = words
        self._easy = frozenset(easy_words)
        self._e_score = None if tagger is None else e_score
        self._tagger = tagger

    def read(self, name: str, passages: Iterable[str], top: int = 10) -> Reading:
        """Read a text.

        Args:
            name: name of the text.
            passages: paragraphs of the text.
            top: number of hard sentences and words to report; 0 for all.
        """
        found = _Gathered()
        for number, passage in enumerate(passages, 1):
            for start, end in self._language.sentence_spans(passage):
                self._sentence(passage[start:end], number, found)
        values = formula_values(found.counts, bool(self._easy))
        if self._e_score is not None and self._tagger is not None and found.forms:
            tags = self._tagger.tag_batch(found.surfaces)
            scores = [self._e_score.score(*pair) for pair in zip(found.forms, tags, strict=True)]
            values["e-score"] = sum(scores) / len(scores)
        hard = sorted(
            (self._hard_word(word, count) for word, count in found.words.items()),
            key=lambda one: (-(one.complexity or one.syllables), -one.count, one.word),
        )
        # Without a table of complexities, only function words have one, and these alone say nothing about the level.
        known = found.complexities if self._words.knows_complexity else []
        ranked = sorted(found.sentences, key=lambda one: -one.grade)
        return Reading(
            name,
            found.counts,
            values,
            word_level(known),
            len(known) / found.running if found.running else 0.0,
            tuple(ranked[: top or None]),
            tuple(hard[: top or None]),
        )

    def _sentence(self, text: str, number: int, found: _Gathered) -> None:
        counts = counts_of(text, self._language, self._easy)
        if not counts.words:
            return
        tokens = self._language.tokenise(text)
        hard: list[str] = []
        for place, token in enumerate(tokens):
            if not token.form.isalpha():
                continue
            found.running += 1
            if place and token.surface[:1].isupper():
                continue  # a name
            if token.form in self._language.words.function:
                found.complexities.append(1.0)
            elif (known := self._complexity(token.form)) is not None:
                found.complexities.append(known)
            if self._words.is_hard(token.form):
                hard.append(token.form)
        found.words.update(hard)
        found.counts = found.counts.plus(counts)
        grade = FORMULAS["fkgl"].value(counts)
        found.sentences.append(HardSentence(text, number, grade, counts.words, tuple(dict.fromkeys(hard))))
        found.forms.append([token.form for token in tokens])
        found.surfaces.append([token.surface if token.form[0].isalnum() else token.form for token in tokens])

    def _complexity(self, form: str) -> float | None:
        """Return the complexity of a word, or of a word that it may be a regular inflection of."""
        known = map(self._words.complexity, self._language.base_forms(form))
        return next((one for one in known if one is not None), None)

    def _hard_word(self, word: str, count: int) -> HardWord:
        return HardWord(word, count, self._language.syllables.count(word), self._words.complexity(word))


def shown_measures(reading: Reading) -> Sequence[tuple[str, str, str, str]]:
    """Return label, value, unit and source of every measure."""
    rows = []
    for name, value in reading.values.items():
        if name in _SCORES:
            label, direction, source = _SCORES[name]
            rows.append((label, f"{value:.2f}", f"points, {direction}", source))
            continue
        formula = FORMULAS[name]
        unit = "school grade" if formula.unit == "grade" else formula.unit
        direction = "higher is easier" if formula.higher_is_easier else "higher is harder"
        rows.append((formula.label, f"{value:.1f}", f"{unit}, {direction}", formula.source))
    if reading.level is not None:
        share = f"{100 * reading.known:.0f} % of the words known"
        rows.append(
            (
                "Level by words",
                reading.level,
                f"CEFR, roughly; {share}",
                "Maddela and Xu (2018), Laufer (1989)",
            )
        )
    return rows
