from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.languages.analysis.tree import Tree

AUXILIARIES = frozenset({"aux", "auxpass"})
# "The council , which met , closed it ."
COUNCIL = Tree(
    (1, 6, 1, 4, 1, 1, -1, 6, 6),
    ("det", "nsubj", "punct", "nsubj", "relcl", "punct", "ROOT", "dobj", "punct"),
)


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    size = draw(st.integers(0, 7))
    order = draw(st.permutations(range(size)))
    heads = [-1] * size
    for number, place in enumerate(order):
        heads[place] = draw(st.sampled_from([-1, *order[:number]]))
    return Tree(tuple(heads), ("dep",) * size)


def test_relatives() -> None:
    assert COUNCIL.roots == (6,)
    assert COUNCIL.children(1) == (0, 2, 4, 5)
    assert COUNCIL.children(1, {"punct"}) == (2, 5)
    assert COUNCIL.child(6, "dobj", "attr") == 7
    assert COUNCIL.child(6, "conj") is None
    assert COUNCIL.subtree(1) == (0, 1, 2, 3, 4, 5)
    assert COUNCIL.span(4) == (3, 5)
    assert list(COUNCIL.ancestors(3)) == [4, 1, 6]
    assert COUNCIL.is_projective
    assert not Tree((2, 3, -1, 2), ("dep",) * 4).is_projective


def test_nothing_depends_on_an_auxiliary_once_lifted() -> None:
    # "It has long been known there": "long" below "has", "there" below "been"
    tree = Tree((4, 4, 1, 4, -1, 3), ("nsubjpass", "aux", "advmod", "auxpass", "ROOT", "advmod"))
    assert tree.lifted(AUXILIARIES) == Tree((4, 4, 4, 4, -1, 4), tree.labels)
    chain = Tree((1, 2, -1), ("advmod", "aux", "aux"))  # a root stays what it is
    assert chain.lifted(AUXILIARIES) == Tree((2, 2, -1), chain.labels)
    assert COUNCIL.lifted(AUXILIARIES) is COUNCIL


def test_lifted_trees_by_brute_force() -> None:
    draw = Random(7)
    for _ in range(300):
        order = draw.sample(range(7), 7)
        heads = [-1] * 7
        for number, place in enumerate(order):
            heads[place] = draw.choice([-1, *order[:number]])
        labels = tuple(draw.choice(["aux", "auxpass", "dep"]) for _ in heads)
        tree = Tree(tuple(heads), labels)
        for place, head in enumerate(tree.lifted(AUXILIARIES).heads):
            above = [*tree.ancestors(place)]
            assert head == next((one for one in above if labels[one] == "dep" or one == above[-1]), -1)
        assert tree.lifted(AUXILIARIES).is_projective or not tree.is_projective


@given(trees())
def test_spans_and_projectivity_by_brute_force(tree: Tree) -> None:
    for place in range(len(tree)):
        below = [one for one in range(len(tree)) if place in (one, *tree.ancestors(one))]
        assert tree.subtree(place) == tuple(below)
        assert tree.span(place) == (below[0], below[-1] + 1)
        assert tree.is_whole(place) == (below == list(range(below[0], below[-1] + 1)))
    arcs = [(min(head, place), max(head, place)) for place, head in enumerate(tree.heads) if head >= 0]
    crossing = any(a < c < b < d for a, b in arcs for c, d in arcs)
    covered_root = any(a < root < b for root in tree.roots for a, b in arcs)
    assert tree.is_projective == (not crossing and not covered_root)


@pytest.mark.parametrize(
    ("heads", "problem"),
    [
        ((0,), "depend on themselves"),
        ((1, 0, -1), "depend on themselves"),
        ((-1, 3), "no token"),
        ((-1, 0, 0), "labels"),
    ],
)
def test_what_is_no_tree(heads: tuple[int, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Tree(heads, ("dep",) * min(len(heads), 2) if problem == "labels" else ("dep",) * len(heads))


def test_a_bracket_that_closes_goes_with_the_one_that_opens() -> None:
    words = "he plays for the team ( ned ) .".split()
    tree = Tree((1, -1, 1, 4, 2, 6, 4, 1, 1), ("x",) * 9)
    assert tree.closing(words).heads == (1, -1, 1, 4, 2, 6, 4, 6, 1)
    assert tree.closing(words).span(2) == (2, 8) and tree.span(2) == (2, 7)
    assert tree.closing(["x"] * 9) is tree
