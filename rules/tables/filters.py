"""Filters that keep pairs out of a table: thresholds on features, lengths, rank, and damage."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simplifier.languages.language import Language
from simplifier.rules.features.statistics import rank_within_sources
from simplifier.rules.grammar.batch import FloatColumn, RuleBatch
from simplifier.rules.readers import TARGET_SCORES

__all__ = ["RuleFilter", "is_damaged"]

BoolArray = NDArray[np.bool_]

_NOT_WORDS = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")
# A question mark inside a word is what is left of a letter that an encoding error destroyed.
_LOST_LETTER = re.compile(r"\?\w|\w\?")
_TYPOGRAPHIC = frozenset("‘’“”–—…£€¥§°·×´")


@dataclass(frozen=True, slots=True)
class RuleFilter:
    """The conditions under which a source's rules enter a table.

    Attributes:
        minimum: least value by feature name; a missing value passes.
        maximum: greatest value by feature name; a missing value passes.
        maximum_source_words: most symbols of the source side; 0 is no limit.
        maximum_target_words: most symbols of the target side; 0 is no limit.
        top_targets: number of targets kept for a source side, the best by the score that came with them; 0 is no limit.
        drop_number_changes: drop pairs whose digits differ.
        drop_punctuation_changes: drop pairs that differ only in punctuation.
        drop_spelling_changes: drop pairs that differ only in spelling ("centre", "center").
        drop_damaged: drop pairs with letters lost to encoding errors, or with characters foreign to the script.
        drop_label_clashes: drop pairs whose two sides share no label of the tagger.
    """

    minimum: dict[str, float] = field(default_factory=dict)
    maximum: dict[str, float] = field(default_factory=dict)
    maximum_source_words: int = 0
    maximum_target_words: int = 0
    top_targets: int = 0
    drop_number_changes: bool = False
    drop_punctuation_changes: bool = False
    drop_spelling_changes: bool = False
    drop_damaged: bool = False
    drop_label_clashes: bool = False

    def select(self, batch: RuleBatch, dropped: Counter[str], language: Language) -> RuleBatch:
        """Return the rules that pass all conditions which can be tested before features are computed.

        ``dropped`` counts the other rules by reason, each under the first that applies. If ``top_targets`` is set,
        the batch must hold all rules of each of its sources (`simplifier.rules.grammar.batch.whole_sources`).
        """
        batch = self._thresholds(batch, dropped)
        if self.maximum_source_words:
            batch = _keep(batch, _shorter(batch.sources, self.maximum_source_words), "source too long", dropped)
        if self.maximum_target_words:
            batch = _keep(batch, _shorter(batch.targets, self.maximum_target_words), "target too long", dropped)
        if self.drop_damaged:
            batch = _keep(batch, _undamaged(batch, language.script), "damaged", dropped)
        pairs = (
            (self.drop_number_changes, _same_digits, "number changed"),
            (self.drop_punctuation_changes, _same_only_in_words, "only punctuation changed"),
        )
        for wanted, test, reason in pairs:
            if wanted:
                batch = _keep(batch, test(batch), reason, dropped)
        if self.drop_spelling_changes:
            batch = _keep(batch, _other_words(batch, language), "only spelling changed", dropped)
        # Last, so that targets which fail another condition take no place from those that stay.
        if self.top_targets:
            score = next((batch.features[name] for name in TARGET_SCORES if name in batch.features), None)
            if score is not None and len(batch):
                rank, _ = rank_within_sources(batch.sources, np.nan_to_num(score, nan=-np.inf).astype(np.float64))
                batch = _keep(batch, rank <= self.top_targets, "not among the top targets", dropped)
        return batch

    def passes(self, features: dict[str, FloatColumn], size: int, dropped: Counter[str]) -> BoolArray:
        """Return which rules pass the thresholds on features; ``dropped`` counts the others by reason."""
        keep = np.ones(size, dtype=np.bool_)
        # The comparisons are negated so that NaN, a missing value, passes.
        for name, least in self.minimum.items():
            if name in features:
                _mark(keep, ~(features[name] < least), f"{name} below {least:g}", dropped)
        for name, greatest in self.maximum.items():
            if name in features:
                _mark(keep, ~(features[name] > greatest), f"{name} above {greatest:g}", dropped)
        return keep

    def _thresholds(self, batch: RuleBatch, dropped: Counter[str]) -> RuleBatch:
        return batch.select(self.passes(batch.features, len(batch), dropped))


def is_damaged(text: str, script: str) -> bool:
    """Return whether a phrase holds lost letters, control characters or other foreign characters.

    Args:
        text: the phrase.
        script: script of the language (`Language.script`).
    """
    if "?" in text and _LOST_LETTER.search(text):
        return True
    return not text.isascii() and any(_is_foreign(character, script) for character in text)


def _is_foreign(character: str, script: str) -> bool:
    if character.isascii() or character in _TYPOGRAPHIC:
        return False
    return not (character.isalpha() and script in unicodedata.name(character, ""))


def _mark(keep: BoolArray, passing: BoolArray, reason: str, dropped: Counter[str]) -> None:
    count = int((keep & ~passing).sum())
    if count:
        dropped[reason] += count
        keep &= passing


def _keep(batch: RuleBatch, passing: BoolArray, reason: str, dropped: Counter[str]) -> RuleBatch:
    _mark(np.ones(len(batch), dtype=np.bool_), passing, reason, dropped)
    return batch.select(passing)


def _shorter(sides: list[str], limit: int) -> BoolArray:
    return np.fromiter((side.count(" ") < limit for side in sides), dtype=np.bool_, count=len(sides))


def _undamaged(batch: RuleBatch, script: str) -> BoolArray:
    pairs = zip(batch.sources, batch.targets, strict=True)
    whole = (not (is_damaged(s, script) or is_damaged(t, script)) for s, t in pairs)
    return np.fromiter(whole, np.bool_, count=len(batch))


def _same_digits(batch: RuleBatch) -> BoolArray:
    pairs = zip(batch.sources, batch.targets, strict=True)
    same = (sorted(_DIGITS.findall(s)) == sorted(_DIGITS.findall(t)) for s, t in pairs)
    return np.fromiter(same, np.bool_, count=len(batch))


def _same_only_in_words(batch: RuleBatch) -> BoolArray:
    pairs = zip(batch.sources, batch.targets, strict=True)
    return np.fromiter((s == t or _letters(s) != _letters(t) for s, t in pairs), np.bool_, count=len(batch))


def _other_words(batch: RuleBatch, language: Language) -> BoolArray:
    """Return which rules do not merely spell the words of their source side otherwise."""
    pairs = zip(batch.sources, batch.targets, strict=True)
    other = (
        s == t or language.common_spelling(s.split(" ")) != language.common_spelling(t.split(" ")) for s, t in pairs
    )
    return np.fromiter(other, np.bool_, count=len(batch))


def _letters(text: str) -> str:
    return text if text.isalnum() else _NOT_WORDS.sub("", text)
