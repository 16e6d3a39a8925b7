"""What English trees are made of: names of the relations, and the tags that tell where clauses begin."""

from __future__ import annotations

from typing import Final

__all__ = ["LANDMARKS", "RELATIONS"]

#: Relations of a word to its head, as spaCy's English models name them; that of roots first.
RELATIONS: Final = tuple(
    (
        "ROOT acl acomp advcl advmod agent amod appos attr aux auxpass case cc ccomp compound conj csubj "
        "csubjpass dative dep det dobj expl intj mark meta neg nmod npadvmod nsubj nsubjpass nummod oprd "
        "parataxis pcomp pobj poss preconj predet prep prt punct quantmod relcl xcomp"
    ).split()
)

#: Tags whose number between two words is told to the parser: verbs, commas, conjunctions, prepositions.
LANDMARKS: Final = (
    ("VB", "VBD", "VBP", "VBZ", "MD"),
    (",", ":"),
    ("CC",),
    ("IN", "TO", "WDT", "WP", "WRB"),
)
