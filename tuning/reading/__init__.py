"""Training of the reader of context: a pretrained encoder that learns from marks which changes an editor lets stand."""

from __future__ import annotations

from simplifier.tuning.reading.examples import ReadSentence, sentences_to_read
from simplifier.tuning.reading.training import ReaderReport, ReaderTraining, train_reader

__all__ = ["ReadSentence", "ReaderReport", "ReaderTraining", "sentences_to_read", "train_reader"]
