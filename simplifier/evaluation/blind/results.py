"""Results of blind reading: counts for the systems, and agreement of the readers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from simplifier.evaluation.agreement import agreement
from simplifier.evaluation.blind.sheets import KeyRow
from simplifier.evaluation.blind.verdicts import Verdict

__all__ = ["Fared", "Verdicts", "fared", "markdown", "wilson"]

#: Verdicts by reader, then by pair.
Verdicts = Mapping[str, Mapping[str, Verdict]]
_NORMAL: Final = 1.959963984540054  # 97.5 % of a normal distribution lie below


@dataclass(frozen=True, slots=True)
class Fared:
    """Counts of sentences for one system on one text.

    Attributes:
        text: name of the text.
        system: name of the system.
        sentences: all sentences.
        changed: changed sentences.
        bad: changed sentences that are bad, by reader.
        all_bad: changed sentences that are bad for every reader.
        good: changed sentences that are good, by reader.
        clear: changed sentences that are clearly easier and not bad, by reader.
    """

    text: str
    system: str
    sentences: int
    changed: int
    bad: Mapping[str, int]
    all_bad: int
    good: Mapping[str, int]
    clear: Mapping[str, int]


def fared(key: Sequence[KeyRow], verdicts: Verdicts) -> list[Fared]:
    """Return the counts, with texts and systems in the order of the key."""
    found = []
    for text, system in dict.fromkeys((one.text, one.system) for one in key):
        own = [one.pair for one in key if (one.text, one.system) == (text, system)]
        changed = [pair for pair in own if pair]
        bad = {reader: sum(judged[pair].bad for pair in changed) for reader, judged in verdicts.items()}
        good = {reader: sum(judged[pair].good for pair in changed) for reader, judged in verdicts.items()}
        clear = {reader: sum(judged[pair].clearly_easier for pair in changed) for reader, judged in verdicts.items()}
        together = sum(all(judged[pair].bad for judged in verdicts.values()) for pair in changed)
        found.append(Fared(text, system, len(own), len(changed), bad, together, good, clear))
    return found


def wilson(share: float, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, 0-1, of ``number`` > 0 sentences.

    Source: Wilson (1927), Probable inference, the law of succession, and statistical inference.
    """
    square = _NORMAL**2 / number
    middle = (share + square / 2) / (1 + square)
    half = _NORMAL / (1 + square) * math.sqrt(share * (1 - share) / number + square / (4 * number))
    return max(0.0, middle - half), min(1.0, middle + half)


def markdown(key: Sequence[KeyRow], verdicts: Verdicts, groups: Mapping[str, str] | None = None) -> Iterator[str]:
    """Yield a table of texts and systems; with two readers or more, also one of their agreement.

    The interval of a mean over readers is that of a share of the sentences, as if each had been read once.

    Args:
        key: which system wrote what.
        verdicts: what the readers found.
        groups: the group (a source, a kind of text) of each sentence that has one, by its id; they get a table too.
    """
    yield from _table(key, verdicts)
    yield ""
    yield "Bad: of the changed, grammar worse or meaning changed. Good: of all, nothing wrong and easier."
    yield "Clearly easier: of all, nothing wrong, and a reader who fails at the original understands it."
    grouped = [replace(one, text=name) for one in key if (name := (groups or {}).get(one.sentence))]
    if grouped:
        yield ""
        yield from _table(sorted(grouped, key=lambda one: one.text), verdicts)
    if len(verdicts) > 1:
        yield ""
        yield from _agreements(key, verdicts)


def _table(key: Sequence[KeyRow], verdicts: Verdicts) -> Iterator[str]:
    bad = [f"bad, {reader} %" for reader in verdicts]
    together = ["bad, all agree %"] if len(verdicts) > 1 else []
    # Readers before 2026-11-28 were not asked for it.
    found = fared(key, verdicts)
    clear = ["clearly easier % (95 %)"] if any(sum(one.clear.values()) for one in found) else []
    means = ["bad, mean % (95 %)", "good % (95 %)", *clear]
    yield _row("text", "system", "sentences", "changed %", *bad, *together, *means)
    yield "|---" * (6 + len(clear) + len(bad) + len(together)) + "|"
    for one in found:
        shares = [_percent(count, one.changed) for count in one.bad.values()]
        agreed = [_percent(one.all_bad, one.changed)] if together else []
        yield _row(
            one.text,
            one.system,
            one.sentences,
            _percent(one.changed, one.sentences),
            *shares,
            *agreed,
            _with_interval(sum(one.bad.values()) / len(verdicts), one.changed),
            _with_interval(sum(one.good.values()) / len(verdicts), one.sentences),
            *(_with_interval(sum(one.clear.values()) / len(verdicts), one.sentences) for _ in clear),
        )


def _agreements(key: Sequence[KeyRow], verdicts: Verdicts) -> Iterator[str]:
    yield _row("readers", "text", "pairs", "agree on bad %", "kappa")
    yield "|---" * 5 + "|"
    texts = {text: [text] for text in dict.fromkeys(one.text for one in key)}
    for first, second in combinations(verdicts, 2):
        for name, own in {**texts, "all": [*texts]}.items():
            pairs = list(dict.fromkeys(one.pair for one in key if one.pair and one.text in own))
            if not pairs:
                continue
            one, other = ([_answer(verdicts[reader][pair]) for pair in pairs] for reader in (first, second))
            found = agreement(zip(one, other, strict=True))
            kappa = "-" if math.isnan(found.kappa) else f"{found.kappa:.2f}"
            yield _row(f"{first}, {second}", name, found.number, _percent(found.alike, found.number), kappa)


def _answer(verdict: Verdict) -> str:
    return "bad" if verdict.bad else "not bad"


def _percent(part: float, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def _with_interval(part: float, whole: int) -> str:
    if not whole:
        return "-"
    low, high = wilson(part / whole, whole)
    return f"{_percent(part, whole)} ({100 * low:.1f}-{100 * high:.1f})"


def _row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"
