"""Trees of a sentence that may fall into two, with each half parsed by itself.

A parser is least sure where clauses are joined: it may attach the second clause to a noun or verb in between. By
itself each half is a short sentence, of which the parser is surer. A rule with ``trees = "parts"`` is matched on
such trees, and has a risk of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simplifier.languages.analysis.relations import RelationRoles
from simplifier.languages.analysis.tree import Parser, Tree

__all__ = ["Joint", "Tokens", "trees_of_halves"]


class Joint(NamedTuple):
    """A place where a sentence may fall into two.

    Attributes:
        before: where the first half ends. Marks and the joining word stand from here to ``behind``.
        behind: where the second half begins.
        label: relation of the joining word, the last token between the halves.
        subject: word and tag of a subject for a second half without one; it is put in for the parser alone.
    """

    before: int
    behind: int
    label: str
    subject: tuple[str, str] | None = None


class Tokens(NamedTuple):
    """A sentence as a parser takes it: words as they are written, with their tags."""

    words: Sequence[str]
    tags: Sequence[str]


def trees_of_halves(
    parser: Parser, sentences: Sequence[tuple[Tokens, Sequence[Joint]]], relations: RelationRoles
) -> list[list[Tree]]:
    """Return, for each sentence, the different trees that its joints give.

    In such a tree the root of the second half depends on the root of the first as a conjunct. A joint gives no tree
    if the second half does not take the subject that was put in.

    Args:
        parser: the parser of the halves.
        sentences: each with its joints; the last token is the mark at the end.
        relations: roles of the parser's labels.
    """
    # The halves of all joints of all sentences go to the parser in one call, and come back in the same order.
    halves: list[Tokens] = []
    for tokens, joints in sentences:
        for joint in joints:
            halves += _halves(tokens, joint)
    trees = iter(parser.parse([one.words for one in halves], [one.tags for one in halves]) if halves else [])
    found: list[list[Tree]] = []
    for tokens, joints in sentences:
        made = [_joined(len(tokens.words), joint, next(trees), next(trees), relations) for joint in joints]
        found.append([*dict.fromkeys(one for one in made if one is not None)])
    return found


def _halves(tokens: Tokens, joint: Joint) -> tuple[Tokens, Tokens]:
    # Each half gets the end mark, and the second a capital or the subject put in, so that it reads as a sentence.
    words, tags = list(tokens.words), list(tokens.tags)
    put_in = [] if joint.subject is None else [joint.subject]
    first = words[joint.behind]
    opening = first[:1].upper() + first[1:] if not put_in else first
    return (
        Tokens([*words[: joint.before], words[-1]], [*tags[: joint.before], tags[-1]]),
        Tokens(
            [*(word for word, _ in put_in), opening, *words[joint.behind + 1 :]],
            [*(tag for _, tag in put_in), *tags[joint.behind :]],
        ),
    )


def _joined(size: int, joint: Joint, left: Tree, right: Tree, relations: RelationRoles) -> Tree | None:
    """Return the tree of a whole sentence; None if a half has not exactly one root, or did not take the subject."""
    if len(left.roots) != 1 or len(right.roots) != 1:
        return None
    (verb,), (other,) = left.roots, right.roots
    put_in = joint.subject is not None
    if put_in and not (right.heads[0] == other and right.labels[0] in relations.subjects and not right.children(0)):
        return None
    shift = joint.behind - put_in
    heads = [*left.heads[: joint.before], *[verb] * (joint.behind - joint.before)]
    labels = [*left.labels[: joint.before], *[relations.punctuation] * (joint.behind - joint.before)]
    labels[-1] = joint.label
    # A root that is the end mark itself leaves the half without a verb.
    if verb >= joint.before or other + shift >= size - 1:
        return None
    for place in range(put_in, len(right)):
        head, label = right.heads[place], right.labels[place]
        heads.append(verb if place == other else head + shift)
        labels.append(relations.conjunct if place == other else label)
    heads[-1], labels[-1] = verb, relations.punctuation
    return Tree(tuple(heads), tuple(labels))
