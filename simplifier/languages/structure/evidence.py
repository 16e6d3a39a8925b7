"""Numbers that describe a split. From these, trees estimate the probability that a reader lets the split stand.

The numbers are named after the rules, conditions, words, tags and labels of the sentence; none of these names stands
in this file. Trees read the numbers that they were trained on, and take a missing one as 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, Protocol

from simplifier.languages.analysis.new_sentence import Clause
from simplifier.languages.structure.parsed import Parsed
from simplifier.languages.structure.plans import Plan

__all__ = ["Fluency", "evidence"]

#: Number of words at the beginning of a sentence whose probability is a number of its own.
_OPENING: Final = 3


class Fluency(Protocol):
    """A language model. All scores are natural logarithms."""

    def score_words(self, words: Sequence[str], begins_sentence: bool = False) -> float:
        """Return the log probability of words, without the end of the sentence."""

    def score_sentences(self, sentences: list[Sequence[str]]) -> list[float]:
        """Return the log probability of each sentence with its end."""


def evidence(parsed: Parsed, plan: Plan, models: Mapping[str, Fluency]) -> dict[str, float]:
    """Return the numbers of a plan that splits a sentence, zeros left out.

    Only the split is described: the plan's other changes have risks of their own.

    Args:
        parsed: the sentence.
        plan: a plan of the sentence that splits it.
        models: language models by name.
    """
    proposal = plan.proposals[-1]
    found: Counter[str] = Counter()
    for one in (proposal, *plan.alike):
        found[f"rule {one.rule.entry.name}"] = 1
        found.update(f"doubt {name}" for name in one.doubts)
        found["alike"] += 1
        found["sure"] += not one.doubts
    found["doubts"] = len(proposal.doubts)
    found["conditions"] = len(proposal.rule.pattern.doubtful)
    values: dict[str, float] = {**found}
    halves = [[one for one in sentence if isinstance(one, int)] for sentence in plan.alone]
    for name, half, sentence in zip(("first", "second"), halves, plan.alone, strict=True):
        values |= _of_half(parsed, name, half, sentence)
    values |= Counter(_between(parsed, *map(frozenset, halves)))
    values |= Counter(_left_out(parsed, [*halves[0], *halves[1]]))
    for name, model in models.items():
        values |= _fluency(parsed, plan, name, model)
    values["tokens"] = len(parsed)
    values["shortest"] = min(values["first words"], values["second words"])
    values["share"] = values["first words"] / (values["first words"] + values["second words"])
    return {name: float(value) for name, value in values.items() if value}


def _of_half(parsed: Parsed, name: str, half: list[int], sentence: Clause) -> dict[str, float]:
    """Return the numbers of one new sentence: its size, its tags, how it begins and ends."""
    counts = Counter(f"{name} has {parsed.tags[one]}" for one in half)
    words = (parsed.words[one] if isinstance(one, int) else one.word for one in sentence)
    counts[f"{name} words"] = sum(word[0].isalnum() for word in words)
    put_in = [one.word for one in sentence[:-1] if not isinstance(one, int)]
    counts[f"{name} put in"] = len(put_in)
    if put_in:
        counts[f"{name} put in {put_in[0]}"] += 1
        counts[f"{name} put in last {put_in[-1]}"] += 1
    inner = [one for one in half if one != parsed.stop]
    if inner:
        counts[f"{name} begins {parsed.tags[inner[0]]}"] += 1
        counts[f"{name} begins with {parsed.words[inner[0]]}"] += 1
        counts[f"{name} then {parsed.tags[inner[min(1, len(inner) - 1)]]}"] += 1
        counts[f"{name} ends {parsed.tags[inner[-1]]}"] += 1
    return dict(counts)


def _fluency(parsed: Parsed, plan: Plan, name: str, model: Fluency) -> dict[str, float]:
    """Return scores of a language model: the new sentences, their beginnings and ends, and the old sentence."""
    words = [[parsed.words[one] if isinstance(one, int) else one.word for one in sentence] for sentence in plan.alone]
    whole, *scores = model.score_sentences([parsed.words, *words])
    found = {f"{name} gains": sum(scores) - whole}
    for half, own, score in zip(("first", "second"), words, scores, strict=True):
        found[f"{name} {half} a word"] = score / (len(own) + 1)
        found[f"{name} {half} begins"] = model.score_words(own[:_OPENING], True)
        found[f"{name} {half} begins with"] = model.score_words(own[:1], True)
        found[f"{name} {half} ends"] = score - model.score_words(own[:-1], True)
    return found


def _between(parsed: Parsed, first: frozenset[int], second: frozenset[int]) -> Iterator[str]:
    """Yield names for the arcs between the two halves in the tree of the whole sentence, and for their tops."""
    tree = parsed.tree if parsed.whole is None else parsed.whole
    for own, other, name in ((first, second, "first"), (second, first, "second")):
        for place in own:
            head = tree.heads[place]
            if place == parsed.stop or head in own:
                continue
            yield f"{name} tops"
            yield f"{name} top {tree.labels[place]}"
            if head < 0:
                yield f"root in {name}"
            elif head in other:
                yield f"{name} hangs on {parsed.tags[head]}"
                yield from (f"{name} below {tree.labels[one]}" for one in islice(tree.ancestors(place), 2))
                yield f"{name} crossed"


def _left_out(parsed: Parsed, kept: Iterable[int]) -> Iterator[str]:
    """Yield names for the words that stand in neither of the new sentences."""
    for place in sorted({*range(parsed.stop)}.difference(kept)):
        yield "left out"
        yield f"left out {parsed.words[place]}"
