"""Packed forests: what the search kept of a sentence, as plain values and as JSON.

In JSON a forest is one object of ``sentence``, ``nodes``, ``edges`` and ``goal``; docs/understand/search.md lists
their fields.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simplifier.core import DecodeStatistics

__all__ = ["Forest", "ForestEdge", "ForestNode", "ForestStatistics"]


@dataclass(frozen=True, slots=True)
class ForestNode:
    """All derivations of a span with the same language-model state.

    Attributes:
        start: first source token (half-open spans).
        end: after the last source token.
        label: the label of a nonterminal; ``glue``, ``goal``, or empty if no rule asks for the label.
        score: the score of the best derivation.
    """

    start: int
    end: int
    label: str
    score: float


@dataclass(frozen=True, slots=True)
class ForestEdge:
    """One way to make a node.

    Attributes:
        head: number of the node.
        tails: numbers of the nodes that fill the rule's gaps, in the order of the source.
        grammar: owner of the rule's grammar, ``unknown``, ``markup``, or ``glue``.
        rule_id: number of the rule in its table, -1 where there is none.
        lhs: label of the left-hand side, empty for glue.
        source: source side in text form, empty for glue.
        target: target side in text form, empty for glue.
        score: sum of weight x feature of this edge alone.
        features: the feature values of this edge, by name, with language models and without zeros.
    """

    head: int
    tails: tuple[int, ...]
    grammar: str
    rule_id: int
    lhs: str
    source: str
    target: str
    score: float
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ForestStatistics:
    """How large a search was.

    Attributes:
        chart_nodes: spans with labels, as parsed, before language models split them.
        chart_rules: rule applications on the chart nodes.
        hypotheses: hypotheses that cube pruning made, including those that are part of no complete derivation.
        nodes: nodes below the goal.
        edges: edges below the goal.
        derivations: the exact number of complete derivations.
    """

    chart_nodes: int
    chart_rules: int
    hypotheses: int
    nodes: int
    edges: int
    derivations: int

    def __str__(self) -> str:
        log10 = math.log10(self.derivations) if self.derivations else -math.inf
        count = str(self.derivations) if self.derivations < 10**15 else f"10^{log10:.2f}"
        return (
            f"{self.chart_nodes} chart nodes, {self.chart_rules} rules, {self.hypotheses} hypotheses; "
            f"below the goal {self.nodes} nodes, {self.edges} edges, {count} derivations"
        )


@dataclass(frozen=True, slots=True)
class Forest:
    """A pruned forest, with its nodes in topological order: tails before heads, the goal last.

    Attributes:
        tokens: the tokens of the source.
        nodes: empty when the sentence has no derivation.
        edges: in the order of their heads, best first.
    """

    tokens: tuple[str, ...]
    nodes: tuple[ForestNode, ...]
    edges: tuple[ForestEdge, ...]

    def derivation_count(self) -> int:
        """Return how many complete derivations there are."""
        # One pass will do: edges are ordered by their heads, and tails come before heads, so that the counts of an
        # edge's tails are complete when the edge is reached. The product over no tails is 1.
        counts = [0] * len(self.nodes)
        for edge in self.edges:
            counts[edge.head] += math.prod(counts[tail] for tail in edge.tails)
        return counts[-1] if counts else 0

    def statistics(self, search: DecodeStatistics) -> ForestStatistics:
        """Return the size of the forest and of the search that made it."""
        return ForestStatistics(
            search.nodes,
            search.applications,
            search.hypotheses,
            len(self.nodes),
            len(self.edges),
            self.derivation_count(),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the forest as plain values."""
        return {
            "sentence": list(self.tokens),
            "nodes": [
                {"span": [node.start, node.end], "label": node.label, "score": round(node.score, 6)}
                for node in self.nodes
            ],
            "edges": [
                {
                    "head": edge.head,
                    "tails": list(edge.tails),
                    "rule": {
                        "grammar": edge.grammar,
                        "id": edge.rule_id,
                        "lhs": edge.lhs,
                        "source": edge.source,
                        "target": edge.target,
                    },
                    "score": round(edge.score, 6),
                    "features": {name: round(value, 6) for name, value in edge.features.items()},
                }
                for edge in self.edges
            ],
            "goal": len(self.nodes) - 1,
        }
