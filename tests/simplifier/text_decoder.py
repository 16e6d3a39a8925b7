"""A decoder of Joshua's text grammars in plain Python: every string that can be derived, with its best score.

It reads the grammar as it is written and adds in double precision; nothing is packed, pruned or rounded.
Written from the definitions in docs/build/configuration.md, not after the native code. Grammars have no unary
rules.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import kenlm

WORD_PENALTY = -math.log10(math.e)
OOV_PENALTY = -100.0

Words = tuple[str, ...]
Strings = dict[Words, float]


@dataclass(frozen=True)
class TextRule:
    lhs: str
    source: Words
    target: Words
    score: float


def read_rules(text: str, owner: str, weights: Mapping[str, float]) -> list[TextRule]:
    """Parse a grammar: unlabelled columns are negated and numbered, labelled ones are as they stand."""
    rules = []
    for line in text.splitlines():
        lhs, source, target, features = line.split(" ||| ")[:4]
        score = 0.0
        for column, field in enumerate(features.split()):
            name, equals, value = field.partition("=")
            if equals:
                score += weights.get(name, 0.0) * float(value)
            else:
                score += weights.get(f"tm_{owner}_{column}", 0.0) * -float(name)
        words = tuple(target.split())
        penalty = WORD_PENALTY * sum(label_of(word) is None for word in words)
        score += weights.get("WordPenalty", 0.0) * penalty
        rules.append(TextRule(lhs.strip("[] "), tuple(source.split()), words, score))
    return rules


def label_of(symbol: str) -> str | None:
    return symbol[1:-1].rpartition(",")[0] if symbol[0] == "[" and symbol[-1] == "]" else None


class TextDecoder:
    """All strings of a sentence under a grammar, glue and a language model ``lm_0``.

    Glue is monotone: parts of any label that ``glue_scores`` has, one after the other. A word that no rule
    covers alone stands for itself, with the label ``unknown``.
    """

    def __init__(
        self,
        rules: Sequence[TextRule],
        glue_scores: Mapping[str, float],
        unknown: str,
        span_limit: int,
        weights: Mapping[str, float],
        model: kenlm.Model,
    ) -> None:
        self._glue, self._unknown, self._limit, self._weights = glue_scores, unknown, span_limit, weights
        self._model = model
        self._by_word: dict[str, list[TextRule]] = {}
        for rule in rules:
            first = next(symbol for symbol in rule.source if label_of(symbol) is None)
            self._by_word.setdefault(first, []).append(rule)
        self._single = {rule.source[0] for rule in rules if len(rule.source) == 1}

    def best(self, sentence: str) -> list[tuple[Words, float]]:
        """Every string with its best score, best first."""
        tokens = tuple(sentence.split())
        rules = [rule for word in dict.fromkeys(tokens) for rule in self._by_word.get(word, ())]
        chart: dict[tuple[int, int, str], Strings] = {}
        for length in range(1, min(self._limit, len(tokens)) + 1):
            for start in range(len(tokens) - length + 1):
                for rule in rules:
                    for parts in _matches(chart, rule.source, tokens[start : start + length], start):
                        _apply(rule, parts, chart.setdefault((start, start + length, rule.lhs), {}))
                if length == 1 and tokens[start] not in self._single:
                    strings = chart.setdefault((start, start + 1, self._unknown), {})
                    _keep(strings, (tokens[start],), self._word_score(tokens[start]))
        glued: list[Strings] = [{(): self._weights.get("WordPenalty", 0.0) * WORD_PENALTY * 2}]
        for end in range(1, len(tokens) + 1):
            glued.append({})
            for start, (label, score) in itertools.product(range(end), self._glue.items()):
                for (left, one), (right, other) in itertools.product(
                    glued[start].items(), chart.get((start, end, label), {}).items()
                ):
                    _keep(glued[end], left + right, one + other + score)
        found = [(words, score + self._lm_score(words)) for words, score in glued[-1].items()]
        return sorted(found, key=lambda each: -each[1])

    def _word_score(self, word: str) -> float:
        weights = self._weights
        return weights.get("OOVPenalty", 0.0) * OOV_PENALTY + weights.get("WordPenalty", 0.0) * WORD_PENALTY

    def _lm_score(self, words: Iterable[str]) -> float:
        return self._weights.get("lm_0", 0.0) * float(self._model.score(" ".join(words), bos=True, eos=True))


def _matches(
    chart: Mapping[tuple[int, int, str], Strings], source: Words, tokens: Words, start: int
) -> Iterator[list[Strings]]:
    """Yield what can stand in the gaps of a source side that is to cover the tokens."""
    if not source:
        if not tokens:
            yield []
        return
    label = label_of(source[0])
    if label is None:
        if tokens and tokens[0] == source[0]:
            yield from _matches(chart, source[1:], tokens[1:], start + 1)
        return
    for width in range(1, len(tokens) - len(source) + 2):
        if strings := chart.get((start, start + width, label)):
            for rest in _matches(chart, source[1:], tokens[width:], start + width):
                yield [strings, *rest]


def _apply(rule: TextRule, parts: Sequence[Strings], strings: Strings) -> None:
    for chosen in itertools.product(*(part.items() for part in parts)):
        words: list[str] = []
        for symbol in rule.target:
            if label_of(symbol) is None:
                words.append(symbol)
            else:
                words += chosen[int(symbol[1:-1].rpartition(",")[2]) - 1][0]
        _keep(strings, tuple(words), rule.score + sum(score for _, score in chosen))


def _keep(strings: Strings, words: Words, score: float) -> None:
    strings[words] = max(score, strings.get(words, -math.inf))
