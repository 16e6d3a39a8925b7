"""All forms of pairs that a list has by their basic forms: what a recipe asks of a language that inflects."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple, Protocol

from simplifier.languages.parts.tagger import Tagger

__all__ = ["ListedForms", "NumberRule"]


class NumberRule(NamedTuple):
    """A number, a span of time or a date in plainer form, with the same value.

    Attributes:
        label: of the span.
        source: words as the decoder sees them.
        target: the same of what stands for it.
        worth: words whose change the rule makes up for.
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
            target: the same of what stands for it.
            part: name of the part of speech (`TagRoles.basic`).
        """

    def labels_of(self, source: str, tag: str, tagger: Tagger) -> Collection[str]:
        """Return the labels that a form stands under."""

    def form_label(self, source: str, tag: str, part: str, tagger: Tagger) -> str:
        """Return the label of an inflected form."""

    def number_rules(self, tagger: Tagger) -> Iterator[NumberRule]:
        """Yield numbers in plainer form, once for each label."""
