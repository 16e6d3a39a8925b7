"""Languages described in a file, without a program; whatever the file leaves out comes from Unicode.

The file is TOML. Everything but ``code`` and ``name`` may be left out::

    code = "es"
    name = "Spanish"

    [words]                              # closed classes, words between spaces
    function = "el la los las de en y o"
    negations = "no ni nunca sin"
    affirmative = ["sin embargo"]        # phrases whose negation negates nothing

    [numbers]                            # words that name numbers
    dos = 2

    [writing]
    right = ["¿", "¡"]                   # tokens that stand right before the next one
    capitals = ["España"]                # words written so wherever they stand
    small = "de la y"                    # words that stay lowercase inside a title
    letters = "a e o u y"                # words of one letter

    [sentences]
    abbreviations = "sr. sra. ej."       # keep their full stop, which ends no sentence
    ordinals = false                     # true: so do numbers of one or two digits ("am 3. Oktober")
    elided = "l' d'"                     # beginnings of words that are tokens of their own ("l'eau")

    [relations]                          # what the labels of trees mean, labels between spaces
    names = "root nsubj obj"             # all of them, that of roots first; for training a parser
    subjects = "nsubj nsubj:pass"
    participants = "nsubj nsubj:pass obj iobj obl:agent"    # subjects among them
    clauses = "ccomp xcomp advcl acl acl:relcl"             # of the main word of a subordinate clause
    auxiliaries = "aux aux:pass"
    conjunct = "conj"
    punctuation = "punct"

    [[fitting]]                          # words whose form depends on the sound of the next one
    forms = ["y", "e"]
    second_before = "h?i(?!e)"           # a regular expression for how that word begins: the second form
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from simplifier.base.settings import load_settings
from simplifier.languages.analysis.relations import RelationRoles
from simplifier.languages.analysis.tokens import Token
from simplifier.languages.analysis.writing import Writing
from simplifier.languages.language import Language, WordLists
from simplifier.languages.plain import numbers, text

__all__ = ["DescribedLanguage", "Description", "read_language"]


def _expression(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from None
    return pattern


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class WordTables(_Table):
    """Closed classes of words, between spaces."""

    function: str = ""
    negations: str = ""
    affirmative: list[str] = []


class WritingTable(_Table):
    """Spaces and capitals (`simplifier.languages.analysis.writing.Writing`)."""

    left: list[str] = []
    right: list[str] = []
    capitals: list[str] = []
    small: str = ""
    letters: str = ""


class SentenceTable(_Table):
    """What full stops and apostrophes mean (`simplifier.languages.plain.text.Marks`), words between spaces."""

    abbreviations: str = ""
    ordinals: bool = False
    elided: str = ""


class RelationTable(_Table):
    """Labels of trees by their role (`simplifier.languages.analysis.relations.RelationRoles`), between spaces."""

    names: str = ""
    subjects: str = ""
    participants: str = ""
    clauses: str = ""
    auxiliaries: str = ""
    conjunct: str = ""
    punctuation: str = ""


class FittingTable(_Table):
    """Two forms of a word, and the beginnings of words before which the second form stands."""

    forms: Annotated[list[str], Field(min_length=2, max_length=2)]
    second_before: Annotated[str, AfterValidator(_expression)]


class Description(_Table):
    """A whole file."""

    code: Annotated[str, Field(pattern=r"^[A-Za-z_-]+$")]
    name: str
    words: WordTables = WordTables()
    numbers: dict[str, float] = {}
    writing: WritingTable = WritingTable()
    sentences: SentenceTable = SentenceTable()
    relations: RelationTable = RelationTable()
    fitting: list[FittingTable] = []


class DescribedLanguage(Language):
    """A language that a file describes.

    Args:
        description: the content of the file.
    """

    def __init__(self, description: Description) -> None:
        own, written = description.words, description.writing
        plain = Writing()
        self.code = description.code
        self.name = description.name
        self._numbers = {word.lower(): value for word, value in description.numbers.items()}
        self.words = WordLists(_words(own.function), _words(own.negations), frozenset(self._numbers))
        self._affirmative = [tuple(phrase.lower().split()) for phrase in own.affirmative]
        self._marks = text.Marks(
            _words(description.sentences.abbreviations),
            description.sentences.ordinals,
            _words(description.sentences.elided),
        )
        self.writing = Writing(
            left=plain.left | set(written.left),
            right=plain.right | set(written.right) | set(self._marks.elided),
            capitals={word.lower(): word for word in written.capitals},
            small=_words(written.small),
            letters=_words(written.letters),
        )
        named = description.relations
        self.relations = RelationRoles(
            names=tuple(named.names.split()),
            subjects=frozenset(named.subjects.split()),
            participants=frozenset(named.participants.split()),
            clauses=frozenset(named.clauses.split()),
            auxiliaries=frozenset(named.auxiliaries.split()),
            conjunct=named.conjunct,
            punctuation=named.punctuation,
        )
        self._fitting = {
            form: (one.forms[0], one.forms[1], re.compile(one.second_before, re.IGNORECASE))
            for one in description.fitting
            for form in one.forms
        }

    def tokenise(self, sentence: str) -> list[Token]:
        """Return the tokens by Unicode; abbreviations keep their full stop."""
        return text.tokenise(sentence, self._marks)

    def sentence_spans(self, paragraph: str) -> list[tuple[int, int]]:
        """Return the sentences by their marks; an abbreviation ends none."""
        return text.sentence_spans(paragraph, self._marks)

    def fitting_form(self, form: str, following: str) -> str | None:
        """Return the form that the file gives before a word with this beginning."""
        found = self._fitting.get(form)
        if found is None:
            return None
        first, second, pattern = found
        return second if pattern.match(following) else first

    def count_negations(self, words: Sequence[str]) -> int:
        """Return the number of negations, except those in phrases that the file calls affirmative."""
        # Negations inside an affirmative phrase count for nothing, so they are taken off the total.
        empty = sum(
            sum(word in self.words.negations for word in phrase)
            for place in range(len(words))
            for phrase in self._affirmative
            if tuple(words[place : place + len(phrase)]) == phrase
        )
        return super().count_negations(words) - empty

    def numbers_of(self, words: Sequence[str]) -> frozenset[float]:
        """Return the numbers in digits and in the words of the file."""
        named = {self._numbers[word] for word in words if word in self._numbers}
        return numbers.numbers_of(words) | named


def _words(written: str) -> frozenset[str]:
    return frozenset(written.lower().split())


def read_language(path: Path) -> DescribedLanguage:
    """Read a description.

    Raises:
        InputError: the file cannot be read, is not TOML, or has an unknown key or a bad value.
    """
    return DescribedLanguage(load_settings(Description, path))
