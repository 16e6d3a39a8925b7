"""The decoder's choice for every source side that occurs in a text, and the margin of this choice.

The choice for a span is read from the best derivation. The runner-up is the best other derivation that treats the span
differently. It is the closer of two: the first such derivation in the k-best list, and one that is forced by decoding
the sentence again. If the choice is a change, its tokens are protected in the second search. If it is a copy and the
list has no other derivation, the words of the copy are excluded from the output.

The margin is the difference of the two model scores, with language models and context. What a veto takes off a score,
or an order adds to it, is reported separately, because it does not measure how close the two derivations are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from simplifier.decoder import Constraints, Derivation, InputSentence
from simplifier.pipeline import Simplifier
from simplifier.record.trace import trace
from simplifier.rules.inspection.ranking import NamedTable, decisions
from simplifier.text import Sentence, paragraphs, sentences_of

__all__ = ["Occurrence", "named_tables", "occurrences"]

_BATCH = 32


class _Forced(NamedTuple):
    """A sentence with a demand on one place.

    Attributes:
        place: number of the occurrence.
        sentence: the sentence with the demand.
        start: first token of the place.
        end: after the last token.
        best: the best derivation without the demand.
    """

    place: int
    sentence: InputSentence
    start: int
    end: int
    best: Derivation


# One application of a changing rule: first own token, last own token, source side, target side.
_Change = tuple[int, int, str, str]


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place of a text where a source side stands.

    Attributes:
        line: the line of the text in which the paragraph begins, from 1.
        sentence: the sentence.
        start: first character in the sentence.
        end: after the last character.
        source: the source side.
        choice: the target side that the decoder chose for this source side; the source itself if it was copied; None
            if a rule on another span changed it.
        rules: the changing rules that touch the place, as ``source -> target``.
        runner_up: the rules that touch the place in the best other derivation; empty for copying; None if no
            derivation that was found treats the place differently.
        margin: model score of the best derivation minus that of the runner-up, without ``decided``. If there is no
            runner-up, the last of the k best stands for it, and the true margin is not smaller.
        decided: the part of the difference that vetoes and orders make, by feature; empty if none differs. If it is
            not empty, ``margin`` may be below 0: without vetoes and orders, the runner-up would have won.
    """

    line: int
    sentence: str
    start: int
    end: int
    source: str
    choice: str | None
    rules: tuple[str, ...]
    runner_up: tuple[str, ...] | None
    margin: float
    decided: Mapping[str, float] = field(default_factory=dict)

    @property
    def whole_margin(self) -> float:
        """The difference of the model scores, vetoes and orders included."""
        return self.margin + sum(self.decided.values())


def named_tables(simplifier: Simplifier) -> list[NamedTable]:
    """Return the grammars of a model."""
    return [NamedTable(part.owner, part.table) for part in simplifier.decoder.grammars]


def occurrences(
    simplifier: Simplifier, lines: Iterable[str], k: int = 100, deciding: Collection[str] = ()
) -> Iterator[Occurrence]:
    """Yield every occurrence of a source side that some rule changes, in the order of the text.

    Source sides with gaps are found only where the best derivation applies them.

    Args:
        simplifier: the model.
        lines: the lines of the text.
        k: the number of derivations among which runners-up are looked for.
        deciding: features whose weights forbid or demand (`simplifier.rules.inspection.ranking.decisions`).
    """
    sources = _ChangingSources(simplifier)
    weights = simplifier.decoder.weights
    parting = {name: weights[name] for name in deciding if name in weights}
    numbered = _sentences(simplifier, lines)
    while batch := list(islice(numbered, _BATCH)):
        yield from _of_batch(simplifier, batch, sources, k, parting)


def _sentences(simplifier: Simplifier, lines: Iterable[str]) -> Iterator[tuple[int, Sentence]]:
    """Yield every sentence with the line its paragraph begins in."""
    settings = simplifier.config.text
    line = 1
    for paragraph in paragraphs(lines, wrapped=settings.wrapped_lines):
        for sentence in sentences_of(
            paragraph,
            simplifier.language,
            tokenised=settings.tokenised,
            max_tokens=settings.max_sentence_tokens,
        ):
            yield line, sentence
        line += paragraph.count("\n")


class _ChangingSources:
    """The source sides that some rule changes; each is looked up in the tables once."""

    def __init__(self, simplifier: Simplifier) -> None:
        self._parts = simplifier.decoder.grammars
        self.longest = max(part.span_limit for part in self._parts)
        self._known: dict[str, bool] = {}

    def __contains__(self, source: str) -> bool:
        known = self._known.get(source)
        if known is None:
            symbols = source.split(" ")
            known = any(
                part.table.rule(number)[2] != source
                for part in self._parts
                if len(symbols) <= part.span_limit
                for number in part.table.lookup(symbols)
            )
            self._known[source] = known
        return known


