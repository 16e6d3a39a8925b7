"""What goes into the decoder and what comes out of it."""

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
    """Where a token of a lattice leads from and to, and what it costs (a negative log probability, say)."""

    start: int
    end: int
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Constraints:
    """What the words of a derivation must be; the search is exact over those that satisfy it.

    Attributes:
        include: phrases that must all stand somewhere in the output.
        exclude: phrases that must stand nowhere in it.
        target: the words of the whole output, or None for any.
        target_lattice: one arc a word of ``target`` (or empty: they stand one after the other), where the
            output may be any way of a lattice from its first node to its last; costs mean nothing.

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
    """Words that stand for a half-open span of tokens, whatever the rules say."""

    start: int
    end: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InputSentence:
    """One sentence as the decoder sees it.

    Attributes:
        tokens: lowercased decoder forms.
        span_labels: ``(start, end, label)`` of half-open token spans, as the tagger sees them; those that
            rules could change suffice (`ChartDecoder.changed_spans`).
        protected: one mark a token (or empty): only a copying rule may cover a marked token.
        token_features: float32 [tokens, token features of the decoder] as an array or another buffer, or None
            for all zeros.
        constraints: on the output; a sentence that cannot satisfy them has no derivation.
        replacements: spans that do not overlap; no rule reads their tokens.
        lattice: one arc a token (or empty: the tokens stand one after the other). Nodes are numbered from 0
            in topological order, every one on a way from the first to the last. A lattice has nothing of the
            above but tokens and constraints, and spans of its derivations are between nodes.
        tags: one part of speech a token (or empty), by which class language models tell words apart.
        fold: which of cross-fitted selection trees score it; 0 are those trained on everything.
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
    """Return features as ``name=value`` with six digits each, between spaces."""
    return " ".join([f"{name}={value:.6g}" for name, value in features.items()])


class Objection(NamedTuple):
    """A feature that takes something off a change, as the code that computed it tells why.

    Attributes:
        feature: its name.
        price: weight x value, below 0.
        kind: the kind of the reason (`simplifier.record.reasons.ReasonKind`).
        reason: the reason for people, without a full stop.
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
        grammar: owner of the grammar, ``unknown`` for a word copied for want of a rule, ``markup`` for
            a replacement.
        rule_id: number of the rule in its table, -1 where there is none.
        lhs: label of the left-hand side.
        source: source side in text form.
        target: target side in text form.
        changed: whether the two sides differ; always for a replacement.
        provenance: names of the sources the rule came from.
        features: this application's own features (language models apart), zeros left out.
        alignment: links between the symbols of both sides, by place; none where the table has none.
        objections: what speaks against a change, where the search was asked to record it.
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
    """One way to rewrite a sentence; all but the score is read off the search when somebody asks for it.

    Attributes:
        score: sum of weight x feature, higher is better.
        tokens: target words.
        features: values by name, zeros left out.
        applications: the rules, outer before inner, otherwise in target order.
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
        """Whether some rule has others in its gaps; if none has, the target is in the order of the source."""
        source = self.read_from
        if source is None:
            return any(after.start < before.end for before, after in pairwise(self.applications))
        nested: bool = source.nested()
        return nested

    def feature_text(self) -> str:
        """Return the features as ``name=value`` with six digits each."""
        source = self.read_from
        if source is None:
            return feature_line(self.features)
        text: str = source.feature_text()
        return text
