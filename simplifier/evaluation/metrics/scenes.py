"""A stand-in for SAMSA: whether each clause of the source has a sentence of its own in the output.

SAMSA (Sulem, Abend and Rappoport 2018, Semantic structural evaluation for text simplification, NAACL) finds
scenes with a UCCA parser and words that belong together with an aligner. Here clauses of a dependency tree
stand for scenes, subjects and objects for their participants, and words with the same stem are aligned. So the numbers
are not SAMSA's: the signature says ``stand-in`` and names the parser.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.evaluation.metrics.clauses import Parsed, open_reader, reading_settings
from simplifier.evaluation.segments.metric import FloatArray, Metric
from simplifier.evaluation.segments.preprocessing import Text
from simplifier.evaluation.segments.reference_set import ReferenceSet
from simplifier.languages import Language
from simplifier.languages.analysis.relations import RelationRoles
from simplifier.languages.analysis.tree import Tree

__all__ = ["ClauseSamsa", "clauses_of", "samsa_of"]

_SHORTEST_STEM: Final = 4


def clauses_of(tree: Tree, relations: RelationRoles) -> list[tuple[int, tuple[int, ...]]]:
    """Return each clause: the place of its main word, and those of its participants' heads.

    A root heads a clause, and so does a word whose relation is one of ``relations.clauses``; a conjunct does if
    it has its own subject.

    Args:
        tree: the tree of one sentence.
        relations: roles of the labels.
    """
    found = []
    for place, label in enumerate(tree.labels):
        own = tree.children(place, relations.subjects)
        if tree.heads[place] < 0 or label in relations.clauses or (label == relations.conjunct and own):
            found.append((place, tree.children(place, relations.participants)))
    return found


def samsa_of(source: Sequence[Parsed], output: Sequence[Sequence[str]], relations: RelationRoles) -> float:
    """Return the score of one output, 0-1.

    Let C be the number of clauses in the source and S the number of sentences in the output. The score is 0 if S > C,
    otherwise S / C^2 times the sum of the clauses' points. Each clause belongs to the sentence that shares most words
    with it. The clause gets half a point if its main word is in that sentence, and half a point times the share of its
    participants that are. If S = C, no sentence is used for two clauses.

    Args:
        source: the sentences of the source.
        output: the words of each sentence of the output.
        relations: roles of the labels in trees.
    """
    clauses = [(words, tree, *clause) for words, tree in source for clause in clauses_of(tree, relations)]
    if not clauses or not output or len(output) > len(clauses):
        return 0.0
    sentences = [{_stem(word) for word in words} for words in output]
    free = set(range(len(sentences)))
    total = 0.0
    for words, tree, main, participants in clauses:
        own = {_stem(words[place]) for place in _of_clause(tree, main, relations)}
        choice = free if len(sentences) == len(clauses) else range(len(sentences))
        best = _sharing_most(own, sentences, choice)
        free.discard(best)
        there = _stem(words[main]) in sentences[best]
        shares = [_stem(words[place]) in sentences[best] for place in participants]
        total += 0.5 * there + 0.5 * (sum(shares) / len(shares) if shares else there)
    return len(sentences) / len(clauses) ** 2 * total


def _of_clause(tree: Tree, main: int, relations: RelationRoles) -> list[int]:
    """Return the words of a clause: its main word and all below it that are in no inner clause."""
    inner = {place for place, _ in clauses_of(tree, relations) if place != main}
    return [
        place
        for place in tree.subtree(main)
        if place == main or not inner.intersection({place, *_below(tree, place, main)})
    ]


def _below(tree: Tree, place: int, main: int) -> list[int]:
    """Return the ancestors of a word below a given ancestor."""
    found = []
    for head in tree.ancestors(place):
        if head == main:
            break
        found.append(head)
    return found


def _sharing_most(own: set[str], sentences: Sequence[set[str]], choice: Collection[int]) -> int:
    return max(choice, key=lambda place: (len(own & sentences[place]), -place))


def _stem(word: str) -> str:
    """Return the first letters of a word in lowercase, which its other forms mostly share."""
    lower = word.lower()
    return lower if len(lower) <= _SHORTEST_STEM else lower[: max(_SHORTEST_STEM, len(lower) - 3)]


@dataclass(frozen=True)
class ClauseSamsa(Metric):
    """The mean over outputs of `samsa_of`, 0-100.

    Attributes:
        model: the configuration whose tagger and parser to use; empty for the embedded model's.
    """

    name: str
    model: str = ""
    needs_references = False
    compares_words = False

    @property
    def width(self) -> int:
        """The score alone."""
        return 1

    def _statistics(self, outputs: Sequence[Text], data: ReferenceSet, segments: NDArray[np.int64]) -> FloatArray:
        def line(text: Text) -> str:
            return text if isinstance(text, str) else " ".join(text)

        # Parsed texts are kept with the data: all systems share the sources.
        known: dict[str, list[Parsed]] = data.keep(("parsed", self.model), dict)
        sources = [line(data.sources[segment]) for segment in segments.tolist()]
        own = [line(output) for output in outputs]
        reader = open_reader(self.model)
        self._check_reader(reader.language, data)
        new = [text for text in dict.fromkeys([*sources, *own]) if text not in known]
        known.update(zip(new, reader.read(new), strict=True))
        rows = [
            samsa_of(known[source], [words for words, _ in known[output]], reader.language.relations)
            for source, output in zip(sources, own, strict=True)
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, 1)

    def _check_reader(self, language: Language, data: ReferenceSet) -> None:
        """Check that a model reads the language of the texts, and that its language knows clauses.

        Raises:
            InputError: one of these is not so; the message says what is missing.
        """
        if data.language is not None and data.language.code != language.code:
            raise InputError(
                f"{self.name} reads {language.code!r} by its model, and the texts are in {data.language.code!r}; "
                f"name a model of that language: {self.preset}[model=FILE]"
            )
        if not language.relations.tell_clauses:
            raise InputError(f"{self.name} needs the roles of relations, and the language {language.code!r} names none")

    def segment_scores(self, statistics: FloatArray) -> FloatArray:
        """Return the score of each row, 0-100."""
        return 100 * statistics[:, 0]

    def settings(self) -> dict[str, str]:
        """Return that the metric is a stand-in, how it aligns, and which tagger and parser it uses."""
        return {"form": "stand-in", "align": "stems"} | reading_settings(self.model)