def _of_batch(
    simplifier: Simplifier,
    batch: Sequence[tuple[int, Sentence]],
    sources: _ChangingSources,
    k: int,
    parting: Mapping[str, float],
) -> Iterator[Occurrence]:
    inputs = simplifier.annotate([sentence for _, sentence in batch])
    lists = simplifier.decoder.decode(inputs, max(k, 2), threads=simplifier.threads)  # a runner-up needs two
    found: list[Occurrence] = []
    forced: list[_Forced] = []
    for (line, sentence), given, derivations in zip(batch, inputs, lists, strict=True):
        changes = [_changes(one, given.tokens) for one in derivations]
        for start, end, source in _places(given.tokens, changes[0], sources):
            here = [_touching(own, start, end) for own in changes]
            one = _occurrence(line, sentence, (start, end, source), here, derivations, parting)
            other = _otherwise(given, start, end, one)
            if other is not None:
                forced.append(_Forced(len(found), other, start, end, derivations[0]))
            found.append(one)
    decoded = simplifier.decoder.decode([one.sentence for one in forced], threads=simplifier.threads)
    for demand, others in zip(forced, decoded, strict=True):
        if others:  # no derivation may satisfy the demand
            own = _touching(_changes(others[0], demand.sentence.tokens), demand.start, demand.end)
            found[demand.place] = _closer(found[demand.place], own, _apart(demand.best, others[0], parting))
    yield from found


def _changes(derivation: Derivation, tokens: Sequence[str]) -> list[_Change]:
    if not derivation.changes():
        return []
    found = []
    for change in trace(derivation, tokens).changes:
        rule = change.application
        own = change.sources or (rule.start,)
        found.append((own[0], own[-1], rule.source, rule.target))
    return found


def _touching(changes: Sequence[_Change], start: int, end: int) -> tuple[_Change, ...]:
    return tuple(one for one in changes if one[0] < end and one[1] >= start)


def _places(
    tokens: Sequence[str], applied: Sequence[_Change], sources: _ChangingSources
) -> Iterator[tuple[int, int, str]]:
    """Yield the spans of a sentence that hold a changing source side, by their starts, shorter spans first."""
    abstract = [(first, last + 1, source) for first, last, source, _ in applied if "[" in source]
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + sources.longest, len(tokens)) + 1):
            source = " ".join(tokens[start:end])
            if source in sources:
                yield start, end, source
        yield from (place for place in abstract if place[0] == start)


def _occurrence(
    line: int,
    sentence: Sentence,
    place: tuple[int, int, str],
    here: Sequence[tuple[_Change, ...]],
    derivations: Sequence[Derivation],
    parting: Mapping[str, float],
) -> Occurrence:
    start, end, source = place
    other = next((number for number, changes in enumerate(here) if changes != here[0]), None)
    last = len(derivations) - 1 if other is None else other
    margin, decided = _apart(derivations[0], derivations[last], parting)
    return Occurrence(
        line,
        sentence.text,
        sentence.tokens[start].start,
        sentence.tokens[end - 1].end,
        source,
        _choice(here[0], start, end, source),
        _as_text(here[0]),
        None if other is None else _as_text(here[other]),
        margin,
        decided,
    )


def _apart(best: Derivation, other: Derivation, parting: Mapping[str, float]) -> tuple[float, dict[str, float]]:
    """Return how far a derivation scores below the best without vetoes and orders, and what each of these adds."""
    differences = {
        name: weight * (best.features.get(name, 0.0) - other.features.get(name, 0.0))
        for name, weight in parting.items()
    }
    decided = decisions(differences, parting)
    return best.score - other.score - sum(decided.values()), decided


def _choice(changes: Sequence[_Change], start: int, end: int, source: str) -> str | None:
    if not changes:
        return source
    whole = len(changes) == 1 and changes[0][:3] == (start, end - 1, source)
    return changes[0][3] if whole else None


def _as_text(changes: Iterable[_Change]) -> tuple[str, ...]:
    return tuple(f"{source} -> {target}" for _, _, source, target in changes)


def _otherwise(sentence: InputSentence, start: int, end: int, one: Occurrence) -> InputSentence | None:
    """Return the sentence with the demand to treat a place differently; None if that would tell nothing new.

    A change is forbidden by protecting the tokens. A copy is forbidden by excluding its words from the output; that
    concerns this place alone only if the words stand once in the sentence.
    """
    if one.rules:
        marks = list(sentence.protected) or [False] * len(sentence.tokens)
        marks[start:end] = [True] * (end - start)
        return replace(sentence, protected=tuple(marks))
    words = sentence.tokens[start:end]
    last = len(sentence.tokens) - len(words)
    places = sum(sentence.tokens[at : at + len(words)] == words for at in range(last + 1))
    if one.runner_up is not None or places != 1:
        return None
    return replace(sentence, constraints=Constraints(exclude=(words,)))


def _closer(one: Occurrence, changes: Sequence[_Change], apart: tuple[float, Mapping[str, float]]) -> Occurrence:
    """Return the occurrence with a forced derivation as its runner-up, if that is closer than the present one."""
    margin, decided = apart
    other = replace(one, runner_up=_as_text(changes), margin=margin, decided=decided)
    if other.runner_up == one.rules or (one.runner_up is not None and one.whole_margin <= other.whole_margin):
        return one
    return other
