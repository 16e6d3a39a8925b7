"""The words of a derivation in the spelling of the text: words of the text stay, and new words follow its spelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from simplifier.languages import Language
from simplifier.record.trace import GIVEN, AppliedChange, Trace
from simplifier.text import OutputWord

__all__ = ["SpelledTrace", "in_spelling"]


class SpelledTrace(NamedTuple):
    """The words of a derivation, and the numbers of the changes whose new words are not spelled as in the rule."""

    trace: Trace
    respelled: frozenset[int] = frozenset()


def in_spelling(traced: Trace, forms: Sequence[str], spelling: str, language: Language) -> SpelledTrace:
    """Write new words in a spelling.

    A rule that only respells words of the text is undone. If a rule respells a word and changes others, that word
    keeps the spelling of the text. Changes that the user asked for are written as the user wrote them.

    Args:
        traced: the words and changes of a derivation.
        forms: the decoder forms of the source.
        spelling: the spelling of new words; empty to leave them as rules spell them.
        language: the language of the text.
    """
    if not traced.changes:
        return SpelledTrace(traced)
    # Changes that only respell disappear, so that those that are left are numbered anew.
    idle = {
        number
        for number, change in enumerate(traced.changes)
        if change.application.grammar not in GIVEN and _only_spelled(change, language)
    }
    kept = [number for number in range(len(traced.changes)) if number not in idle]
    numbers = {number: place for place, number in enumerate(kept)}
    output: list[OutputWord] = []
    respelled: set[int] = set()
    place = 0
    while place < len(traced.output):
        number = traced.output[place].change
        end = place + 1
        while number is not None and end < len(traced.output) and traced.output[end].change == number:
            end += 1
        run = traced.output[place:end]
        place = end
        if number is None:
            output += run
        elif number in idle:
            output += [OutputWord(forms[source], source) for source in traced.changes[number].sources]
        else:
            change = traced.changes[number]
            if change.application.grammar not in GIVEN:
                run = _own_words(run, forms, change.sources, language)
                spelled = _spelled(run, spelling, language) if spelling else run
                if spelled != run:
                    respelled.add(numbers[number])
                run = spelled
            output += [word._replace(change=numbers[number]) for word in run]
    changes = [traced.changes[number] for number in kept]
    if not (idle or respelled) and tuple(output) == traced.output:
        return SpelledTrace(traced)
    targets: list[list[int]] = [[] for _ in changes]
    for at, word in enumerate(output):
        if word.change is not None:
            targets[word.change].append(at)
    changes = [replace(change, targets=tuple(own)) for change, own in zip(changes, targets, strict=True)]
    return SpelledTrace(Trace(tuple(output), tuple(changes)), frozenset(respelled))


def _only_spelled(change: AppliedChange, language: Language) -> bool:
    """Return True if a rule without gaps only writes the words of its source in another spelling."""
    rule = change.application
    if not rule.target or len(change.sources) != rule.end - rule.start:
        return False
    return _spelled_alike(rule.source, rule.target, language)


@lru_cache(maxsize=1 << 14)
def _spelled_alike(source: str, target: str, language: Language) -> bool:
    """Return True if two phrases are the same words in different spellings."""
    one, other = source.split(" "), target.split(" ")
    return one != other and language.common_spelling(one) == language.common_spelling(other)


def _own_words(
    run: Sequence[OutputWord], forms: Sequence[str], sources: Sequence[int], language: Language
) -> tuple[OutputWord, ...]:
    """Return the words of a change, with respelled words of the text replaced by copies from the text."""
    copied = {word.source for word in run}
    gone: dict[str, list[int]] = {}
    for source in sources:
        if source not in copied:
            gone.setdefault(_common(forms[source], language), []).append(source)
    found: list[OutputWord] = []
    for word in run:
        own = gone.get(_common(word.form, language)) if word.source is None else None
        if own:
            source = own.pop(0)
            word = OutputWord(forms[source], source, word.change)
        found.append(word)
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def _common(form: str, language: Language) -> str:
    return " ".join(language.common_spelling([form]))


def _spelled(run: Sequence[OutputWord], spelling: str, language: Language) -> tuple[OutputWord, ...]:
    """Return the words of a change, with the new words in a spelling.

    Neighbouring new words are respelled together, since a spelling may change their number.
    """
    found: list[OutputWord] = []
    new: list[str] = []
    change = run[0].change
    for word in (*run, None):
        if word is not None and word.source is None:
            new.append(word.form)
            continue
        found += [OutputWord(form, None, change) for form in language.respelled(new, spelling)]
        new.clear()
        if word is not None:
            found.append(word)
    return tuple(found)
