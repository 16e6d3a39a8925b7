"""N-gram language models: train, convert, load, score.

>>> from simplifier.lm import LanguageModel, convert, train
>>> train("simple.txt", "simple.arpa", order=4, prune=(0, 0, 1))
>>> convert("simple.arpa", "simple.binary", probability_bits=8, pointer_bits=22)
>>> LanguageModel("simple.binary").score_sentence("the cat sat .")

Natural logarithms everywhere; base 10 stays inside `simplifier.lm.model`.
"""

from __future__ import annotations

from simplifier.lm.conversion import convert
from simplifier.lm.model import LanguageModel, WordScore, load_native
from simplifier.lm.perplexity import Perplexity, measure_perplexity
from simplifier.lm.training import TrainingReport, train
from simplifier.lm.word_classes import load_native_classes, write_word_classes

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
