"""Which relations of a dependency tree play which part.

Parsers name the relation of a word to its head after a scheme: "nsubj" and "nsubjpass" in the CLEAR scheme,
"nsubj" and "nsubj:pass" in Universal Dependencies. A language says what the names of its parser mean; everything
outside its room asks by role.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RelationRoles"]


@dataclass(frozen=True, slots=True)
class RelationRoles:
    """The names of relations by what they mean; empty for a language without a parser.

    Each role is told as the relation of one word to another.

    Attributes:
        names: every relation that trees of the language have, that of roots first.
        subjects: of a subject to the verb of its clause.
        participants: of anyone and anything that takes part in what a verb says to the verb: subjects, objects,
            predicates.
        clauses: of the main word of a subordinate clause to the word that the clause depends on.
        auxiliaries: of an auxiliary verb to its main verb.
        conjunct: of a coordinated word to the one before it.
        punctuation: of a punctuation mark to its head.
    """

    names: tuple[str, ...] = ()
    subjects: frozenset[str] = frozenset()
    participants: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()
    auxiliaries: frozenset[str] = frozenset()
    conjunct: str = ""
    punctuation: str = ""

    @property
    def tell_clauses(self) -> bool:
        """Whether the clauses of a tree can be told apart, with those who take part in them."""
        return bool(self.subjects and self.participants and self.clauses and self.conjunct)
