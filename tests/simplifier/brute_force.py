"""A decoder in plain Python that enumerates every derivation: the oracle for small grammars."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import kenlm

LN10 = math.log(10.0)


@dataclass(frozen=True)
class ToyRule:
    lhs: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    cost: float

    @property
    def is_copy(self) -> bool:
        return self.source == self.target


@dataclass(frozen=True)
class Analysis:
    """One derivation of a span: its words and the sum of its weighted features without language models."""

    words: tuple[str, ...]
    score: float


@dataclass
class BruteForce:
    rules: Sequence[ToyRule]
    weights: dict[str, float]
    models: dict[str, kenlm.Model] = field(default_factory=dict)
    span_limit: int = 10
    classes: dict[str, dict[str, str]] = field(default_factory=dict)
    gap_labels: dict[tuple[int, int], str] | None = None  # gaps take spans with these labels, or any if X

    def seen(self, name: str, word: str) -> str:
        """What a language model reads for a word: itself, or its only class."""
        return self.classes[name].get(word, "<unk>") if name in self.classes else word

    def derivations(self, sentence: Sequence[str]) -> list[Analysis]:
        """Every derivation of the sentence with its full score, best first."""
        tokens = tuple(sentence)
        used = {s[1:].split(",")[0] for r in self.rules for s in r.source if s.startswith("[")}

        @cache
        def spans(start: int, end: int) -> dict[str, list[Analysis]]:
            found: dict[str, list[Analysis]] = {}
            for rule in self.rules:
                if end - start <= self.span_limit and not is_unary(rule):
                    for parts in matches(rule.source, start, end):
                        found.setdefault(rule.lhs, []).extend(self.combine(rule, parts))
            if end == start + 1 and not any(r.is_copy and r.source == tokens[start:end] for r in self.rules):
                penalty = self.weights["OOVPenalty"] + self.weights["WordPenalty"]
                penalty += sum(
                    self.weights[f"lm_{n}_oov"]
                    for n, m in self.models.items()
                    if unknown(m, self.seen(n, tokens[start]))
                )
                found.setdefault("X", []).append(Analysis(tokens[start:end], penalty))
            # The labels A, B, C are in this order, and toy unary rules lead from earlier to later ones only.
            for label in sorted(used) if self.gap_labels is None else ():
                for rule in self.rules:
                    if is_unary(rule) and rule.source[0] == f"[{label},1]" and end - start <= self.span_limit:
                        found.setdefault(rule.lhs, []).extend(self.combine(rule, [found.get(label, [])]))
            return found

        def matches(source: tuple[str, ...], start: int, end: int) -> Iterator[list[list[Analysis]]]:
            if not source:
                if start == end:
                    yield []
                return
            head, rest = source[0], source[1:]
            if not head.startswith("["):
                if start < end and tokens[start] == head:
                    yield from matches(rest, start + 1, end)
                return
            for middle in range(start + 1, end - len(rest) + 1):
                filler = fillers(head[1:].split(",")[0], start, middle)
                if filler:
                    for others in matches(rest, middle, end):
                        yield [filler, *others]

        def fillers(label: str, start: int, end: int) -> list[Analysis]:
            if self.gap_labels is None:
                return spans(start, end).get(label, [])
            # A rule of this span has more symbols than the gap, so the span of the gap is shorter.
            return sequences(start, end) if label in ("X", self.gap_labels.get((start, end))) else []

        @cache
        def sequences(start: int, end: int) -> list[Analysis]:
            join = self.weights["GluePenalty"]
            found = [Analysis(a.words, a.score + join) for group in spans(start, end).values() for a in group]
            for middle in range(start + 1, end):
                for left in sequences(start, middle):
                    for group in spans(middle, end).values():
                        for right in group:
                            found.append(Analysis(left.words + right.words, left.score + right.score + join))
            return found

        @cache
        def prefixes(end: int) -> list[Analysis]:
            found = [a for group in spans(0, end).values() for a in group]
            for start in range(1, end):
                for left in prefixes(start):
                    for group in spans(start, end).values():
                        for right in group:
                            score = left.score + right.score + self.weights["GluePenalty"]
                            found.append(Analysis(left.words + right.words, score))
            return found

        complete = [Analysis(a.words, a.score + self.language_models(a.words)) for a in prefixes(len(tokens))]
        return sorted(complete, key=lambda a: -a.score)

    def combine(self, rule: ToyRule, parts: Sequence[list[Analysis]]) -> Iterator[Analysis]:
        terminals = [word for word in rule.target if not word.startswith("[")]
        own = self.weights["cost"] * rule.cost + self.weights["WordPenalty"] * len(terminals)
        for name, model in self.models.items():
            missing = sum(unknown(model, self.seen(name, word)) for word in terminals)
            own += self.weights[f"lm_{name}_oov"] * missing
        for chosen in itertools.product(*parts):
            words: list[str] = []
            for symbol in rule.target:
                if symbol.startswith("["):
                    words += chosen[int(symbol[:-1].split(",")[1]) - 1].words
                else:
                    words.append(symbol)
            yield Analysis(tuple(words), own + sum(part.score for part in chosen))

    def language_models(self, words: Sequence[str]) -> float:
        total = 0.0
        for name, model in self.models.items():
            text = " ".join(self.seen(name, word) for word in words)
            total += self.weights[f"lm_{name}"] * LN10 * model.score(text, bos=True, eos=True)
        return total


def unknown(model: kenlm.Model, word: str) -> bool:
    return word == "<unk>" or word not in model


def is_unary(rule: ToyRule) -> bool:
    return len(rule.source) == 1 and rule.source[0].startswith("[")
