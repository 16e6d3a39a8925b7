"""Flags that tell what kind of change a rule makes, by the words that stand on one side only."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from simplifier.languages.language import Language
from simplifier.rules.features.encoding import BoolArray, EncodedBatch, Side, Vocabulary
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec

__all__ = ["EditFeatures"]

_PREFIX_WIDTH = 24  # bytes of a word that are compared


class EditFeatures(FeatureGroup):
    """Flags of the kind of change; all 0 for self-rules."""

    name = "edit"
    specs = (
        FeatureSpec("SameStem", "1 if one word differs on each side and they are inflections of one stem", "flag"),
        FeatureSpec("FunctionWordInserted", "1 if a function word stands only in t", "flag"),
        FeatureSpec("FunctionWordRemoved", "1 if a function word stands only in s", "flag"),
        FeatureSpec("ContentWordInserted", "1 if content words stand only in t and none only in s", "flag"),
        FeatureSpec("ContentWordRemoved", "1 if content words stand only in s and none only in t", "flag"),
        FeatureSpec(
            "NumberChanged",
            "1 if a number (digits or a number word) stands on one side only, unless both name the same ones",
            "flag",
        ),
        FeatureSpec("NegationChanged", "1 if one side holds a negation and the other none", "flag"),
        FeatureSpec("Antonym", "1 if a word only in s and a word only in t are a listed antonym pair", "flag"),
    )

    def __init__(self, language: Language, antonyms: Collection[tuple[str, str]] | None = None) -> None:
        """``antonyms`` hold in both directions; without them the flag stays missing."""
        self._language = language
        pairs = antonyms or ()
        self._antonyms = {*pairs, *((second, first) for first, second in pairs)}
        self._antonym_words = frozenset(word for pair in self._antonyms for word in pair)

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute all flags; ``Antonym`` only where antonyms were given."""
        vocabulary, source, target = batch.vocabulary, batch.source, batch.target
        function = vocabulary.column("function", _Membership(self._language.words.function))
        negation = vocabulary.column("negation", _Membership(self._language.words.negations))
        number = vocabulary.column("number", self._numbers)
        content_source = source.any(batch.source_only & ~function[source.ids])
        content_target = target.any(batch.target_only & ~function[target.ids])
        negated_source, negated_target = source.any(negation[source.ids]), target.any(negation[target.ids])
        columns: dict[str, np.ndarray] = {
            "SameStem": self._same_stem(batch),
            "FunctionWordInserted": target.any(batch.target_only & function[target.ids]),
            "FunctionWordRemoved": source.any(batch.source_only & function[source.ids]),
            "ContentWordInserted": content_target & ~content_source,
            "ContentWordRemoved": content_source & ~content_target,
            "NumberChanged": self._number_changed(batch, number),
            "NegationChanged": negated_source != negated_target,
        }
        if self._antonyms:
            columns["Antonym"] = self._antonym(batch)
        return columns

    def _number_changed(self, batch: EncodedBatch, number: BoolArray) -> BoolArray:
        source, target = batch.source, batch.target
        result = source.any(batch.source_only & number[source.ids])
        result |= target.any(batch.target_only & number[target.ids])
        for row in np.flatnonzero(result):  # the same number in other words: twelve, 12
            sides = source.texts[row].split(" "), target.texts[row].split(" ")
            result[row] = not self._language.same_numbers(*sides)
        return result

    def _numbers(self, words: list[str]) -> BoolArray:
        named = self._language.words.numbers
        flags = (word in named or any(map(str.isdigit, word)) for word in words)
        return np.fromiter(flags, dtype=np.bool_, count=len(words))

    def _same_stem(self, batch: EncodedBatch) -> BoolArray:
        source_word, source_single = _only_word(batch.source, batch.source_only)
        target_word, target_single = _only_word(batch.target, batch.target_only)
        rows = np.flatnonzero(source_single & target_single)
        pairs = np.stack([source_word[rows], target_word[rows]])
        prefix = _common_prefix(batch.vocabulary, pairs[0], pairs[1])
        lengths = batch.vocabulary.column("bytes", _byte_lengths)
        # Only words that begin alike and have short endings are worth asking the language about, pair by pair.
        near = (prefix >= 3) & (lengths[pairs] - prefix <= 4).all(axis=0)
        result = np.zeros(len(batch), dtype=np.bool_)
        words = batch.vocabulary.words
        for row, first, second in zip(rows[near], *pairs[:, near], strict=True):
            result[row] = self._language.is_inflection(words[first], words[second])
        return result

    def _antonym(self, batch: EncodedBatch) -> BoolArray:
        known = batch.vocabulary.column("antonym", _Membership(self._antonym_words))
        source_known = batch.source_only & known[batch.source.ids]
        target_known = batch.target_only & known[batch.target.ids]
        result = batch.source.any(source_known) & batch.target.any(target_known)
        words = batch.vocabulary.words
        for row in np.flatnonzero(result):
            first = _words_of(batch.source, source_known, int(row), words)
            second = _words_of(batch.target, target_known, int(row), words)
            result[row] = any((a, b) in self._antonyms for a in first for b in second)
        return result


class _Membership:
    """Tells which words are in a set."""

    def __init__(self, members: frozenset[str]) -> None:
        self._members = members

    def __call__(self, words: list[str]) -> BoolArray:
        return np.fromiter(map(self._members.__contains__, words), dtype=np.bool_, count=len(words))


def _only_word(side: Side, only: BoolArray) -> tuple[np.ndarray, BoolArray]:
    """Return the word of each rule that the mask marks, and whether it marks exactly one."""
    # Where one word is marked, the sum over the marked words is its number.
    single = side.sum(only.astype(np.float64)) == 1
    word = side.sum(np.where(only, side.ids, 0).astype(np.float64)).astype(np.int64)
    return word, single


def _words_of(side: Side, where: BoolArray, row: int, words: list[str]) -> list[str]:
    start = int(side.starts[row])
    stop = start + int(side.lengths[row])
    return [words[side.ids[place]] for place in range(start, stop) if where[place]]


def _common_prefix(vocabulary: Vocabulary, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    spelled = vocabulary.column("spelling", _spelling)
    same = (spelled[first] == spelled[second]) & (spelled[first] != 0)
    prefix: NDArray[np.int64] = np.cumprod(same, axis=1, dtype=np.int8).sum(axis=1)
    return prefix


def _spelling(words: list[str]) -> np.ndarray:
    packed = b"".join(word.encode()[:_PREFIX_WIDTH].ljust(_PREFIX_WIDTH, b"\0") for word in words)
    return np.frombuffer(packed, dtype=np.uint8).reshape(len(words), _PREFIX_WIDTH)


def _byte_lengths(words: list[str]) -> np.ndarray:
    return np.fromiter((len(word.encode()) for word in words), dtype=np.int64, count=len(words))
