"""How the decoder searches: what comes first, span limits, labels, the goal, unknown words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from simplifier.core import ParseSpec

__all__ = ["ANCHORED", "NO_LIMIT", "ParseOptions", "SearchOptions", "SearchOrder", "SearchScope", "UnknownWhen"]

NO_LIMIT: Final = 0
ANCHORED: Final = -1

UnknownWhen = Literal["no copy", "no rule", "every"]


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """Labels, goal and unknown words.

    Attributes:
        default_label: label of unknown words.
        goal_label: None is the built-in glue, which joins parts of any label from left to right. Otherwise a
            sentence stands between ``<s>`` and ``</s>``, the grammars hold the glue rules, and a derivation
            is a tree of this label over all of it; the markers count as words. A sentence may have none.
        unknown_labels: labels of unknown words, each with its value of ``OOVPenalty`` (the log of a prior);
            empty is `default_label` and the tagger's label, with 1.
        unknown_when: a word gets unknown-word rules when it has ``no copy`` among its rules, when ``no rule``
            covers it alone, or ``every`` word beside its rules.
        unknown_suffix: put behind unknown words on the target side, for the language models too.
        lattice_cost: whether there is a feature ``LatticeCost``, the sum of the costs of a lattice's arcs.
    """

    default_label: str = "X"
    goal_label: str | None = None
    unknown_labels: tuple[tuple[str, float], ...] = ()
    unknown_when: UnknownWhen = "no copy"
    unknown_suffix: str = ""
    lattice_cost: bool = False

    def native(self) -> ParseSpec:
        """Return the same as the core takes it."""
        return ParseSpec(
            self.default_label,
            self.goal_label or "",
            list(self.unknown_labels),
            self.unknown_when,
            self.unknown_suffix,
            self.lattice_cost,
        )


SearchOrder = Literal["score", "outside"]
SearchScope = Literal["label", "span"]


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Order and breadth of cube pruning.

    Attributes:
        order: combinations come by their ``score``, or by score and estimated ``outside``: what the language
            models will say of their first words after the best beginning of the sentence so far, and of the
            next word after their last (docs/understand/search.md). Scores are the same; with a pop limit of 0 so
            is everything.
        scope: the pop limit is one for each ``label`` of a span, or for the ``span``, over all labels that
            no unary rule makes of others there; then every label keeps at least its best combination.
        free_lexical: how many of the rules without gaps of one source side are kept beyond the limit.
    """

    order: SearchOrder = "score"
    scope: SearchScope = "label"
    free_lexical: int = 0
