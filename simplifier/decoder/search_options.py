"""How the decoder searches, beside the pop limit: what comes first, and what the limit is counted by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["SearchOptions", "SearchOrder", "SearchScope"]

SearchOrder = Literal["score", "outside"]
SearchScope = Literal["label", "span"]


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Order and breadth of cube pruning.

    Attributes:
        order: combinations come by their ``score``, or by score and estimated ``outside``: what the language
            models will say of their first words after the best beginning of the sentence so far, and of the
            next word after their last (docs/guide/search.md). Scores are the same; with a pop limit of 0 so
            is everything.
        scope: the pop limit is one for each ``label`` of a span, or for the ``span``, over all labels that
            no unary rule makes of others there; then every label keeps at least its best combination.
        free_lexical: of the rules without gaps of one source side so many are kept beyond the limit.
    """

    order: SearchOrder = "score"
    scope: SearchScope = "label"
    free_lexical: int = 0
