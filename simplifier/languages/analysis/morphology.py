"""Inflection over the words of a text: the readings of a form, and the forms of a reading."""

from __future__ import annotations

from typing import NamedTuple, Protocol

__all__ = ["Morphology", "Reading"]


class Reading(NamedTuple):
    """One way to read a form.

    Attributes:
        part: tag of the basic form, which stands for the part of speech.
        tag: tag of the form.
        lemma: the basic form; that of a phrase includes the words that do not inflect.
    """

    part: str
    tag: str
    lemma: str


class Morphology(Protocol):
    """The inflection that is needed to make rules for the missing forms of a pair.

    `simplifier.rules.extraction.paradigms` makes these rules.
    """

    def readings(self, phrase: str) -> list[Reading]:
        """Return the readings of a word or phrase; empty if it has none."""

    def share(self, phrase: str, tag: str) -> float:
        """Return the share of a form's uses that have this tag, 0-1."""

    def form_pairs(self, part: str, source: str, target: str) -> dict[str, tuple[str, str]]:
        """Return the pairs of inflected forms of two basic forms, by tag; the texts must have both forms of a pair."""

    def form_labels(self, tag: str) -> tuple[str, ...]:
        """Return the labels of words in this form: its tag, and the tags of forms that are always spelt alike."""

    def label_agrees(self, label: str, part: str) -> bool | None:
        """Return whether the label of a rule belongs to a part of speech; None if the label does not say."""

    def needs_basic_form(self, part: str) -> bool:
        """Return whether a pair of other forms says nothing about the basic forms: "better" is not "good"."""

    def are_relatives(self, source: str, target: str) -> bool:
        """Return whether one basic form is derived from the other; such a pair is no paradigm."""
