"""What may be asked of the search for a document, beyond its configuration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simplifier.decoder import Constraints, Derivation, InputSentence

__all__ = ["Reordering", "SearchRequest"]

#: Puts the derivations of a sentence into another order.
Reordering = Callable[[InputSentence, Sequence[Derivation]], list[Derivation]]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """Wishes for every sentence of a document.

    Attributes:
        constraints: on the decoder words of each sentence.
        forest: keep the forests.
        statistics: keep the sizes of the searches.
        reordering: orders the candidates anew.
        candidates: how many the reordering chooses from, at least.
        trees: keep the derivations' trees and word alignments.
        explain: tell why changes were made and why words stayed; many times slower.
        runners_up: most other changes of the same words that explanations name; of words that stayed, 5 at
            least.
        protected: marks the tokens of a sentence that may not change, beside the model's protected terms;
            `ProtectedTerms.mark` is one.
        lists: the text may get lines for the items of lists, where the model is asked for them.
        drop: share of the sentences of a document to leave out, the least important ones.
        before_batch: called before each few sentences are searched; what it raises ends the work.
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
