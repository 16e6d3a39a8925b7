"""N-gram language models: train, convert, load, score.

>>> from lm import LanguageModel, convert, train
>>> train("simple.txt", "simple.arpa", order=4, prune=(0, 0, 1))
>>> convert("simple.arpa", "simple.binary", probability_bits=8, pointer_bits=22)
>>> LanguageModel("simple.binary").score_sentence("the cat sat .")

Natural logarithms everywhere; base 10 stays inside `lm.model`.
"""

from __future__ import annotations

from lm.conversion import convert
from lm.model import LanguageModel, WordScore, load_native
from lm.perplexity import Perplexity, measure_perplexity
from lm.training import TrainingReport, train
from lm.word_classes import load_native_classes, write_word_classes

__all__ = [
    "LanguageModel",
    "Perplexity",
    "TrainingReport",
    "WordScore",
    "convert",
    "load_native",
    "load_native_classes",
    "measure_perplexity",
    "train",
    "write_word_classes",
]
