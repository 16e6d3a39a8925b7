"""The English language: answers to everything that the machinery asks about a language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.analysis.tokens import Token
from simplifier.languages.en import labels, patterns, sentences, tokenizer, user_forms
from simplifier.languages.en.change_words import CHANGE_WORDS
from simplifier.languages.en.checks.grammar import GrammarTests
from simplifier.languages.en.meaning import EnglishMeaning, read_meaning
from simplifier.languages.en.statements import count_statements
from simplifier.languages.en.words import numerals, stems
from simplifier.languages.en.words.articles import article_for, is_article
from simplifier.languages.en.words.inflection import may_be_forms
from simplifier.languages.en.words.morphology import Morphology
from simplifier.languages.en.words.one_spelling import SPELLINGS, common_spelling, respelled, spelling_counts
from simplifier.languages.en.words.possessives import is_possessive, possessive_behind
from simplifier.languages.en.words.relations import LANDMARKS, RELATIONS
from simplifier.languages.en.words.syllables import SyllableCounter
from simplifier.languages.en.words.tags import FRAME_CLASS_NAMES, FRAME_CLASSES, PENN_TAGS, ROLES
from simplifier.languages.en.words.variants import spelling_variants
from simplifier.languages.en.words.word_lists import WORDS
from simplifier.languages.en.writing import WRITING
from simplifier.languages.language import Language, WordForm

if TYPE_CHECKING:
    from simplifier.languages.analysis.listed_forms import ListedForms
    from simplifier.languages.structure.plans import Structure

__all__ = ["English"]

#: Phrases that name a term: "this is called a mandatory reconsideration", "what is known as the cooling-off period".
_NAMING: Final = re.compile(
    r"\b(?:is|are|was|were|be|been) (?:called|known as|referred to as) (?:an? |the )?"
    r"([^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,3}?)"
    r"(?=[.,;:)]| (?:and|or|which|that|who|for|in|of|to|by|if|when|because|after|on|at|from|with)\b|$)",
    re.MULTILINE,
)


class English(Language):
    """Tokens and tags of the Penn Treebank, sentences by Punkt, syllables by CMUdict."""

    code = "en"
    name = "English"
    roles = ROLES
    relations = RELATIONS
    tags = PENN_TAGS
    landmarks = LANDMARKS
    words = WORDS
    writing = WRITING
    change_words = CHANGE_WORDS
    frame_classes = FRAME_CLASSES
    frame_class_names = FRAME_CLASS_NAMES
    fitting = "a or an"
    script = "LATIN"
    naming = _NAMING
    spelling_names = SPELLINGS

    def tokenise(self, sentence: str) -> list[Token]:
        """Return the tokens of one sentence, as the Penn Treebank cuts them."""
        return tokenizer.tokenise(sentence)

    def tokenise_forms(self, sentence: str) -> list[str]:
        """Return the decoder forms of one sentence."""
        return tokenizer.tokenise_forms(sentence)

    def sentence_spans(self, paragraph: str) -> list[tuple[int, int]]:
        """Return the sentences by Punkt."""
        return sentences.sentence_spans(paragraph)

    def sentence_texts(self, running: str) -> list[str]:
        """Return the sentences of running or tokenised text by their end marks, apart from those of abbreviations."""
        return sentences.sentence_texts(running)

    def fitting_form(self, form: str, following: str) -> str | None:
        """Return "a" or "an", by the sound of the next word."""
        return article_for(following) if is_article(form) else None

    def fitting_ending(self, form: str, before: str, was: str) -> str | None:
        """Return the possessive ending after a word: "'" after a plural in -s, otherwise "'s"."""
        return possessive_behind(before) if is_possessive(form, was) else None

    @cached_property
    def syllables(self) -> SyllableCounter:
        """The counter by CMUdict."""
        return SyllableCounter()

    def base_forms(self, word: str) -> Iterator[str]:
        """Yield the word and the words that it may be a regular inflection of."""
        return stems.base_forms(word)

    def is_inflection(self, first: str, second: str) -> bool:
        """Return whether two words share a stem and differ in regular endings only."""
        return stems.is_inflection(first, second)

    def same_word(self, first: str, second: str) -> bool:
        """Return whether two words may be forms of one word."""
        return first == second or may_be_forms(first, second)

    def numbers_of(self, words: Sequence[str]) -> frozenset[float]:
        """Return the numbers that words name: in digits or in words, as ranks, and in spans of time."""
        return numerals.numbers_of(words)

    def same_numbers(self, source: Sequence[str], target: Sequence[str]) -> bool:
        """Return whether both name the same numbers of the same kinds."""
        return numerals.same_numbers(source, target)

    def mixes_numbers(self, words: Sequence[str]) -> bool:
        """Return whether numbers from ten on stand both in digits and in words."""
        return numerals.mixes_numbers(words)

    def whole_numerals(self, words: Sequence[str]) -> list[bool]:
        """Return for each word whether it belongs to a number that must not change in part."""
        return numerals.whole_numerals(words)

    def written_forms(self, source: tuple[str, ...], target: tuple[str, ...] | None, part: str) -> Iterator[WordForm]:
        """Yield an entry of a user list once for each tag of its basic form."""
        return user_forms.written_forms(source, target, part)

    def derived_forms(
        self, source: tuple[str, ...], target: tuple[str, ...] | None, part: str, tagger: Tagger | None
    ) -> Iterator[WordForm]:
        """Yield the inflected forms of single words, and of phrases with a part of speech."""
        return user_forms.derived_forms(source, target, part, tagger)

    def head_place(self, label: str, length: int) -> int | None:
        """Return the first word of a verb phrase, the last of a noun or adjective phrase."""
        return user_forms.head_place(label, length)

    def spellings(self, word: str) -> tuple[str, ...]:
        """Return the American spelling of a British word and the other way round."""
        return spelling_variants(word)

    def spelling_counts(self, running: str) -> Counter[str]:
        """Return how many words are British alone, and how many American."""
        return spelling_counts(running)

    def respelled(self, words: Sequence[str], spelling: str) -> list[str]:
        """Return words in British or in American spelling."""
        return respelled(words, spelling)

    def common_spelling(self, words: Sequence[str]) -> list[str]:
        """Return words in American spelling, including words that tell nothing of a text's spelling."""
        return common_spelling(words)

    @cached_property
    def listed_forms(self) -> ListedForms:
        """The forms by which lists are read when a table is built."""
        from simplifier.languages.en.listed_forms import EnglishListedForms  # loaded only where it is of use

        return EnglishListedForms()

    @cached_property
    def meaning(self) -> EnglishMeaning:
        """Lists of opposites, feelings, insults and names, and the prefixes and suffixes of opposites."""
        return read_meaning()

    def morphology(self, counts: Mapping[str, int], tagger: Tagger, least_count: int = 1) -> Morphology:
        """Return the basic forms of the words of a text, and their inflected forms, as far as the text holds them."""
        return Morphology.of(counts, tagger, least_count)

    def tag_label(self, tag: str) -> str:
        """Return the tag itself, or a name if the tag is punctuation."""
        return labels.tag_label(tag)

    def coarse_tag(self, tag: str) -> str:
        """Return the first two letters: NN, VB, JJ."""
        return tag[:2]

    def head_tag(self, label: str) -> str:
        """Return the tag of the verb of a verb phrase; of other phrases, the label."""
        return labels.head_tag(label)

    def gap_class(self, label: str) -> str | None:
        """Return N, J, R, or the label of a verb form, number, pronoun, clause or preposition phrase."""
        return patterns.gap_class(label)

    def gap_labels(self, name: str) -> tuple[str, ...]:
        """Return the labels of nouns and names for a noun gap, otherwise none."""
        return patterns.gap_labels(name)

    def pattern_family(self, source: Collection[str], target: Collection[str], moved: bool) -> str | None:
        """Return "fact that", "possessive", "passive", "relative clause" or None."""
        return patterns.pattern_family(source, target, moved)

    def phrase_label(self, tags: Sequence[str]) -> str:
        """Return a tag, the name of a chunk, or tags joined (`simplifier.languages.en.labels`)."""
        return labels.phrase_label(tags)

    def span_labels(self, tags: Sequence[str], spans: Iterable[tuple[int, int]]) -> list[tuple[int, int, str]]:
        """Return the labels of spans."""
        return labels.span_labels(tags, spans)

    @cached_property
    def structure(self) -> Structure:
        """The rules of ``structure.toml``."""
        from simplifier.languages.en.grammar import english_grammar  # loaded only where they are of use
        from simplifier.languages.structure.plans import Structure

        return Structure.read(Path(__file__).with_name("structure.toml"), english_grammar)

    def count_statements(self, tags: Sequence[str]) -> int:
        """Return how many clauses, phrases with participles and appositives the tags show."""
        return count_statements(tags)

    def grammar_tests(self, tagger: Tagger) -> GrammarTests:
        """Return the tests of names, finite verbs, forms and broken pairs."""
        return GrammarTests(tagger)
