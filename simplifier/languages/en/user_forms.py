"""The forms of an entry of a user list: as it is written, and inflected.

An entry of single words, or of phrases with a part of speech, also covers its inflected forms: ``utilize``, ``use``
turns "utilized" into "used".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.inflection import INFLECTIONS, form_labels, inflected, verb_place
from simplifier.languages.en.words.tags import ROLES
from simplifier.languages.language import WordForm

__all__ = ["derived_forms", "head_place", "written_forms"]

_LEAST_SHARE: Final = 0.1  # of a word's uses (0 to 1), for a part of speech to count as its own

Words = tuple[str, ...]


def written_forms(source: Words, target: Words | None, part: str) -> Iterator[WordForm]:
    """Yield an entry as it is written, once for each label of a basic form."""
    tags = ROLES.parts.get(part)
    if tags is None:
        yield WordForm(source, target, part)
        return
    for tag in tags if part == "adverb" else form_labels(tags[0]):
        if tag == "VBP":
            yield WordForm(_be_as(source, "are"), target and _be_as(target, "are"), tag)
        else:
            yield WordForm(source, target, tag)


def head_place(label: str, length: int) -> int | None:
    """Return the place of the word that inflects in a phrase with a label; None if no word does."""
    if label.startswith("VB") or length == 1:
        return 0
    return length - 1 if label.startswith(("NN", "JJ")) else None


def derived_forms(source: Words, target: Words | None, part: str, tagger: Tagger | None) -> Iterator[WordForm]:
    """Yield the inflected forms of an entry, with a label if one source form has different targets."""
    if not source or target == ():
        return
    forms: dict[Words, dict[str, Words | None]] = {}
    for basic in _basic_tags(part, source, target, tagger):
        if basic == "VB" and target and target[0] == "not":
            continue  # "has no effect on" is "does not affect"
        for tag in INFLECTIONS[basic]:
            if tag == "VBD" and "be" in (source[0], target[0] if target else ""):
                for changed, new in _past_of_be(source, target):
                    forms.setdefault(changed, {})[tag] = new
                continue
            changed = _inflect(source, tag)
            if tag == "VBN" and target and target[0] == "be" != source[0] and changed == _inflect(source, "VBD"):
                continue  # "consisted" may be a past, which "been" is not
            if changed != source:
                forms.setdefault(changed, {})[tag] = None if target is None else _inflect(target, tag)
    for changed, targets in forms.items():
        if not part and len(set(targets.values())) == 1:
            yield WordForm(changed, next(iter(targets.values())), "")
        else:
            yield from (WordForm(changed, one, tag) for tag, one in targets.items())


def _be_as(words: Words, form: str) -> Words:
    """Return a phrase with another form of "be" where it begins with that verb."""
    return (form, *words[1:]) if words[:1] == ("be",) else words


def _past_of_be(source: Words, target: Words | None) -> Iterator[tuple[Words, Words | None]]:
    """Yield the past forms, "was" and "were", of a pair with the verb "be".

    If only the target has that verb ("have" -> "be"), the words do not tell which form is right, so none is yielded.
    """
    if source[0] != "be":
        return
    for form in ("was", "were"):
        new = target
        if target is not None:
            new = _be_as(target, form) if target[0] == "be" else _inflect(target, "VBD")
        yield (form, *source[1:]), new


def _basic_tags(part: str, source: Words, target: Words | None, tagger: Tagger | None) -> list[str]:
    if part:
        tag = ROLES.parts.get(part, ("",))[0]
        return [tag] if tag in INFLECTIONS else []
    if len(source) > 1:  # without a part of speech, the head is not known
        return []
    found = []
    for tag in ("VB", "NN"):
        heads = [source[0]]
        if target is not None:
            heads.append(target[0] if tag == "VB" else target[-1])
        if all(_can_be(head, tag, tagger) for head in heads):
            found.append(tag)
    return found


def _can_be(word: str, tag: str, tagger: Tagger | None) -> bool:
    """Return whether at least `_LEAST_SHARE` of a word's uses have a part of speech; true of unknown words."""
    known = tagger.word_tags(word) if tagger is not None else {}
    tags = form_labels(tag) if tag == "VB" else ("NN", "NNP")
    return word.isalpha() and (not known or sum(known.get(one, 0.0) for one in tags) >= _LEAST_SHARE)


def _inflect(phrase: Words, tag: str) -> Words:
    """Return a phrase with its verb inflected if the tag is of a verb, otherwise with its last word inflected."""
    if tag.startswith("VB"):
        place = verb_place(phrase)
        return (*phrase[:place], inflected(phrase[place], tag), *phrase[place + 1 :])
    return (*phrase[:-1], *inflected(phrase[-1], tag).split(" "))
