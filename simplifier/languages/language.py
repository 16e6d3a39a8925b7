"""The interface of a language: everything that the machinery asks about one.

`Language` itself stands for no language in particular: it finds words and sentences by Unicode, and knows nothing else.
A subclass overrides what it knows better. What it leaves out is never guessed: there are then no parts of speech, no
inflection, no structural rules. Tags come from the language's own tagger and relations from its own parser; the
machinery knows both only by their roles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from simplifier.languages.analysis.change_words import ChangeWords
from simplifier.languages.analysis.meaning import Meaning
from simplifier.languages.analysis.relations import RelationRoles
from simplifier.languages.analysis.syllables import SyllableCounter, VowelCounter, counter_of
from simplifier.languages.analysis.tokens import Token
from simplifier.languages.analysis.writing import Writing
from simplifier.languages.plain import numbers, text

if TYPE_CHECKING:
    from simplifier.languages.analysis.findings import GrammarTests
    from simplifier.languages.analysis.listed_forms import ListedForms
    from simplifier.languages.analysis.morphology import Morphology
    from simplifier.languages.analysis.tagger import Tagger
    from simplifier.languages.structure.plans import Structure

__all__ = ["UNKNOWN_LABEL", "Language", "TagRoles", "WordForm", "WordLists"]

#: The label of a phrase of no known kind.
UNKNOWN_LABEL = "X"


@dataclass(frozen=True, slots=True)
class TagRoles:
    """The tags of a language by their roles; empty without a tagger.

    Attributes:
        names: proper nouns.
        numbers: numbers in digits or words.
        basic: the tag of the basic form of each part of speech: noun, verb, adjective, adverb.
        parts: the tags of each part of speech, that of the basic form first.
        alike: pairs of tags whose forms many words spell alike, in both directions.
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
    """A language of which nothing is known; subclasses know more.

    Attributes:
        code: its code, as configurations (``model.language``) and pyphen's dictionaries have it.
        name: its name in English.
        roles: roles of its tags.
        relations: roles of the relations in its trees.
        tags: every tag that its tagger gives.
        landmarks: groups of tags; the parser learns from how many tokens of each group stand between two words.
        words: closed classes.
        writing: spaces and capitals.
        change_words: words and tags that the core's features of changes read; models store a copy.
        fitting: how findings name a wrong choice between forms such as "a" and "an".
        frame_classes: tags by the name of their class, as frames of pairs have it (docs/use/own_rules.md).
        frame_class_names: how people are told of each class, with its article.
        script: what the Unicode names of its letters contain, such as ``LATIN``; empty for any script.
        naming: finds terms that a text introduces ("is called X"), with the term as its first group; None if such
            terms are not looked for.
        spelling_names: names of the spellings that texts may have (``text.spelling``); empty if there is only one.
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
    frame_class_names: Mapping[str, str] = MappingProxyType({})
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
        """Return the sentences of running or tokenised text; pieces without letters and digits are no sentences."""
        pieces = (running[start:end] for start, end in self.sentence_spans(running))
        return [piece for piece in pieces if any(map(str.isalnum, piece))]

    def count_sentences(self, running: str) -> int:
        """Return the number of sentences of running or tokenised text, as `sentence_texts` finds them."""
        return len(self.sentence_texts(running))

    def fitting_form(self, form: str, following: str) -> str | None:
        """Return the form that a word takes before the next word; None for a word with one form only.

        Args:
            form: decoder form, such as "a".
            following: the next word as it is written.
        """
        return None

    def fitting_ending(self, form: str, before: str, was: str) -> str | None:
        """Return the form that an ending takes after another word; None if it is no ending.

        Args:
            form: decoder form, such as "'s".
            before: the word before the ending now.
            was: the word that stood before it.
        """
        return None

    # Words

    @cached_property
    def syllables(self) -> SyllableCounter:
        """The counter of syllables; by default from pyphen's dictionary of the language, if there is one."""
        return counter_of(self.code)

    @property
    def knows_syllables(self) -> bool:
        """True if a dictionary gives the syllables; false if they are guessed from groups of vowels."""
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
        """Return whether some numbers are in digits and some in words that should all be in digits."""
        return False

    def same_numbers(self, source: Sequence[str], target: Sequence[str]) -> bool:
        """Return whether both phrases name numbers, and the same ones."""
        found = self.numbers_of(source)
        return bool(found) and found == self.numbers_of(target)

    def whole_numerals(self, words: Sequence[str]) -> list[bool]:
        """Return for each word whether it belongs to a number that may only change as a whole."""
        return [False] * len(words)

    def written_forms(self, source: tuple[str, ...], target: tuple[str, ...] | None, part: str) -> Iterator[WordForm]:
        """Yield an entry of a user list in its basic form, once for each label.

        Args:
            source: decoder forms.
            target: decoder forms of the replacement; None for an entry without one.
            part: name of a part of speech (`TagRoles.parts`), a label, or ``""`` for any.
        """
        yield WordForm(source, target, part)

    def derived_forms(
        self, source: tuple[str, ...], target: tuple[str, ...] | None, part: str, tagger: Tagger | None
    ) -> Iterator[WordForm]:
        """Yield the inflected forms of an entry of a user list, with labels where they need one."""
        return iter(())

    def head_place(self, label: str, length: int) -> int | None:
        """Return which word of a phrase inflects, counted from 0; None if no single word does.

        Args:
            label: the label of a basic or inflected form.
            length: words of the phrase.
        """
        return 0 if length == 1 else None

    def spellings(self, word: str) -> tuple[str, ...]:
        """Return the other spellings of a lowercased word, unless they also spell another word."""
        return ()

    def spelling_counts(self, running: str) -> Counter[str]:
        """Return for each spelling how many words of a running text belong to it alone."""
        return Counter()

    def respelled(self, words: Sequence[str], spelling: str) -> list[str]:
        """Return words in one spelling; their number may change.

        Args:
            words: decoder forms.
            spelling: one of ``spelling_names``.
        """
        return list(words)

    def common_spelling(self, words: Sequence[str]) -> list[str]:
        """Return the words of a phrase in one common spelling, so that two phrases can be compared."""
        return list(words)

    @cached_property
    def listed_forms(self) -> ListedForms | None:
        """Forms and labels of listed pairs, for recipes; None if no inflection is known."""
        return None

    @cached_property
    def meaning(self) -> Meaning:
        """What is known about meanings: opposites, negation, feelings, insults, names."""
        return Meaning(self.words.negations)

    def morphology(self, counts: Mapping[str, int], tagger: Tagger, least_count: int = 1) -> Morphology | None:
        """Return the inflection of the words of a text; None if none is known.

        Args:
            counts: how often each word stands in the text.
            tagger: gives their parts of speech.
            least_count: words with a lower count are left out.
        """
        return None

    # Labels

    def tag_label(self, tag: str) -> str:
        """Return the label of a single tag; labels hold no space and no bracket."""
        return tag

    def coarse_tag(self, tag: str) -> str:
        """Return the part of speech of a tag, the same for all forms."""
        return tag

    def head_tag(self, label: str) -> str:
        """Return the tag of the word that decides the form of a phrase with this label."""
        return label

    def phrase_label(self, tags: Sequence[str]) -> str:
        """Return the label of a phrase with these tags; ``X`` if its kind is unknown or there are no tags."""
        return tags[0] if len(tags) == 1 else UNKNOWN_LABEL

    def span_labels(self, tags: Sequence[str], spans: Iterable[tuple[int, int]]) -> list[tuple[int, int, str]]:
        """Return (start, end, label) for half-open spans of a tagged sentence."""
        return [(start, end, self.phrase_label(tags[start:end])) for start, end in spans]

    # Patterns with gaps

    def gap_class(self, label: str) -> str | None:
        """Return the class in which evidence for a label is pooled; None if the label cannot be a gap."""
        return None

    def gap_labels(self, name: str) -> tuple[str, ...]:
        """Return the labels that a gap of a class always accepts; empty if it accepts those of its evidence only."""
        return ()

    def pattern_family(self, source: Collection[str], target: Collection[str], moved: bool) -> str | None:
        """Return the kind of rewriting that a pattern is, for reports; None if the language has no name for it.

        Args:
            source: words of the source side, without gaps.
            target: words of the target side.
            moved: whether the gaps change their order.
        """
        return None

    # Sentences

    @cached_property
    def structure(self) -> Structure | None:
        """The structural rules (docs/understand/structure.md); None if there are none."""
        return None

    def count_statements(self, tags: Sequence[str]) -> int:
        """Return how many simple statements a sentence with these tags contains, at least 1."""
        return 1

    def grammar_tests(self, tagger: Tagger) -> GrammarTests | None:
        """Return the tests of new sentences that need parts of speech; None if there are none."""
        return None
