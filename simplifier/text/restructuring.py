"""Conversion of a structural plan to new sentences, which the pipeline treats like any others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from simplifier.languages import Language
from simplifier.languages.analysis.new_sentence import Clause, Inserted, Item, render
from simplifier.languages.analysis.tokens import Token
from simplifier.languages.structure.plans import Plan
from simplifier.text.segmentation import AppliedRule, Sentence, SplitPart

__all__ = ["ITEM", "keeps_capital", "restructured", "smallest_change"]

#: What begins an item of a list in plain text.
ITEM: Final = "\n- "
_LINE_END: Final = re.compile(r"\s*\n\s*")


def restructured(sentence: Sentence, plan: Plan, language: Language) -> list[Sentence]:
    """Return the new sentences of a plan.

    These sentences have texts of their own. Their ``split`` names the source sentence and the rules that made them.

    Args:
        sentence: the source.
        plan: a plan for its tokens.
        language: the language, which knows the inserted words that always have a capital.
    """
    rules = tuple(
        AppliedRule(
            one.rule.entry.name,
            one.rule.entry.kind,
            round(1 - risk, 6),
            tuple(one.rule.entry.example),
            _dropped(sentence, one.changes) if one.rule.entry.kind == "shorten" else (),
            _spans(sentence, one.changes),
        )
        for one, risk in zip(plan.proposals, plan.risks, strict=True)
    )
    lead = ITEM if plan.lists else " "
    return [
        _sentence(sentence, clause, SplitPart(rules[-1].name, number, sentence.text, rules, lead), language)
        for number, clause in enumerate(plan.sentences, 1)
    ]


def keeps_capital(tokens: Sequence[Token], tags: Sequence[str], language: Language) -> bool:
    """Return True if the first word of a sentence keeps its capital wherever it stands.

    Names do, and so does a noun before a number or a lone capital letter, which is a title: "Form 12-B", "Part A".

    Args:
        tokens: the tokens of the sentence.
        tags: their tags; empty if they have none.
        language: the language, which knows the tags of names and the words that always have a capital.
    """
    if not tokens or not tags:
        return False
    if tags[0] in language.roles.names or tokens[0].form in language.writing.capitals:
        return True
    following = tokens[1].surface if len(tokens) > 1 else ""
    lettered = len(following) == 1 and following.isalpha() and following.isupper() and following != "I"
    return tags[0] in language.roles.parts.get("noun", ()) and (lettered or following[:1].isdigit())


def _dropped(sentence: Sentence, changes: Mapping[int, Clause]) -> tuple[str, ...]:
    """Return the pieces of the source that are left out, neighbouring tokens as one."""
    spans = _spans(sentence, [place for place, items in changes.items() if not items])
    return tuple(sentence.text[start:end] for start, end in spans)


def _spans(sentence: Sentence, places: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return where tokens stand in their sentence, neighbouring ones as one span."""
    spans: list[tuple[int, int]] = []
    for place in sorted(places):
        token = sentence.tokens[place]
        if spans and not sentence.text[spans[-1][1] : token.start].strip():
            spans[-1] = (spans[-1][0], token.end)
        else:
            spans.append((token.start, token.end))
    return tuple(spans)


def _sentence(source: Sentence, clause: Clause, part: SplitPart, language: Language) -> Sentence:
    surfaces = [
        surface if isinstance(item, int) else language.writing.capitals.get(surface, surface)
        for item, surface in zip(clause, render(clause, [one.surface for one in source.tokens]), strict=True)
    ]
    places = [item.copy_of if isinstance(item, Inserted) else item for item in clause]
    surfaces = [
        surface if after == place + 1 > 0 else _fitting(surface, following, language)
        for surface, following, place, after in zip(
            surfaces, [*surfaces[1:], ""], places, [*places[1:], -1], strict=True
        )
    ]
    if not part.is_item:
        surfaces[0] = surfaces[0][:1].upper() + surfaces[0][1:]
    tokens: list[Token] = []
    copies: list[tuple[int, int, int]] = []
    text = ""
    for place, (item, surface) in enumerate(zip(clause, surfaces, strict=True)):
        if place:
            gap = _gap(source, item, surface)
            text += gap if part.lead == " " else _LINE_END.sub(" ", gap)
        _copy(copies, source, places[place], surface, text)
        form = source.tokens[item].form if isinstance(item, int) else item.word
        tokens.append(Token(surface, form, len(text), len(text) + len(surface)))
        text += surface
        if surface == "." and text.endswith("..") and len(tokens) > 1:  # "Jr." ends the sentence with its own full stop
            text = text[:-1]
            tokens.pop()
            copies = [(at, old, min(length, len(text) - at)) for at, old, length in copies if at < len(text)]
    return Sentence(text, source.start, tuple(tokens), split=part._replace(copies=tuple(copies)))


def _copy(copies: list[tuple[int, int, int]], source: Sentence, place: int, surface: str, before: str) -> None:
    """Add a word to what a new sentence has of its source, with the space before it where that is the same too.

    Args:
        copies: as in `SplitPart`.
        source: the source.
        place: the token that the word repeats; -1 for a new one.
        surface: how the word is written.
        before: the new sentence up to the word.
    """
    if place < 0 or source.tokens[place].surface != surface:
        return
    at = source.tokens[place].start
    if copies:
        start, old, length = copies[-1]
        gap = before[start + length :]
        if old + length <= at and source.text[old + length : at] == gap and not gap.strip():
            copies[-1] = (start, old, length + len(gap) + len(surface))
            return
    copies.append((len(before), at, len(surface)))


def _fitting(surface: str, following: str, language: Language) -> str:
    """Return a word in the form that fits the next word: "a" or "an"."""
    form = surface.lower()
    fitting = language.fitting_form(form, following) if following[:1].isalnum() else None
    if fitting is None or fitting == form:
        return surface
    return fitting.capitalize() if surface[0].isupper() else fitting


def _gap(source: Sentence, item: Item, surface: str) -> str:
    """Return the white space before a word: that of the source for its own words, else a space.

    A new mark has no space before it, unless marks stand apart in the source.
    """
    place = item.copy_of if isinstance(item, Inserted) else item
    if place > 0:
        return source.text[source.tokens[place - 1].end : source.tokens[place].start]
    return "" if surface[0] in "',.:" and not _is_spaced(source) else " "


def _is_spaced(source: Sentence) -> bool:
    """Return True if marks stand apart from words in the source, by the space between its last two tokens."""
    return len(source.tokens) > 1 and source.tokens[-2].end < source.tokens[-1].start


def smallest_change(before: str, after: str) -> tuple[int, int, str] | None:
    """Return the smallest stretch of whole words in which texts differ: start, end, new words; None if they do not."""
    if before == after:
        return None
    most = min(len(before), len(after))
    head = next((at for at in range(most) if before[at] != after[at]), most)
    while head and not before[head - 1].isspace():
        head -= 1
    most -= head
    tail = next((at for at in range(most) if before[-1 - at] != after[-1 - at]), most)
    while tail and not before[-tail].isspace():
        tail -= 1
    return head, len(before) - tail, after[head : len(after) - tail]
