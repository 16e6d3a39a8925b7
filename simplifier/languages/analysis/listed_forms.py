"""The inflected forms of listed pairs. Lists give basic forms; recipes ask the language for the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple, Protocol

from simplifier.languages.analysis.tagger import Tagger

__all__ = ["ListedForms", "NumberRule"]


class NumberRule(NamedTuple):
    """A number, a span of time or a date in plainer form, with the same value.

    Attributes:
        label: the part of speech, or the kind of phrase.
        source: the number as texts write it, in decoder forms.
        target: the plainer form, in decoder forms.
        worth: value of the rule's feature, the number of changed words that the feature makes up for.
    """

    label: str
    source: str
    target: str
    worth: float


class ListedForms(Protocol):
    """Forms and labels of listed pairs."""

    @property
    def word_labels(self) -> Collection[str]:
        """Labels that single words without a part of speech may get."""

    def forms_of(self, source: str, target: str, part: str) -> Iterator[tuple[str, str, str]]:
        """Yield tag, source and target of every form of a pair.

        Args:
            source: basic form, words between single spaces.
            target: basic form of the replacement, written the same way.
            part: name of the part of speech (`TagRoles.basic`).
        """

    def labels_of(self, source: str, tag: str, tagger: Tagger) -> Collection[str]:
        """Return the labels that a form stands under."""

    def form_label(self, source: str, tag: str, part: str, tagger: Tagger) -> str:
        """Return the label of an inflected form."""

    def number_rules(self, tagger: Tagger) -> Iterator[NumberRule]:
        """Yield numbers in plainer form, once for each label."""
