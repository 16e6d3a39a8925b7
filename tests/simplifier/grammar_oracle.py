"""Every derivation of a sentence under several grammars, in plain Python: the oracle for labels and goals.

Beyond `tests.simplifier.brute_force` it knows several grammars with their own span limits and features, glue
rules of the user's own, lists of labels for unknown words, cycles of unary rules, span labels and protected
tokens, and it keeps every feature sum. It is written from the definitions in docs/understand/search.md, not
after the native code.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import kenlm

from simplifier.decoder import ANCHORED, NO_LIMIT, ParseOptions

LN10 = math.log(10.0)
MOST_UNARY_STEPS = 3
MARKERS = ("<s>", "</s>")

Span = tuple[int, int]
Sums = dict[str, float]


@dataclass(frozen=True)
class Rule:
    lhs: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    cost: float

    @property
    def copies(self) -> bool:
        return self.source == self.target

    @property
    def from_label(self) -> str | None:
        """The label that a unary rule starts from."""
        return label_of(self.source[0]) if len(self.source) == 1 else None


@dataclass(frozen=True)
class ToyGrammar:
    owner: str
    span_limit: int
    rules: tuple[Rule, ...]

    def allows(self, start: int, end: int) -> bool:
        if self.span_limit == ANCHORED:
            return start == 0
        return self.span_limit == NO_LIMIT or end - start <= self.span_limit


@dataclass(frozen=True)
class Tree:
    """A derivation of a span: its words and its feature sums (language models come in at the top)."""

    words: tuple[str, ...]
    sums: tuple[float, ...]


@dataclass(frozen=True)
class Complete:
    words: tuple[str, ...]
    features: Sums
    score: float


def label_of(symbol: str) -> str | None:
    return symbol[1:].rpartition(",")[0] if symbol.startswith("[") and symbol.endswith("]") else None


@dataclass
class Oracle:
    grammars: Sequence[ToyGrammar]
    weights: Sums
    models: dict[str, kenlm.Model] = field(default_factory=dict)
    parse: ParseOptions = field(default_factory=ParseOptions)

    def __post_init__(self) -> None:
        self.names = [f"cost_{grammar.owner}" for grammar in self.grammars]
        self.names += ["WordPenalty", "OOVPenalty", "GluePenalty", "LabelMatch", "LabelClash"]
        self.names += [f"lm_{name}_oov" for name in self.models]
        rules = [rule for grammar in self.grammars for rule in grammar.rules]
        symbols = [symbol for rule in rules for symbol in rule.source]
        self.used = {label for symbol in symbols if (label := label_of(symbol))} | {self.parse.goal_label}
        self._reach = closure({(r.from_label, r.lhs) for r in rules if r.from_label})

    def derivations(
        self,
        sentence: Sequence[str],
        span_labels: dict[Span, str] | None = None,
        protected: Sequence[bool] | None = None,
    ) -> list[Complete]:
        """All derivations, best first."""
        shift = 1 if self.parse.goal_label else 0
        tokens = ("<s>", *sentence, "</s>") if shift else tuple(sentence)
        marks = [False] * shift + list(protected or [False] * len(sentence)) + [False] * shift
        labels = {(s + shift, e + shift): label for (s, e), label in (span_labels or {}).items()}
        self._chart = _Chart(self, tokens, labels, marks)
        found = []
        for tree in self._chart.top():
            words = tuple(word for word in tree.words if not (shift and word in MARKERS))
            features = dict(zip(self.names, tree.sums, strict=True))
            for name, model in self.models.items():
                features[f"lm_{name}"] = LN10 * model.score(" ".join(words), bos=True, eos=True)
            score = sum(self.weights.get(name, 0.0) * value for name, value in features.items())
            found.append(Complete(words, features, score))
        return sorted(found, key=lambda each: -each.score)

    def cycle(self, label: str) -> frozenset[str]:
        """The labels in a cycle of unary rules with this one; empty where there is none."""
        if (label, label) not in self._reach:
            return frozenset()
        return frozenset(b for a, b in self._reach if a == label and (b, label) in self._reach)

    def sums(self, **values: float) -> tuple[float, ...]:
        return tuple(values.get(name, 0.0) for name in self.names)

    def target_sums(self, words: Sequence[str], **values: float) -> tuple[float, ...]:
        for name, model in self.models.items():
            values[f"lm_{name}_oov"] = sum(word not in model for word in words)
        return self.sums(WordPenalty=len(words), **values)


class _Chart:
    def __init__(self, oracle: Oracle, tokens: tuple[str, ...], labels: dict[Span, str], marks: Sequence[bool]) -> None:
        self.oracle, self.tokens, self.labels, self.marks = oracle, tokens, labels, marks
        self.parse = oracle.parse
        self.known: dict[tuple[object, ...], list[Tree]] = {}

    def top(self) -> list[Tree]:
        if self.parse.goal_label:
            return self.full(self.parse.goal_label, 0, len(self.tokens))
        return self.prefix(len(self.tokens))

    def prefix(self, end: int) -> list[Tree]:
        """The built-in glue: parts of any label from left to right."""
        found = [tree for label in self.all_labels() for tree in self.full(label, 0, end)]
        glue = self.oracle.sums(GluePenalty=1.0)
        for start in range(1, end):
            for left, label in itertools.product(self.prefix(start), self.all_labels()):
                found += [join([left, right], glue) for right in self.full(label, start, end)]
        return found

    def all_labels(self) -> list[str]:
        rules = [rule.lhs for grammar in self.oracle.grammars for rule in grammar.rules]
        unknown = [label for label, _ in self.parse.unknown_labels]
        return sorted({*rules, *unknown, self.parse.default_label, *self.labels.values()})

    def full(self, label: str, start: int, end: int) -> list[Tree]:
        cycle = self.oracle.cycle(label)
        steps = min(max(len(cycle) - 1, 1), MOST_UNARY_STEPS) if cycle else 0
        return self.layer(label, start, end, steps)

    def layer(self, label: str, start: int, end: int, steps: int) -> list[Tree]:
        """Derivations with at most so many unary rules of the label's own cycle at their top."""
        key = (label, start, end, steps)
        if key not in self.known:
            self.known[key] = list(self._layer(label, start, end, steps))
        return self.known[key]

    def _layer(self, label: str, start: int, end: int, steps: int) -> Iterator[Tree]:
        if self.parse.goal_label and label not in self.oracle.used:
            return
        cycle = self.oracle.cycle(label)
        for grammar, rule in self.rules(start, end):
            if rule.lhs != label:
                continue
            if rule.from_label is None:
                for fillers in self.matches(rule.source, start, end):
                    parts = [self.full(name, *span) for name, span in fillers]
                    yield from self.apply(grammar, rule, (start, end), fillers, parts)
            else:
                inside = rule.from_label in cycle
                if inside and steps == 0:
                    continue
                part = (
                    self.layer(rule.from_label, start, end, steps - 1)
                    if inside
                    else self.full(rule.from_label, start, end)
                )
                fillers = [(rule.from_label, (start, end))]
                yield from self.apply(grammar, rule, (start, end), fillers, [part])
        if end == start + 1:
            yield from self.unknown(label, start)

    def rules(self, start: int, end: int) -> Iterator[tuple[ToyGrammar, Rule]]:
        for grammar in self.oracle.grammars:
            if grammar.allows(start, end):
                yield from ((grammar, rule) for rule in grammar.rules)

    def matches(self, source: tuple[str, ...], start: int, end: int) -> Iterator[list[tuple[str, Span]]]:
        if not source:
            if start == end:
                yield []
            return
        name = label_of(source[0])
        if name is None:
            if start < end and self.tokens[start] == source[0]:
                yield from self.matches(source[1:], start + 1, end)
            return
        for middle in range(start + 1, end - len(source) + 2):
            for others in self.matches(source[1:], middle, end):
                yield [(name, (start, middle)), *others]

    def apply(
        self,
        grammar: ToyGrammar,
        rule: Rule,
        span: Span,
        fillers: Sequence[tuple[str, Span]],
        parts: Sequence[list[Tree]],
    ) -> Iterator[Tree]:
        own = sum(self.marks[slice(*span)]) - sum(sum(self.marks[slice(*inner)]) for _, inner in fillers)
        if own > 0 and not rule.copies:
            return
        words = [symbol for symbol in rule.target if label_of(symbol) is None]
        context = {}
        if not rule.copies and span in self.labels:
            context["LabelMatch" if self.labels[span] == rule.lhs else "LabelClash"] = 1.0
        sums = self.oracle.target_sums(words, **{f"cost_{grammar.owner}": rule.cost}, **context)
        for chosen in itertools.product(*parts):
            target: list[str] = []
            for symbol in rule.target:
                if label_of(symbol) is None:
                    target.append(symbol)
                else:
                    target += chosen[int(symbol[1:-1].rpartition(",")[2]) - 1].words
            yield Tree(tuple(target), add(sums, *(part.sums for part in chosen)))

    def unknown(self, label: str, position: int) -> Iterator[Tree]:
        word = self.tokens[position]
        if (self.parse.goal_label and word in MARKERS) or not self.is_unknown(position):
            return
        values = [value for name, value in self.parse.unknown_labels if name == label]
        if not self.parse.unknown_labels:
            tag = self.labels.get((position, position + 1))
            if label == self.parse.default_label or (label == tag and self.has_own_place(tag)):
                values = [1.0]
        for value in values:
            marked = word + self.parse.unknown_suffix
            yield Tree((marked,), self.oracle.target_sums([marked], OOVPenalty=value))

    def has_own_place(self, tag: str) -> bool:
        """Whether the tagger's label says more than the default one: some rule speaks of one of the two."""
        used = self.oracle.used
        known = {rule.lhs for grammar in self.oracle.grammars for rule in grammar.rules} | used
        return tag in known and (tag in used or self.parse.default_label in used)

    def is_unknown(self, position: int) -> bool:
        if self.parse.unknown_when == "every":
            return True
        word = (self.tokens[position],)
        for _, rule in self.rules(position, position + 1):
            useful = not self.parse.goal_label or rule.lhs in self.oracle.used
            if rule.source != word or not useful or (self.marks[position] and not rule.copies):
                continue
            if rule.copies or self.parse.unknown_when == "no rule":
                return False
        return True


def join(parts: Sequence[Tree], own: tuple[float, ...]) -> Tree:
    return Tree(tuple(word for part in parts for word in part.words), add(own, *(part.sums for part in parts)))


def add(*rows: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


def closure(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The transitive closure of a relation."""
    reach = set(pairs)
    while True:
        more = {(a, d) for a, b in reach for c, d in reach if b == c} - reach
        if not more:
            return reach
        reach |= more
