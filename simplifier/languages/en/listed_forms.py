"""The forms of pairs that stand in a list by their basic forms, with their labels."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from simplifier.languages.en.labels import phrase_label
from simplifier.languages.en.words.inflection import INFLECTIONS, inflected, verb_place
from simplifier.languages.en.words.tags import ROLES
from simplifier.languages.parts.tagger import Tagger

__all__ = ["WORD_LABELS", "form_label", "forms_of", "labels_of"]

#: Labels of single words that pairs without labels may get.
WORD_LABELS: Final = frozenset(tag for tags in ROLES.parts.values() for tag in tags) - {"RBR", "RBS"}


def forms_of(source: str, target: str, part: str) -> Iterator[tuple[str, str, str]]:
    """Yield tag, source and target of every form of a pair.

    Args:
        source: basic form, words between single spaces.
        target: the same of what stands for it.
        part: name of the part of speech (`TagRoles.basic`).
    """
    basic = ROLES.basic[part]
    for tag in (basic, *INFLECTIONS.get(basic, ())):
        if tag in ("JJR", "JJS"):  # "more" and "most" are not part of the word
            if " " in inflected(source, tag):
                continue
        yield tag, _inflect(source, tag), _inflect(target, tag)


def labels_of(source: str, tag: str, tagger: Tagger) -> Collection[str]:
    """Return the labels that a form stands under; the basic form of a verb has two."""
    words = source.split(" ")
    if len(words) > 1:
        return (phrase_label(tagger.tag(words, fragment=True)),)
    return (tag, "VBP") if tag == "VB" else (tag,)


def form_label(source: str, tag: str, part: str, tagger: Tagger) -> str:
    """Return the label of an inflected form: its tag; of a verb with particles that of the phrase."""
    first, *rest = source.split(" ")
    if rest and part == "VB":
        return phrase_label([tag, *tagger.tag([first, *rest], fragment=True)[1:]])
    return tag


def _inflect(phrase: str, tag: str) -> str:
    words = phrase.split(" ")
    place = verb_place(words) if tag.startswith("VB") else len(words) - 1
    words[place] = inflected(words[place], tag)
    return " ".join(words)
