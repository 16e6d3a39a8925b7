"""What the machinery asks of a language, as one object.

`Language` itself answers for no language in particular: words and sentences by Unicode, and nothing that
needs to be known. A language says more by overriding what it knows; what it leaves out is left out of the
work (no parts of speech, no inflection, no structural rules), never guessed. Tags are those of its own
tagger, relations those of its own parser: the machinery knows both by their roles alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from simplifier.languages.parts.change_words import ChangeWords
from simplifier.languages.parts.meaning import Meaning
from simplifier.languages.parts.relations import RelationRoles
from simplifier.languages.parts.syllables import SyllableCounter, VowelCounter, counter_of
from simplifier.languages.parts.tokens import Token
from simplifier.languages.parts.writing import Writing
from simplifier.languages.plain import numbers, text

if TYPE_CHECKING:
    from simplifier.languages.parts.findings import GrammarTests
    from simplifier.languages.parts.listed_forms import ListedForms
    from simplifier.languages.parts.morphology import Morphology
    from simplifier.languages.parts.tagger import Tagger
    from simplifier.languages.structure.plans import Structure

__all__ = ["UNKNOWN_LABEL", "Language", "TagRoles", "WordForm", "WordLists"]

#: The label of a phrase of no known kind.
UNKNOWN_LABEL = "X"


@dataclass(frozen=True, slots=True)
class TagRoles:
    """Which tags play which part; empty without a tagger.

    Attributes:
        names: proper nouns.
        numbers: numbers in digits or words.
        basic: tag of the basic form by the name of the part of speech: noun, verb, adjective, adverb.
        parts: tags by the name of the part of speech, that of the basic form first.
        alike: tags that many words have in the same form, each with the other one.
    """

    names: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    basic: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    alike: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WordLists:
    """Closed classes of words, lowercased.

    Attributes:
        function: words that carry grammar and little meaning.
        negations: words that negate.
        numbers: words that name numbers.
        pronouns: words that stand for people and things named before.
        conjunctions: words that join clauses.
    """

    function: frozenset[str] = frozenset()
    negations: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    pronouns: frozenset[str] = frozenset()
    conjunctions: frozenset[str] = frozenset()


class WordForm(NamedTuple):
    """A rewrite in one form: decoder forms of both sides, and the label its span must have (``""``: any).

    Without a target the source is never to change.
    """

    source: tuple[str, ...]
    target: tuple[str, ...] | None
    label: str


class Language:
    """The answers of no language in particular; see the module.

    Attributes:
        code: as configurations name it (``model.language``), and pyphen its dictionaries.
        name: for people.
        roles: of tags.
        relations: of its trees, with their roles.
        tags: all that its tagger gives.
        landmarks: groups of tags whose number between two words is told to the parser.
        words: closed classes.
        writing: spaces and capitals.
        change_words: what the core's features of changes read; stored with a model too.
        fitting: what a wrong choice between forms such as "a" and "an" is called in findings.
        frame_classes: tags by the name of their class, as frames of pairs have it (docs/guide/own_rules.md).
        script: part of Unicode's names of its letters, such as ``LATIN``; empty: letters of any script.
        naming: finds what a text says that something is called, as its first group; None: that is not read.
        spelling_names: of the spellings that a text may be in (``text.spelling``); none: there is only one.
    """

    code = "und"
    name = "no language in particular"
    roles = TagRoles()
    relations = RelationRoles()
    tags: tuple[str, ...] = ()
    landmarks: tuple[tuple[str, ...], ...] = ()
    words = WordLists()
    writing = Writing()
    change_words = ChangeWords()
    frame_classes: Mapping[str, frozenset[str]] = MappingProxyType({})
    fitting = "form before the next word"
    script = ""
    naming: re.Pattern[str] | None = None
    spelling_names: tuple[str, ...] = ()

    # Text

    def tokenise(self, sentence: str) -> list[Token]:
        """Return the tokens of one sentence of running (or already tokenised) text."""
        return text.tokenise(sentence)

    def tokenise_forms(self, sentence: str) -> list[str]:
        """Return the decoder forms of one sentence."""
        return [token.form for token in self.tokenise(sentence)]

    def sentence_spans(self, paragraph: str) -> list[tuple[int, int]]:
        """Return half-open character spans of the sentences, without the white space around them."""
        return text.sentence_spans(paragraph)

    def sentence_texts(self, running: str) -> list[str]:
        """Return the sentences of running or tokenised text, but for pieces without letters and digits."""
        pieces = (running[start:end] for start, end in self.sentence_spans(running))
        return [piece for piece in pieces if any(map(str.isalnum, piece))]

    def count_sentences(self, running: str) -> int:
        """Return the number of sentences of running or tokenised text, as `sentence_texts` finds them."""
        return len(self.sentence_texts(running))

    def fitting_form(self, form: str, following: str) -> str | None:
        """Return the form that a word has before the next one; None for a word that has one form alone.

        Args:
            form: decoder form, such as "a".
            following: the next word as it is written.
        """
        return None

    def fitting_ending(self, form: str, before: str, was: str) -> str | None:
        """Return the form that an ending has behind another word; None for what is no ending.

        Args:
            form: decoder form, such as "'s".
            before: the word it stands behind now.
            was: the one it stood behind.
        """
        return None

    # Words

    @cached_property
    def syllables(self) -> SyllableCounter:
        """The counter of syllables: pyphen's dictionary of the language where there is one."""
        return counter_of(self.code)

    @property
    def knows_syllables(self) -> bool:
        """Whether syllables come from a dictionary; otherwise groups of vowels are counted for them."""
        return not isinstance(self.syllables, VowelCounter)

    def base_forms(self, word: str) -> Iterator[str]:
        """Yield the word and the forms that it may be a regular inflection of, most likely first."""
        yield word

    def is_inflection(self, first: str, second: str) -> bool:
        """Return whether two words may be regular inflections of one stem."""
        return False

    def same_word(self, first: str, second: str) -> bool:
        """Return whether two words may be forms of one, regular or not."""
        return first == second or self.is_inflection(first, second)

    def count_negations(self, words: Sequence[str]) -> int:
        """Return how many words of a phrase negate it."""
        return sum(map(self.words.negations.__contains__, words))

    def numbers_of(self, words: Sequence[str]) -> frozenset[float]:
        """Return the numbers that a phrase names."""
        return numbers.numbers_of(words)

    def mixes_numbers(self, words: Sequence[str]) -> bool:
        """Return whether numbers stand in digits beside others in words that go with them in digits."""
        return False

    def same_numbers(self, source: Sequence[str], target: Sequence[str]) -> bool:
        """Return whether both phrases name numbers, and the same ones."""
        found = self.numbers_of(source)
        return bool(found) and found == self.numbers_of(target)

    def whole_numerals(self, words: Sequence[str]) -> list[bool]:
        """Return for every word whether it is of a number that must not change in part."""
        return [False] * len(words)

    def written_forms(self, source: tuple[str, ...], target: tuple[str, ...] | None, part: str) -> Iterator[WordForm]:
        """Yield an entry of a user list as it is written, once for each label of a basic form.

        Args:
            source: decoder forms.
            target: decoder forms of the replacement; None where there is none.
            part: name of a part of speech (`TagRoles.parts`), a label, or ``""`` for any.
        """
        yield WordForm(source, target, part)

    def derived_forms(
        self, source: tuple[str, ...], target: tuple[str, ...] | None, part: str, tagger: Tagger | None
    ) -> Iterator[WordForm]:
        """Yield the inflected forms of an entry of a user list; with a label where they need one."""
        return iter(())

    def head_place(self, label: str, length: int) -> int | None:
        """Return which word of a phrase inflects, counted from 0; None where no single one tells its part.

        Args:
            label: of a basic or inflected form.
            length: words of the phrase.
        """
        return 0 if length == 1 else None

    def spellings(self, word: str) -> tuple[str, ...]:
        """Return the other spellings of a lowercased word, where they are spellings of nothing else."""
        return ()

    def spelling_counts(self, running: str) -> Counter[str]:
        """Return how many words of a running text are of one spelling alone, by its name."""
        return Counter()

    def respelled(self, words: Sequence[str], spelling: str) -> list[str]:
        """Return neighbouring words in a spelling; their number may change.

        Args:
            words: decoder forms.
            spelling: one of ``spelling_names``.
        """
        return list(words)

    def common_spelling(self, words: Sequence[str]) -> list[str]:
        """Return the words of a phrase in one spelling for all, so that two phrases can be compared."""
        return list(words)

    @cached_property
    def listed_forms(self) -> ListedForms | None:
        """Forms and labels of listed pairs, for recipes; None where no inflection is known."""
        return None

    @cached_property
    def meaning(self) -> Meaning:
        """What words say: opposites, negation, feelings, insults, names."""
        return Meaning(self.words.negations)

    def morphology(self, counts: Mapping[str, int], tagger: Tagger, least_count: int = 1) -> Morphology | None:
        """Return readings and forms of the words of a text; None where no inflection is known.

        Args:
            counts: how often each word stands in the text.
            tagger: tells their parts of speech.
            least_count: words with a lower count are left out.
        """
        return None

    # Labels

    def tag_label(self, tag: str) -> str:
        """Return the label of a single tag; labels hold no space and no bracket."""
        return tag

    def coarse_tag(self, tag: str) -> str:
        """Return the part of speech of a tag, whatever the form."""
        return tag

    def head_tag(self, label: str) -> str:
        """Return the tag of the word that decides what form a phrase with this label has."""
        return label

    def phrase_label(self, tags: Sequence[str]) -> str:
        """Return the label of a phrase with these tags; ``X`` for one of no known kind or no tags."""
        return tags[0] if len(tags) == 1 else UNKNOWN_LABEL

    def span_labels(self, tags: Sequence[str], spans: Iterable[tuple[int, int]]) -> list[tuple[int, int, str]]:
        """Return (start, end, label) for half-open spans of a tagged sentence."""
        return [(start, end, self.phrase_label(tags[start:end])) for start, end in spans]

    # Patterns with gaps

    def gap_class(self, label: str) -> str | None:
        """Return the class that evidence for a label is pooled in; None for labels that make no gap."""
        return None

    def gap_labels(self, name: str) -> tuple[str, ...]:
        """Return the labels that a gap of a class always takes; none: those of its evidence alone."""
        return ()

    def pattern_family(self, source: Collection[str], target: Collection[str], moved: bool) -> str | None:
        """Return what kind of rewriting of this language a pattern is, for reports; None for none it knows.

        Args:
            source: words of the source side, without gaps.
            target: words of the target side.
            moved: whether the gaps change their order.
        """
        return None

    # Sentences

    @cached_property
    def structure(self) -> Structure | None:
        """The structural rules (docs/guide/structure.md); None where there are none."""
        return None

    def count_statements(self, tags: Sequence[str]) -> int:
        """Return how many simple statements a sentence with these tags makes, at least 1."""
        return 1

    def grammar_tests(self, tagger: Tagger) -> GrammarTests | None:
        """Return the tests of a new sentence that need parts of speech; None where there are none."""
        return None
