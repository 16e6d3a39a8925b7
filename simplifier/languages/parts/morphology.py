"""Readings of words and forms of readings, over the words of a text: what inflection gives."""

from __future__ import annotations

from typing import NamedTuple, Protocol

__all__ = ["Morphology", "Reading"]


class Reading(NamedTuple):
    """One way to read a form.

    Attributes:
        part: tag of the basic form, which stands for the part of speech.
        tag: tag of the form.
        lemma: the basic form; of a phrase, with the words that stay as they are.
    """

    part: str
    tag: str
    lemma: str


class Morphology(Protocol):
    """What rules for missing forms of a pair are made with (`simplifier.rules.extraction.paradigms`)."""

    def readings(self, phrase: str) -> list[Reading]:
        """Return the readings of a word or phrase; none for what is neither."""

    def share(self, phrase: str, tag: str) -> float:
        """Return the share of a form's uses that have a tag, 0-1."""

    def form_pairs(self, part: str, source: str, target: str) -> dict[str, tuple[str, str]]:
        """Return the pair of every form of two basic forms, by its tag, that the texts hold on both sides."""

    def form_labels(self, tag: str) -> tuple[str, ...]:
        """Return the labels that words of a form have: its tag, and those of forms always spelt alike."""

    def label_agrees(self, label: str, part: str) -> bool | None:
        """Return whether the label of a rule is of a part of speech; None for one that says nothing."""

    def needs_basic_form(self, part: str) -> bool:
        """Return whether other forms say nothing of basic ones: what is better is not what is good."""

    def are_relatives(self, source: str, target: str) -> bool:
        """Return whether one basic form is derived from the other, so that they are no paradigm."""
