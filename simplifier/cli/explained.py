"""What `simplify --explain` prints for people: every change, and every word that stayed, with its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from simplifier.records.result import Candidate, ChangedPhrase, KeptPhrase, SentenceResult
    from simplifier.text import SplitPart

__all__ = ["explained_text"]

_NOTHING: Final = "(left out)"


def explained_text(sentence: SentenceResult) -> str:
    """Return the lines about one sentence, with a blank one behind them."""
    return "".join(f"{line}\n" for line in _lines(sentence)) + "\n"


def _lines(sentence: SentenceResult) -> Iterator[str]:
    yield f"< {_one_line(sentence.source)}"
    yield f"> {_one_line(sentence.output)}"
    if sentence.split is not None:
        yield from _structure(sentence.split)
    if sentence.check is not None:
        place = "the sentence stays" if sentence.check.rank is None else f"version {sentence.check.rank} stands"
        yield f"  final check: {'; '.join(sentence.check.failed)}; {place}"
    if sentence.explanation is None:
        return
    if sentence.explanation.changed:
        yield "  changed"
        for change in sentence.explanation.changed:
            yield from _changed(change)
    if sentence.explanation.kept:
        yield "  stayed"
        for phrase in sentence.explanation.kept:
            yield from _kept(phrase)


def _structure(part: SplitPart) -> Iterator[str]:
    """Yield the rules that made a sentence of the one before it; once for all parts of a split one."""
    if part.number > 1:
        return
    yield f"  of: {_one_line(part.whole)}"
    for rule in part.rules:
        yield f"    {rule.kind}: {rule.name} (stands with {rule.stands:.2f})"
        yield f"      as in: {' -> '.join(map(_one_line, rule.example))}"
        for piece in rule.dropped:
            yield f"      left out: {_one_line(piece)}"


def _changed(change: ChangedPhrase) -> Iterator[str]:
    edit, rule = change.edit, change.edit.rule
    yield f"    {_one_line(edit.source)} -> {_shown(edit.target)}: {change.reason.text}"
    yield f"      rule: {rule.lhs} | {rule.source} | {_shown(rule.target)} ({rule.grammar})"
    if edit.spelling:
        yield f"      spelling: {edit.spelling}"
    if change.contributions:
        parts = ", ".join(f"{name} {value:+.2f}" for name, value in change.contributions.items())
        yield f"      for it: {parts}"
    yield from _candidates(change.runners_up)


def _kept(phrase: KeptPhrase) -> Iterator[str]:
    yield f"    {_one_line(phrase.source)}"
    yield from _candidates(phrase.candidates)
    if not phrase.candidates:
        yield "      no rule has other words for it"


def _candidates(candidates: Sequence[Candidate]) -> Iterator[str]:
    for one in candidates:
        yield f"      not {_shown(one.target)}: {one.reason.text}"


def _shown(target: str) -> str:
    return _one_line(target) or _NOTHING


def _one_line(text: str) -> str:
    return " ".join(text.split())
