"""Importance of the sentences of a document, by which the least important ones are left out.

The score is a logistic regression over a few features, which need only the function words and pronouns of a language.
It was trained to predict which sentences of Wikipedia have a counterpart in the Simple Wikipedia. Its weights are in
``importance.toml`` beside this file.
"""

from __future__ import annotations

import dataclasses
import math
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import groupby
from typing import Final

from simplifier.languages import Language
from simplifier.record.annotated_sentence import AnnotatedSentence
from simplifier.record.decoded import DecodedSentence, Dropped, Rewriting

__all__ = ["FEATURES", "Importance", "sentence_features"]

FEATURES: Final = (
    "Constant",
    "First",  # 1 for the first sentence
    "Place",  # from 0 for the first sentence to 1 for the last
    "Sentences",  # natural logarithm of the number of sentences
    "Words",  # natural logarithm of the number of its tokens
    "Central",  # share of its content words that another sentence has, the mean over all others
    "LikeFirst",  # share of its content words that the first sentence has
    "Numbers",  # share of its tokens with a digit
    "Brackets",  # 1 if it has brackets
    "Pronoun",  # 1 if it begins with a pronoun
)


def sentence_features(sentences: Sequence[Sequence[str]], language: Language) -> list[dict[str, float]]:
    """Return the features of the sentences of one document; quadratic in their number.

    Args:
        sentences: the decoder forms of each sentence.
        language: the language of the document, for its function words and pronouns.
    """
    function = language.words.function
    content = [{word for word in one if word.isalpha() and word not in function} for one in sentences]
    total = len(sentences)
    found = []
    for number, (words, own) in enumerate(zip(sentences, content, strict=True)):
        size = max(1, len(own))
        others = [len(own & other) / size for place, other in enumerate(content) if place != number]
        values = (
            1.0,
            float(number == 0),
            number / max(1, total - 1),
            math.log(total),
            math.log(max(1, len(words))),
            sum(others) / max(1, len(others)),
            len(own & content[0]) / size if number else 1.0,
            sum(any(map(str.isdigit, word)) for word in words) / max(1, len(words)),
            float("(" in words),
            float(bool(words) and words[0] in language.words.pronouns),
        )
        found.append(dict(zip(FEATURES, values, strict=True)))
    return found


class Importance:
    """Leaves out the least important sentences of documents.

    Args:
        language: the language of the documents.
        weights: the weights, by feature; None for those in ``importance.toml``.
    """

    def __init__(self, language: Language, weights: Mapping[str, float] | None = None) -> None:
        self._language = language
        if weights is None:
            text = files("simplifier.policy").joinpath("importance.toml").read_text(encoding="utf-8")
            weights = tomllib.loads(text)["weights"]
        self.weights = dict(weights)

    def scores(self, sentences: Sequence[Sequence[str]]) -> list[Dropped]:
        """Return the importance of each sentence of a document, with the contribution of each feature.

        Args:
            sentences: the decoder forms of each sentence.
        """
        found = []
        for features in sentence_features(sentences, self._language):
            parts = {name: value * self.weights.get(name, 0.0) for name, value in features.items()}
            found.append(Dropped(1 / (1 + math.exp(-sum(parts.values()))), parts))
        return found

    def dropped(
        self, sentences: Sequence[AnnotatedSentence], results: Sequence[DecodedSentence], share: float
    ) -> list[DecodedSentence]:
        """Return the results, with those of the least important sentences empty; the first sentence always stays.

        Args:
            sentences: the sentences of one document; the parts of a split sentence stay or go together.
            results: the results of these sentences, in the same order.
            share: the share of the sentences to leave out, 0 to 1; their number is rounded down.
        """
        if share <= 0:
            return list(results)
        numbers = [[number for number, _ in group] for _, group in groupby(enumerate(sentences), key=_whole_sentence)]
        whole = [[form for number in own for form in sentences[number].given.tokens] for own in numbers]
        scores = self.scores(whole)
        order = sorted(range(1, len(whole)), key=lambda number: scores[number].importance)
        found = list(results)
        # The small term makes 0.3 of 10 sentences 3 sentences, although the product may be just below 3.
        for place in order[: math.floor(share * len(whole) + 1e-9)]:
            for number in numbers[place]:
                empty = (Rewriting("", 0.0, {}, ()),)
                found[number] = dataclasses.replace(
                    results[number], kbest=empty, check=None, elsewhere=(), dropped=scores[place]
                )
        return found


def _whole_sentence(numbered: tuple[int, AnnotatedSentence]) -> object:
    """Return a key that the parts of one split sentence share, and no other sentence has."""
    # Parts follow one another with numbers from 1, so their difference is the same for all parts. The text alone would
    # not do, because a document may repeat a sentence.
    number, one = numbered
    split = one.sentence.split
    return number if split is None else (split.whole, number - split.number)
