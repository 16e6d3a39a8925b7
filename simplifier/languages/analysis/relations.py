"""Roles of the relations in a dependency tree.

Parsers name the relation of a word to its head after a scheme: "nsubj" and "nsubjpass" in the CLEAR scheme,
"nsubj" and "nsubj:pass" in Universal Dependencies. A language says what the names of its parser mean; code outside
the language asks by role.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RelationRoles"]


@dataclass(frozen=True, slots=True)
class RelationRoles:
    """The names of relations by their role; empty for a language without a parser.

    Attributes:
        names: every relation in trees of the language; the relation of roots comes first.
        subjects: relations of a subject to the verb of its clause.
        participants: relations of a participant to its verb: subjects, objects, predicates.
        clauses: relations of the main word of a subordinate clause to the word that the clause depends on.
        auxiliaries: relations of an auxiliary verb to its main verb.
        conjunct: relation of a coordinated word to the one before it.
        punctuation: relation of a punctuation mark to its head.
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
        """True if these roles are enough to find the clauses of a tree and their participants."""
        return bool(self.subjects and self.participants and self.clauses and self.conjunct)
