"""The inflected forms of pairs that a list gives in their basic forms, with their labels."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from simplifier.languages.analysis.listed_forms import NumberRule
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.labels import phrase_label
from simplifier.languages.en.words.inflection import INFLECTIONS, inflected, verb_place
from simplifier.languages.en.words.number_forms import number_forms
from simplifier.languages.en.words.numerals import MONTHS
from simplifier.languages.en.words.tags import ROLES

__all__ = ["EnglishListedForms"]

_WORD_LABELS: Final = frozenset(tag for tags in ROLES.parts.values() for tag in tags) - {"RBR", "RBS"}


class EnglishListedForms:
    """Forms and labels of listed pairs (`simplifier.languages.analysis.listed_forms.ListedForms`)."""

    word_labels = _WORD_LABELS

    def forms_of(self, source: str, target: str, part: str) -> Iterator[tuple[str, str, str]]:
        """Yield tag, source and target of every form of a pair."""
        basic = ROLES.basic[part]
        for tag in (basic, *INFLECTIONS.get(basic, ())):
            if tag in ("JJR", "JJS"):  # "more" and "most" are not part of the word
                if " " in inflected(source, tag):
                    continue
            yield tag, _inflect(source, tag), _inflect(target, tag)

    def labels_of(self, source: str, tag: str, tagger: Tagger) -> Collection[str]:
        """Return the labels that a form stands under; the basic form of a verb has two."""
        words = source.split(" ")
        if len(words) > 1:
            return (phrase_label(tagger.tag(words, fragment=True)),)
        return (tag, "VBP") if tag == "VB" else (tag,)

    def form_label(self, source: str, tag: str, part: str, tagger: Tagger) -> str:
        """Return the label of an inflected form: its tag, or the label of the phrase for a verb with particles."""
        first, *rest = source.split(" ")
        if rest and part == "VB":
            return phrase_label([tag, *tagger.tag([first, *rest], fragment=True)[1:]])
        return tag

    def number_rules(self, tagger: Tagger) -> Iterator[NumberRule]:
        """Yield numbers, spans of time and dates in plainer form, once for each label."""
        for form in number_forms():
            words = form.source.split(" ")
            # The name of a month stays beside the digits, and is charged like a word that changes.
            worth = 2.0 if not frozenset(MONTHS).isdisjoint(words) else 1.0
            for label in {form.label, phrase_label(tagger.tag(words, fragment=True))}:
                yield NumberRule(label, form.source, form.target, worth)


def _inflect(phrase: str, tag: str) -> str:
    words = phrase.split(" ")
    place = verb_place(words) if tag.startswith("VB") else len(words) - 1
    words[place] = inflected(words[place], tag)
    return " ".join(words)
