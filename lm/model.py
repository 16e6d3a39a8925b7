"""Scoring with an n-gram model: KenLM's Python interface with natural logarithms and clear errors."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import kenlm

from simplifier import core
from simplifier.base.errors import InputError
from simplifier.lm.files import check_model, uncompressed

__all__ = ["LanguageModel", "WordScore", "load_native"]

LN_10 = math.log(10.0)

# KenLM's exceptions: "file.cc:65 in void f() threw SomeException because `condition'. The reason. Byte: 25".
_POSITION = re.compile(r"^.*? threw \w+(?: because `.*?')?\. ", re.DOTALL)
_ADVICE = re.compile(r" If your build system .*", re.DOTALL)
_LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class WordScore:
    """One word (or the sentence end) as the model sees it in its context.

    Attributes:
        log_probability: natural logarithm of the word's probability in its context.
        ngram_length: length in words of the longest n-gram of the model that ends with this word.
        unknown: whether the word is missing from the vocabulary.
    """

    log_probability: float
    ngram_length: int
    unknown: bool


class LanguageModel:
    """An n-gram model, read from an ARPA file (plain or compressed) or any KenLM binary.

    All scores are natural logarithms. A text is a string of words between spaces, or a sequence of words; it never
    holds the markers ``<s>`` and ``</s>``.

    >>> model = LanguageModel("simple.binary")
    >>> model.score_sentence("the cat sat .")      # ln p(the cat sat . </s> | <s>)
    >>> model.score_phrase(["the", "cat"])         # ln p(the cat), no context, no end

    Args:
        path: the model file.

    Raises:
        InputError: the file is missing, a directory, empty, truncated, of another format, of an order above 6, or
            does not match the checksums beside it.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        config = kenlm.Config()
        config.show_progress = False
        config.arpa_complain = kenlm.ARPALoadComplain.NONE
        # Decompressed here, because KenLM was not always built with zlib.
        with uncompressed(self.path) as plain:
            check_model(self.path, plain)
            try:
                self._model = kenlm.Model(str(plain), config)
            except (OSError, UnicodeDecodeError) as error:
                raise InputError(f"{path}: not a usable KenLM model (ARPA or binary): {_reason(error)}") from None

    @property
    def order(self) -> int:
        """Length of the longest n-grams."""
        return int(self._model.order)

    def __contains__(self, word: str) -> bool:
        """Say whether the vocabulary holds the word."""
        return word in self._model

    def __repr__(self) -> str:
        return f"LanguageModel({str(self.path)!r}, order={self.order})"

    def word_scores(self, text: str | Sequence[str], begin: bool = True, end: bool = True) -> list[WordScore]:
        """Return the score of each word.

        Args:
            text: the words.
            begin: whether the first word follows the start of a sentence; otherwise it has no context.
            end: whether the end of the sentence is scored too, as one more element.
        """
        words = text if isinstance(text, str) else " ".join(text)
        scores = self._model.full_scores(words, bos=begin, eos=end)
        return [WordScore(LN_10 * log10, length, unknown) for log10, length, unknown in scores]

    def score(self, text: str | Sequence[str], begin: bool, end: bool) -> float:
        """Return the natural logarithm of the words' probability; ``begin`` and ``end`` as in `word_scores`."""
        words = text if isinstance(text, str) else " ".join(text)
        # KenLM's own `score` adds up in single precision; the core adds up in double precision, as here.
        total: float = sum(log10 for log10, _, _ in self._model.full_scores(words, bos=begin, eos=end))
        return LN_10 * total

    def score_sentence(self, text: str | Sequence[str]) -> float:
        """Return ln p(words </s> | <s>)."""
        return self.score(text, begin=True, end=True)

    def score_phrase(self, text: str | Sequence[str]) -> float:
        """Return ln p(words) without context before and without an end after."""
        return self.score(text, begin=False, end=False)

    def count_unknown(self, text: str | Sequence[str]) -> int:
        """Count the words (tokens) that are not in the vocabulary."""
        words = text.split() if isinstance(text, str) else text
        return sum(word not in self._model for word in words)


def load_native(path: str | Path, check: bool = True) -> core.LanguageModel:
    """Open a model for the C++ core (the decoder's side), decompressing it first where needed.

    Args:
        path: the model file.
        check: compare the file with the checksums beside it, or walk through it if there are none; otherwise only
            the header is checked.

    Raises:
        InputError: as `LanguageModel`.
    """
    with uncompressed(Path(path)) as plain:
        if check:
            check_model(Path(path), plain)
        try:
            return core.LanguageModel(str(plain))
        except ValueError as error:
            raise InputError(str(error).replace(str(plain), str(path))) from None


def _reason(error: Exception) -> str:
    """Return what KenLM says is wrong, on one line, without its source positions and build advice."""
    if isinstance(error, UnicodeDecodeError):  # KenLM quotes the first line, which here is not text
        return "neither a KenLM binary nor ARPA text"
    text = re.sub(r"^Cannot read model '.*?' \((.*)\)$", r"\1", str(error), flags=re.DOTALL)
    text = _ADVICE.sub("", _POSITION.sub("", text))
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= _LONGEST_REASON else text[:_LONGEST_REASON] + " ..."
