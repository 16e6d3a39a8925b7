"""Trees of halves that are parsed apart, by a parser of which every tree is known."""

from __future__ import annotations

from collections.abc import Sequence

from simplifier.languages.analysis.relations import RelationRoles
from simplifier.languages.analysis.tree import Tree
from simplifier.languages.structure.halves import Joint, Tokens, trees_of_halves

ROLES = RelationRoles(subjects=frozenset({"nsubj"}), conjunct="conj", punctuation="punct")
WORDS = "the mayor left , and crowds came .".split()
TAGS = "DT NN VBD , CC NNS VBD .".split()


class VerbsFirst:
    """Hangs all on the first word that is tagged as a past form; the word before is its subject."""

    def __init__(self) -> None:
        self.seen: list[list[str]] = []

    def parse(self, sentences: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]) -> list[Tree]:
        self.seen += [list(one) for one in sentences]
        return [self._tree(one) for one in tags]

    @staticmethod
    def _tree(tags: Sequence[str]) -> Tree:
        verb = list(tags).index("VBD") if "VBD" in tags else 0
        heads = tuple(-1 if place == verb else verb for place in range(len(tags)))
        labels = ["ROOT" if place == verb else "dep" for place in range(len(tags))]
        labels[max(verb - 1, 0)] = "nsubj" if verb else "ROOT"
        return Tree(heads, tuple(labels))


def trees(words: str, tags: str, joint: Joint) -> tuple[list[Tree], list[list[str]]]:
    parser = VerbsFirst()
    (found,) = trees_of_halves(parser, [(Tokens(words.split(), tags.split()), [joint])], ROLES)
    return found, parser.seen


def test_two_halves_are_one_tree() -> None:
    parser = VerbsFirst()
    ((tree,),) = trees_of_halves(parser, [(Tokens(WORDS, TAGS), [Joint(3, 5, "cc")])], ROLES)
    assert parser.seen == [["the", "mayor", "left", "."], ["Crowds", "came", "."]]
    assert tree.heads == (2, 2, -1, 2, 2, 6, 2, 2)
    assert tree.labels == ("dep", "nsubj", "ROOT", "punct", "cc", "nsubj", "conj", "punct")


def test_a_subject_is_put_in_and_taken_out() -> None:
    joint = Joint(2, 3, "cc", ("he", "PRP"))
    found, seen = trees("Lee left and died there .", "NNP VBD CC VBD RB .", joint)
    assert seen == [["Lee", "left", "."], ["he", "died", "there", "."]]
    assert [one.heads for one in found] == [(1, -1, 1, 1, 3, 1)]


def test_no_tree_where_the_subject_has_no_verb_or_there_is_no_joint() -> None:
    joint = Joint(2, 3, "cc", ("he", "PRP"))
    assert trees("Lee left and there .", "NNP VBD CC RB .", joint)[0] == []
    parser = VerbsFirst()
    assert trees_of_halves(parser, [(Tokens(WORDS, TAGS), [])], ROLES) == [[]]
    assert parser.seen == []


def test_trees_of_two_joints_are_each_once() -> None:
    joint = Joint(3, 5, "cc")
    (found,) = trees_of_halves(VerbsFirst(), [(Tokens(WORDS, TAGS), [joint, joint])], ROLES)
    assert len(found) == 1
