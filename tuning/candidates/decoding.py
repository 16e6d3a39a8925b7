"""Decoding a development set: into the pool, or to the best outputs alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from base.stopwatch import Stopwatch
from native import KBestLists
from simplifier.decoder import ChartDecoder, InputSentence
from tuning.candidates.objective import Objective
from tuning.candidates.pool import CandidatePool, distinct_keys

__all__ = ["Decoded", "decode_best", "decode_into_pool"]

_BATCH: Final = 64


@dataclass(frozen=True, slots=True)
class Decoded:
    """What decoding the tuning sentences gave.

    Attributes:
        outputs: the best output of every sentence.
        candidates: length of all lists together.
        new: candidates that were not in the pool.
        repeated: sentences whose list holds a single output.
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
) -> Decoded:
    """Decode to lists of ``size`` distinct outputs and put the new ones into the pool, scored.

    While one batch is scored, the next is decoded.
    """
    outputs: list[str] = []
    candidates = new = repeated = 0
    for start, lists in _batches(decoder, sentences, size, threads, watch):
        with watch.measure("score"):
            sizes = np.diff(lists.starts)
            of_rows = np.repeat(np.arange(start, start + len(sizes), dtype=np.int32), sizes)
            keys = distinct_keys(lists.keys, of_rows)
            rows = np.flatnonzero(pool.is_new(keys))
            texts = lists.outputs
            outputs += [texts[first] for first in lists.starts[:-1].tolist()]
            if len(rows):
                summands, scores = objective.evaluate([texts[row] for row in rows.tolist()], of_rows[rows])
                pool.append(
                    {
                        "features": lists.features[rows],
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


def decode_best(decoder: ChartDecoder, sentences: Sequence[InputSentence], threads: int) -> list[str]:
    """Return the best output of every sentence, words parted by spaces."""
    return decoder.decode_lists(sentences, 1, True, threads).outputs


def _batches(
    decoder: ChartDecoder, sentences: Sequence[InputSentence], size: int, threads: int, watch: Stopwatch
) -> Iterator[tuple[int, KBestLists]]:
    """Yield lists of batches in order; each is decoded while its predecessor is worked on."""
    places = range(0, len(sentences), _BATCH)

    def decode(start: int) -> KBestLists:
        return decoder.decode_lists(sentences[start : start + _BATCH], size, True, threads)

    with ThreadPoolExecutor(1) as ahead:
        waiting = ahead.submit(decode, 0) if len(sentences) else None
        for start in places:
            assert waiting is not None
            with watch.measure("decode"):
                lists = waiting.result()
            following = start + _BATCH
            waiting = ahead.submit(decode, following) if following < len(sentences) else None
            yield start, lists
