"""Requests: what a caller wants for one document beyond the configuration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simplifier.decoder import Constraints, Derivation, InputSentence

__all__ = ["Reordering", "SearchRequest"]

#: Puts the derivations of a sentence into another order.
Reordering = Callable[[InputSentence, Sequence[Derivation]], list[Derivation]]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What a caller wants for every sentence of a document.

    Attributes:
        constraints: constraints on the decoder words of each new sentence.
        forest: True to keep the forests.
        statistics: True to keep the sizes of the searches.
        reordering: puts the candidates of each sentence into another order; None for their order by score.
        candidates: the least number of candidates that the reordering chooses from.
        trees: True to keep the trees and word alignments of derivations.
        explain: True to explain why changes were made and why words stayed; many times slower.
        runners_up: the most other changes of the same words that explanations name; for words that stayed, at
            least 5 are named.
        protected: returns one truth value per token of a sentence, true for tokens that may not change. They add to
            the model's protected terms; `ProtectedTerms.mark` is such a function.
        before_batch: called before each batch of sentences is searched; an exception from it ends the work.
        lists: True if the text may get new lines for the items of lists, where the model makes such lists.
        drop: share of the sentences of a document to leave out, 0 to 1; the least important ones go.
    """

    constraints: Constraints = Constraints()
    forest: bool = False
    statistics: bool = False
    reordering: Reordering | None = None
    candidates: int = 1
    trees: bool = False
    explain: bool = False
    runners_up: int = 3
    protected: Callable[[Sequence[str]], Sequence[bool]] | None = None
    before_batch: Callable[[], None] | None = None
    lists: bool = True
    drop: float = 0.0
