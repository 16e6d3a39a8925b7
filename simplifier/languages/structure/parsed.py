"""A sentence as structural rules see it, and what they may ask the language about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from simplifier.languages.analysis.new_sentence import Clause
from simplifier.languages.analysis.relations import RelationRoles
from simplifier.languages.analysis.tree import Tree
from simplifier.languages.structure.halves import Joint

__all__ = ["Condition", "Grammar", "Insertion", "Parsed", "Tagged"]


@dataclass(frozen=True)
class Tagged:
    """The words of a sentence with their tags: what is known before it is parsed.

    Attributes:
        words: decoder forms.
        tags: the tag of each word.
    """

    words: Sequence[str]
    tags: Sequence[str]

    @property
    def stop(self) -> int:
        """The place of the mark that ends the sentence."""
        return len(self.words) - 1

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def word_places(self) -> Mapping[str, Sequence[int]]:
        """The places of every word."""
        return _places(self.words)

    @cached_property
    def tag_places(self) -> Mapping[str, Sequence[int]]:
        """The places of every tag."""
        return _places(self.tags)

    @cached_property
    def words_before(self) -> list[int]:
        """The number of words before each place and before the end; marks do not count."""
        return [0, *accumulate(word[0].isalnum() for word in self.words)]

    @cached_property
    def quoted(self) -> frozenset[int]:
        """The places in quotation marks, marks included; an unclosed quotation runs to the end."""
        found, inside = set(), False
        for place, word in enumerate(self.words):
            closes = word in ("”", "''") or (word == '"' and inside)
            if inside or word in ('"', "“", "``"):
                found.add(place)
            inside = not closes and (inside or word in ('"', "“", "``"))
        return frozenset(found)

    @cached_property
    def depth(self) -> list[int]:
        """How deeply each token is nested in brackets and quotation marks. A bracket is as deep as its surroundings."""
        depth, quoted, result = 0, 0, []
        for word in self.words:
            if word in (")", "]"):
                depth -= 1
            result.append(depth + quoted)
            if word in ("(", "["):
                depth += 1
            elif word == '"':
                quoted = 1 - quoted
                result[-1] = depth + 1
        return result


@dataclass(frozen=True)
class Parsed(Tagged):
    """The words of a sentence with their tags and their tree.

    Attributes:
        tree: the tree of the words.
        kept: places of words that must stay together and unchanged (protected terms).
        keeps_capital: true if the first word keeps its capital wherever it stands.
        following: the words of the next sentence of the paragraph, lowercased.
        by_parts: further trees, whose halves were parsed apart (`simplifier.languages.structure.halves`).
        whole: the tree of the whole sentence if ``tree`` is one of ``by_parts``.
    """

    tree: Tree
    kept: frozenset[int] = frozenset()
    keeps_capital: bool = False
    following: Sequence[str] = ()
    by_parts: Sequence[Tree] = ()
    whole: Tree | None = None

    @cached_property
    def kinds(self) -> Mapping[str, frozenset[str]]:
        """All words, tags and labels, by kind (`simplifier.languages.structure.pattern.Need`)."""
        return {
            "words": frozenset(self.words),
            "tags": frozenset(self.tags),
            "labels": frozenset(self.tree.labels),
        }


def _places(of: Sequence[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, one in enumerate(of):
        found.setdefault(one, []).append(place)
    return found


#: Tells whether something is true of the tokens that a pattern has bound.
Condition = Callable[..., bool]
#: Gives words to put in for the tokens that a pattern has bound; None if the language is not sure of them.
Insertion = Callable[..., Clause | None]


def _always(parsed: Parsed, sentences: Sequence[Clause], following: Sequence[str]) -> bool:
    return True


def _none(tagged: Tagged) -> Sequence[Joint]:
    return ()


@dataclass(frozen=True)
class Grammar:
    """What rules may ask a language. Conditions and insertions are called with a `Parsed` and places.

    Attributes:
        conditions: conditions by name.
        insertions: words to put in, by name.
        lists: sets of words by name.
        base_form: gives the basic form of the word at a place; lists match by basic form too.
        is_whole: tells whether words can stand as a sentence.
        end_marks: the marks of the sentences that rules may change.
        keeps_antecedents: tells whether the pronouns of the next sentence still refer to the same things once these
            sentences stand for the old one; always true if the language does not say.
        forms: gives the other forms of a listed word; None if the language does not know all of them.
        word_conditions: further conditions, which need no tree: they are called with a `Tagged`.
        joints: gives the places where a sentence may fall into two by its words and tags, so that it is worth parsing
            both halves.
        relations: roles of the labels of its trees.
        inserted_tags: tags of words that rules put into lists, by word; what is not here has no known tag.
    """

    conditions: Mapping[str, Condition]
    insertions: Mapping[str, Insertion]
    lists: Mapping[str, frozenset[str]]
    base_form: Callable[[Tagged, int], str]
    is_whole: Callable[[Parsed, Clause], bool]
    end_marks: frozenset[str]
    keeps_antecedents: Callable[[Parsed, Sequence[Clause], Sequence[str]], bool] = _always
    forms: Callable[[str], Iterable[str]] | None = None
    word_conditions: Mapping[str, Condition] = field(default_factory=dict)
    joints: Callable[[Tagged], Sequence[Joint]] = _none
    relations: RelationRoles = RelationRoles()
    inserted_tags: Mapping[str, str] = field(default_factory=dict)
