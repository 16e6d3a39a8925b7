"""The relations of English trees and their roles, and the tags that tell the parser where clauses begin."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.relations import RelationRoles

__all__ = ["LANDMARKS", "NAMED_SUBJECTS", "RELATIONS", "SUBJECTS"]

#: Relations of a word to its head in the CLEAR scheme, as spaCy's English models name them.
RELATIONS: Final = RelationRoles(
    names=tuple(
        (
            "ROOT acl acomp advcl advmod agent amod appos attr aux auxpass case cc ccomp compound conj csubj "
            "csubjpass dative dep det dobj expl intj mark meta neg nmod npadvmod nsubj nsubjpass nummod oprd "
            "parataxis pcomp pobj poss preconj predet prep prt punct quantmod relcl xcomp"
        ).split()
    ),
    subjects=frozenset({"nsubj", "nsubjpass"}),
    participants=frozenset({"nsubj", "nsubjpass", "dobj", "dative", "attr", "agent", "oprd"}),
    clauses=frozenset({"ccomp", "advcl", "relcl", "acl", "xcomp", "csubj", "parataxis"}),
    auxiliaries=frozenset({"aux", "auxpass"}),
    conjunct="conj",
    punctuation="punct",
)

#: Groups of tags. The parser is told how many of each stand between two words.
LANDMARKS: Final = (
    ("VB", "VBD", "VBP", "VBZ", "MD"),
    (",", ":"),
    ("CC",),
    ("IN", "TO", "WDT", "WP", "WRB"),
)

#: Relations of subjects; "there" counts as one.
SUBJECTS: Final = ("nsubj", "nsubjpass", "expl")
#: Relations of subjects that name something, which "there" does not.
NAMED_SUBJECTS: Final = ("nsubj", "nsubjpass")
