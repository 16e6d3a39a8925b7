"""Decoding of a development set: into the pool, or to the best outputs alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from simplifier.base.stopwatch import Stopwatch
from simplifier.core import CandidateInputs, KBestLists
from simplifier.decoder import ChartDecoder, InputSentence
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.acceptance import harm_inputs, judged
from simplifier.tuning.candidates.objective import Objective
from simplifier.tuning.candidates.pool import CandidatePool, distinct_keys

__all__ = ["Chooser", "Decoded", "decode_best", "decode_into_pool"]

_BATCH: Final = 64


class Chooser(Protocol):
    """The choice among the ``depth`` best candidates of a sentence; made by `simplifier.tuning.reranking.Reranking`.

    Where outputs are judged, the last of the inputs must be their harm (`simplifier.tuning.candidates.acceptance`).
    """

    depth: int
    inputs: CandidateInputs

    def gains(self, inputs: NDArray[np.float32]) -> FloatArray:
        """Return the gain of every candidate, which counts beside its model score, [rows]."""

    def chosen(self, lists: KBestLists, gains: FloatArray) -> list[int]:
        """Return the row of the chosen candidate of each sentence of a batch."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The outcome of decoding the tuning sentences.

    Attributes:
        outputs: the chosen output of every sentence.
        candidates: number of candidates in all lists together.
        new: number of candidates that were not in the pool before.
        repeated: number of sentences whose list holds a single output.
    """

    outputs: list[str]
    candidates: int
    new: int
    repeated: int


def decode_into_pool(
    decoder: ChartDecoder,
    sentences: Sequence[InputSentence],
    size: int,
    threads: int,
    objective: Objective,
    pool: CandidatePool,
    watch: Stopwatch,
    chooser: Chooser | None = None,
    judges: bool = False,
) -> Decoded:
    """Decode to lists of distinct outputs, score the new candidates and put them into the pool.

    While one batch is scored, the next one is decoded.

    Args:
        decoder: the decoder, with the weights to search with.
        sentences: the sentences of the development set.
        size: distinct outputs of a list; with a chooser, its ``depth`` counts instead.
        threads: threads of the decoder.
        objective: scores the candidates.
        pool: takes the new candidates. With a chooser, the last feature of a candidate is its gain, as predicted
            when the candidate was found.
        watch: measures ``decode`` (waiting for the decoder) and ``score``.
        chooser: chooses the output of each sentence; the model score alone does if None.
        judges: True if outputs must be `JudgedText`.
    """
    outputs: list[str] = []
    candidates = new = repeated = 0
    for start, lists, texts in _batches(decoder, sentences, size, threads, watch, chooser, judges):
        with watch.measure("score"):
            sizes = np.diff(lists.starts)
            of_rows = np.repeat(np.arange(start, start + len(sizes), dtype=np.int32), sizes)
            # Candidates that the pool knows already are neither stored nor scored again.
            keys = distinct_keys(lists.keys, of_rows)
            rows = np.flatnonzero(pool.is_new(keys))
            # Lists are in the order of scores, so without a chooser the first row of each is the output.
            features, standing = lists.features, lists.starts[:-1].tolist()
            if chooser is not None:
                gains = chooser.gains(lists.inputs)
                features = np.column_stack([features, gains.astype(np.float32)])
                standing = chooser.chosen(lists, gains)
            outputs += [texts[row] for row in standing]
            if len(rows):
                summands, scores = objective.evaluate([texts[row] for row in rows.tolist()], of_rows[rows])
                pool.append(
                    {
                        "features": features[rows],
                        "summands": summands,
                        "scores": scores,
                        "sentences": of_rows[rows],
                        "keys": keys[rows],
                    }
                )
        candidates += len(texts)
        new += len(rows)
        repeated += int((sizes == 1).sum())
    pool.end_iteration()
    return Decoded(outputs, candidates, new, repeated)


def decode_best(
    decoder: ChartDecoder,
    sentences: Sequence[InputSentence],
    threads: int,
    chooser: Chooser | None = None,
    judges: bool = False,
) -> list[str]:
    """Return the chosen output of every sentence, its words separated by spaces; as `JudgedText` if ``judges``."""
    outputs: list[str] = []
    for _, lists, texts in _batches(decoder, sentences, 1, threads, Stopwatch(), chooser, judges):
        rows = lists.starts[:-1].tolist()
        if chooser is not None:
            rows = chooser.chosen(lists, chooser.gains(lists.inputs))
        outputs += [texts[row] for row in rows]
    return outputs


def _batches(
    decoder: ChartDecoder,
    sentences: Sequence[InputSentence],
    size: int,
    threads: int,
    watch: Stopwatch,
    chooser: Chooser | None,
    judges: bool,
) -> Iterator[tuple[int, KBestLists, list[str]]]:
    """Yield for every batch, in order, its first sentence, its lists and their outputs.

    A thread decodes the next batch while the caller works on the present one.
    """
    places = range(0, len(sentences), _BATCH)
    depth, inputs = (size, None) if chooser is None else (chooser.depth, chooser.inputs)
    if inputs is None and judges:
        inputs = harm_inputs(decoder)

    def decode(start: int) -> KBestLists:
        return decoder.decode_lists(sentences[start : start + _BATCH], depth, True, threads, inputs)

    with ThreadPoolExecutor(1) as ahead:
        waiting = ahead.submit(decode, 0) if len(sentences) else None
        for start in places:
            assert waiting is not None
            with watch.measure("decode"):
                lists = waiting.result()
            # Submitted before this batch is yielded, so that it is decoded meanwhile.
            following = start + _BATCH
            waiting = ahead.submit(decode, following) if following < len(sentences) else None
            yield start, lists, judged(lists.outputs, lists.inputs[:, -1]) if judges else lists.outputs
