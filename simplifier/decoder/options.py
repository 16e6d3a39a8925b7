"""Options of the decoder: search order, span limits, labels, goal and unknown words."""

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
        goal_label: label of a whole sentence; None for the built-in glue, which joins parts of any label from left
            to right. With a goal label the sentence stands between ``<s>`` and ``</s>``, which count as words, and
            glue rules come from the grammars. A derivation is then a tree of this label over the whole sentence,
            and a sentence may have no derivation.
        unknown_labels: labels of unknown words, each with its value of ``OOVPenalty`` (the log of a prior).
            If empty, they are `default_label` and the tagger's label, each with the value 1.
        unknown_when: which words get unknown-word rules: ``no copy``, those that no rule copies; ``no rule``, those
            that no rule covers alone; ``every``, all words.
        unknown_suffix: suffix of unknown words on the target side; the language models read it too.
        lattice_cost: True to add the feature ``LatticeCost``, the sum of the costs of a lattice's arcs.
    """

    default_label: str = "X"
    goal_label: str | None = None
    unknown_labels: tuple[tuple[str, float], ...] = ()
    unknown_when: UnknownWhen = "no copy"
    unknown_suffix: str = ""
    lattice_cost: bool = False

    def native(self) -> ParseSpec:
        """Return the options in the form that the core takes."""
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
        order: what combinations are ordered by: their ``score``, or score plus ``outside`` estimate. The estimate is
            what the language models give their first words after the best beginning of the sentence so far, and
            the next word after their last (docs/understand/search.md). It counts in no score, and with a pop limit
            of 0 the order changes nothing.
        scope: what has a pop limit of its own: each ``label`` of a span, or each ``span``, with one limit for all
            its labels that no unary rule makes of one another. With ``span`` every label still keeps at least its
            best combination.
        free_lexical: how many rules without gaps of one source side are kept beyond the pop limit.
    """

    order: SearchOrder = "score"
    scope: SearchScope = "label"
    free_lexical: int = 0
