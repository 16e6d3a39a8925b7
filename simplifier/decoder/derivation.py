"""Input and output of the decoder: sentences with constraints, derivations with rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from simplifier.base.deferred import Deferred
from simplifier.base.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Constraints",
    "Derivation",
    "InputSentence",
    "LatticeArc",
    "Objection",
    "Replacement",
    "RuleApplication",
    "feature_line",
]


class LatticeArc(NamedTuple):
    """The nodes that a token of a lattice joins, and its cost, for instance a negative log probability."""

    start: int
    end: int
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Constraints:
    """What the output must and must not contain; the search is exact over the derivations that satisfy it.

    Attributes:
        include: phrases that must all stand somewhere in the output.
        exclude: phrases that must not stand anywhere in the output.
        target: the words of the whole output; None for any output.
        target_lattice: one arc per word of ``target``; the output may then be any way from the first node of this
            lattice to the last, and costs are ignored. If empty, the output is ``target`` itself.

    Raises:
        ConfigError: a lattice without its words.
    """

    include: tuple[tuple[str, ...], ...] = ()
    exclude: tuple[tuple[str, ...], ...] = ()
    target: tuple[str, ...] | None = None
    target_lattice: tuple[LatticeArc, ...] = ()

    def __post_init__(self) -> None:
        if self.target_lattice and self.target is None:
            raise ConfigError("a lattice of targets without its words; give them as the target")

    def __bool__(self) -> bool:
        return bool(self.include or self.exclude) or self.target is not None


class Replacement(NamedTuple):
    """Words that replace a half-open span of tokens, whatever the rules say."""

    start: int
    end: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InputSentence:
    """One sentence as the decoder sees it.

    Attributes:
        tokens: lowercased decoder forms.
        span_labels: ``(start, end, label)`` of half-open token spans, from the tagger. The spans that rules could
            change suffice (`ChartDecoder.changed_spans`).
        protected: one truth value per token, or empty; only a copying rule may cover a protected token.
        token_features: float32 [tokens, token features of the decoder] as an array or another buffer; None
            for all zeros.
        tags: one part of speech per token, or empty; class language models tell words apart by them.
        constraints: constraints on the output; a sentence that cannot satisfy them has no derivation.
        replacements: fixed words for spans that do not overlap; no rule reads the tokens of these spans.
        lattice: one arc per token; empty if the tokens stand one after the other. Nodes are numbered from 0
            in topological order, and each lies on a way from the first to the last. Beside a lattice only
            tokens and constraints may be given, and the spans of its derivations are between nodes.
        fold: number of the cross-fitted selection trees that score the sentence; 0 for those trained on all data.
    """

    tokens: tuple[str, ...]
    span_labels: tuple[tuple[int, int, str], ...] = ()
    protected: tuple[bool, ...] = ()
    token_features: NDArray[np.float32] | memoryview[float] | None = None
    tags: tuple[str, ...] = ()
    constraints: Constraints = Constraints()
    replacements: tuple[Replacement, ...] = ()
    lattice: tuple[LatticeArc, ...] = ()
    fold: int = 0


def feature_line(features: Mapping[str, float]) -> str:
    """Return features as ``name=value`` with six significant digits, separated by spaces."""
    return " ".join([f"{name}={value:.6g}" for name, value in features.items()])


class Objection(NamedTuple):
    """A feature that lowers the score of a change, with the reason.

    Attributes:
        feature: the name of the feature.
        price: weight x value, below 0.
        kind: the kind of the reason (`simplifier.record.reasons.ReasonKind`).
        reason: the reason in words, without a full stop.
    """

    feature: str
    price: float
    kind: str
    reason: str


@dataclass(frozen=True)
class RuleApplication(Deferred):
    """One rule of a derivation.

    Attributes:
        start: first source token (half-open spans throughout).
        end: after the last source token.
        target_start: first target token.
        target_end: after the last target token.
        grammar: owner of the grammar; ``unknown`` for a word copied because no rule covers it, ``markup`` for
            a replacement.
        rule_id: number of the rule in its table, -1 where there is none.
        lhs: label of the left-hand side.
        source: source side in text form.
        target: target side in text form.
        changed: True if the two sides differ; always true for a replacement.
        provenance: names of the sources that the rule comes from.
        features: values of this application by name, without language models and without zeros.
        alignment: links (source symbol, target symbol) between the two sides, by place; empty if the table has none.
        objections: what speaks against the change; empty unless the search was asked to record it.
    """

    start: int
    end: int
    target_start: int
    target_end: int
    grammar: str
    rule_id: int
    lhs: str
    source: str
    target: str
    changed: bool
    provenance: tuple[str, ...]
    features: dict[str, float]
    alignment: tuple[tuple[int, int], ...] = field(default_factory=tuple)
    objections: tuple[Objection, ...] = field(default_factory=tuple, compare=False, repr=False)


@dataclass(frozen=True)
class Derivation(Deferred):
    """One way to rewrite a sentence; everything but the score is read from the search result on first access.

    Attributes:
        score: sum of weight x feature; higher is better.
        tokens: target words.
        features: values by name, without zeros.
        applications: the rules; outer rules come before inner ones, and rules are otherwise in target order.
    """

    score: float
    tokens: tuple[str, ...]
    features: dict[str, float]
    applications: tuple[RuleApplication, ...]

    def changes(self) -> tuple[RuleApplication, ...]:
        """Return the rules that change something."""
        source = self.read_from
        if source is None:
            return tuple([rule for rule in self.applications if rule.changed])
        changes: tuple[RuleApplication, ...] = source.changes()
        return changes

    def nested(self) -> bool:
        """Return True if some rule has others in its gaps; if not, the target keeps the order of the source."""
        source = self.read_from
        if source is None:
            return any(after.start < before.end for before, after in pairwise(self.applications))
        nested: bool = source.nested()
        return nested

    def feature_text(self) -> str:
        """Return the features as ``name=value`` with six significant digits, separated by spaces."""
        source = self.read_from
        if source is None:
            return feature_line(self.features)
        text: str = source.feature_text()
        return text
