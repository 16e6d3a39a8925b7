"""A sentence as structural rules see it, and what a language answers about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from simplifier.languages.parts.clause import Clause
from simplifier.languages.parts.relations import RelationRoles
from simplifier.languages.parts.tree import Tree
from simplifier.languages.structure.parts import Joint

__all__ = ["Condition", "Grammar", "Insertion", "Parsed", "Tagged"]


@dataclass(frozen=True)
class Tagged:
    """The words of a sentence with their tags: what is known before it is parsed.

    Attributes:
        words: decoder forms.
        tags: one a word.
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
        """How many words stand before every place and before the end, marks left out."""
        return [0, *accumulate(word[0].isalnum() for word in self.words)]

    @cached_property
    def quoted(self) -> frozenset[int]:
        """The places between quotation marks, the marks among them; from one without a partner to the end."""
        found, inside = set(), False
        for place, word in enumerate(self.words):
            closes = word in ("”", "''") or (word == '"' and inside)
            if inside or word in ('"', "“", "``"):
                found.add(place)
            inside = not closes and (inside or word in ('"', "“", "``"))
        return frozenset(found)

    @cached_property
    def depth(self) -> list[int]:
        """How deep inside brackets or quotation marks every token is."""
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
        tree: of the words.
        kept: places of words that must stay together and as they are (protected terms); maybe empty.
        keeps_capital: the first word has its capital wherever it stands.
        following: the words of the next sentence of the paragraph, in small letters; maybe none.
        by_parts: further trees, of halves parsed apart (`simplifier.languages.structure.parts`); maybe none.
        whole: the tree of the whole sentence where ``tree`` is one of those.
    """

    tree: Tree
    kept: frozenset[int] = frozenset()
    keeps_capital: bool = False
    following: Sequence[str] = ()
    by_parts: Sequence[Tree] = ()
    whole: Tree | None = None

    @cached_property
    def kinds(self) -> Mapping[str, frozenset[str]]:
        """All words, tags and labels, by what patterns ask them for (`simplifier.languages.structure.pattern.Need`)."""
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


#: Whether something holds of the bound tokens of a pattern.
Condition = Callable[..., bool]
#: Words put in for bound tokens of a pattern; None where the language is not sure of them.
Insertion = Callable[..., Clause | None]


def _always(parsed: Parsed, sentences: Sequence[Clause], following: Sequence[str]) -> bool:
    return True


def _none(tagged: Tagged) -> Sequence[Joint]:
    return ()


@dataclass(frozen=True)
class Grammar:
    """What rules may ask of a language by name, each called with a `Parsed` and places.

    Attributes:
        conditions: by name.
        insertions: by name.
        lists: words by the name of their list.
        base_form: the basic form of the word at a place, by which lists are read too.
        is_whole: whether words can be a sentence of their own.
        end_marks: words that end the sentences which rules may change.
        keeps_antecedents: whether the words of the next sentence still mean what they do when a sentence is
            said as these; yes where the language does not tell.
        forms: the forms of a word of a list, beside itself; None where nobody knows them all.
        word_conditions: further conditions, which ask for no tree: they are called with a `Tagged`.
        joints: where a sentence may be two by its words and tags, so that its halves are worth a tree each.
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
