"""Training, measuring and calibration of the reader of context."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
import torch.nn.functional as functional
from numpy.typing import NDArray
from torch import Tensor

from simplifier.base.errors import InputError
from simplifier.decoder.context_reader import ReaderInputs, WordPieces, reader_inputs, tree_inputs
from simplifier.tuning.boosting.cross_fitting import separation
from simplifier.tuning.reading.encoder import ReaderNetwork
from simplifier.tuning.reading.examples import ReadSentence

__all__ = ["Calibration", "ReaderReport", "ReaderTraining", "calibrated", "predictions", "train_reader"]

#: Sentences of like length are read together; they are sorted among so many.
_SORTED: Final = 512
#: Word pieces of a batch where nothing is learnt.
_READ: Final = 6000
#: Only what is about as likely to stand as not is worth calibrating: nothing below is ever made.
_LEAST_LOGIT: Final = -1.0


@dataclass(frozen=True, slots=True)
class ReaderTraining:
    """Settings of the training.

    Attributes:
        epochs: how often every sentence is read.
        rate: the highest learning rate, which rises over the first steps and falls to 0.
        warm: share of the steps over which it rises.
        pieces: word pieces of a batch.
        decay: weight decay of matrices.
        seed: seed of the order, of the new weights and of what is left out.
        threads: threads of the training.
    """

    epochs: int = 3
    rate: float = 8e-5
    warm: float = 0.06
    pieces: int = 1600
    decay: float = 0.01
    seed: int = 1
    threads: int = 2


class Calibration(NamedTuple):
    """A line through the logits of each output, after Platt: the calibrated logit is slope x logit + offset."""

    slopes: tuple[float, ...]
    offsets: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ReaderReport:
    """The result of training.

    Attributes:
        learnt: number of changes that were learnt from.
        measured: number of changes that only measured.
        separated: area under the ROC curve on the changes that only measured: how well what stands, what fits, and
            what helps clearly is told from the rest.
        separated_by_trees: the area of the trees for what stands and what fits, on the changes that they judged.
        separated_with_trees: the areas of the reader on these changes.
        graded: number of changes to learn from with a label of how much they help.
    """

    learnt: int
    measured: int
    separated: tuple[float, ...]
    separated_by_trees: tuple[float, ...]
    separated_with_trees: tuple[float, ...]
    graded: int


class _Batch(NamedTuple):
    encoded: tuple[Tensor, Tensor, Tensor, Tensor]
    old: Tensor
    new: Tensor
    sentence: Tensor
    trees: Tensor
    labels: Tensor
    weights: Tensor


def train_reader(
    encoder: Path,
    vocabulary: Sequence[str],
    sentences: Sequence[ReadSentence],
    settings: ReaderTraining,
    report: Callable[[str], None] = lambda line: None,
) -> tuple[ReaderNetwork, ReaderReport]:
    """Train a network on the sentences that do not only measure, measure it on the others, and return both.

    The same sentences, settings and processor give the same network: bfloat16 rounds as the processor does.

    Args:
        encoder: the safetensors file of a pretrained encoder.
        vocabulary: its word pieces.
        sentences: the sentences with their marked changes.
        settings: the settings.
        report: takes lines of text about the progress.

    Raises:
        InputError: nothing to learn from, or nothing to measure on.
    """
    random.seed(settings.seed)
    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    pieces = WordPieces(vocabulary)
    learnt = [one for one in sentences if not one.measured]
    measured = [one for one in sentences if one.measured]
    if not learnt or not measured:
        raise InputError("the reader needs marked changes to learn from, and others to measure on")
    network = ReaderNetwork(encoder)
    _learn(network, pieces, learnt, settings, report)
    found = predictions(network, pieces, measured)
    labels = np.concatenate([one.labels for one in measured])
    chances = np.concatenate([one.chances for one in measured])
    judged = chances[:, 0] >= 0
    positive = np.where(np.isnan(labels), np.nan, labels > 0.5)
    return network, ReaderReport(
        sum(len(one.labels) for one in learnt),
        len(labels),
        _areas(found, positive),
        _areas(chances[judged], positive[judged]),
        _areas(found[judged], positive[judged]),
        sum(int((~np.isnan(one.labels[:, 2])).sum()) for one in learnt),
    )


def _learn(
    network: ReaderNetwork,
    pieces: WordPieces,
    sentences: Sequence[ReadSentence],
    settings: ReaderTraining,
    report: Callable[[str], None],
) -> None:
    read = [(reader_inputs(pieces, one.words, one.changes), one) for one in sentences]
    matrices = [one for one in network.parameters() if one.dim() > 1]
    vectors = [one for one in network.parameters() if one.dim() <= 1]
    groups = [{"params": matrices, "weight_decay": settings.decay}, {"params": vectors, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=settings.rate)
    epochs = [list(_batches(read, settings.pieces, shuffled=True)) for _ in range(settings.epochs)]
    steps = sum(map(len, epochs))
    step, lost = 0, 0.0
    network.train()
    for number, epoch in enumerate(epochs, 1):
        for chosen in epoch:
            rate = settings.rate * min(1.0, step / (settings.warm * steps)) * (1 - step / steps)
            for group in optimiser.param_groups:
                group["lr"] = rate
            batch = _batch([read[place] for place in chosen])
            with torch.autocast("cpu", torch.bfloat16):
                logits = _logits(network, batch)
            known = ~batch.labels.isnan()
            labels = torch.where(known, batch.labels, 0.0)
            losses = functional.binary_cross_entropy_with_logits(logits.float(), labels, reduction="none")
            # An unknown label costs nothing, whatever is said.
            whole = ((losses * known).mean(1) * batch.weights).sum() / batch.weights.sum()
            optimiser.zero_grad()
            whole.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            step, lost = step + 1, lost + whole.item()
            if step % 100 == 0:
                report(f"step {step} of {steps}, epoch {number}: loss {lost / 100:.4f}")
                lost = 0.0


def _logits(network: ReaderNetwork, batch: _Batch) -> Tensor:
    states = network.encoded(*batch.encoded)
    flat = states.reshape(-1, states.shape[-1])
    old, new = (matrix.to(flat.dtype) @ flat for matrix in (batch.old, batch.new))
    return network.judged(old, new, states[:, 0][batch.sentence], batch.trees)


def predictions(network: ReaderNetwork, pieces: WordPieces, sentences: Sequence[ReadSentence]) -> NDArray[np.float32]:
    """Return the logits of every change of the sentences in order, float32 [changes, outputs]."""
    read = [(reader_inputs(pieces, one.words, one.changes), one) for one in sentences]
    found: dict[int, NDArray[np.float32]] = {}
    network.eval()
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for chosen in _batches(read, _READ, shuffled=False):
            logits = _logits(network, _batch([read[place] for place in chosen])).float().numpy()
            ends = np.cumsum([len(read[place][1].labels) for place in chosen])
            found |= zip(chosen, np.split(logits, ends[:-1]), strict=True)
    return np.concatenate([found[place] for place in range(len(read))])


def _batches(read: Sequence[tuple[ReaderInputs, ReadSentence]], pieces: int, shuffled: bool) -> Iterator[list[int]]:
    order = list(range(len(read)))
    if shuffled:
        random.shuffle(order)
    found: list[list[int]] = []
    for first in range(0, len(order), _SORTED):
        batch: list[int] = []
        # In rising order, so that the last of a batch is its longest.
        for place in sorted(order[first : first + _SORTED], key=lambda place: len(read[place][0].ids)):
            if batch and len(read[place][0].ids) * (len(batch) + 1) > pieces:
                found.append(batch)
                batch = []
            batch.append(place)
        found.append(batch)
    if shuffled:
        random.shuffle(found)
    yield from found


def _batch(read: Sequence[tuple[ReaderInputs, ReadSentence]]) -> _Batch:
    length, changes = max(len(one.ids) for one, _ in read), sum(len(one.old) for one, _ in read)
    ids, positions, types = (torch.zeros(len(read), length, dtype=torch.long) for _ in range(3))
    segments = torch.full((len(read), length), -2)  # what is beyond the end sees the sentence and is seen by nothing
    old, new = (torch.zeros(changes, len(read) * length) for _ in range(2))
    sentence = torch.zeros(changes, dtype=torch.long)
    number = 0
    for row, (own, _) in enumerate(read):
        size = len(own.ids)
        for matrix, values in zip((ids, positions, types, segments), own[:4], strict=True):
            matrix[row, :size] = torch.tensor(values)
        for before, after in zip(own.old, own.new, strict=True):
            old[number, row * length + before.start : row * length + before.stop] = 1 / len(before)
            new[number, row * length + after.start : row * length + after.stop] = 1 / len(after)
            sentence[number] = row
            number += 1
    keys, queries = segments[:, None, :], segments[:, :, None]
    seen = (keys == -1) | ((keys == queries) & (keys >= 0))
    own_sentences = [one for _, one in read]
    return _Batch(
        (ids, positions, types, seen[:, None]),
        old,
        new,
        sentence,
        torch.from_numpy(tree_inputs(np.concatenate([one.chances for one in own_sentences]))),
        torch.from_numpy(np.concatenate([one.labels for one in own_sentences])),
        torch.from_numpy(np.concatenate([one.weights for one in own_sentences])),
    )


def calibrated(logits: NDArray[np.float32], labels: NDArray[np.float32]) -> Calibration:
    """Return the lines through the logits of likely changes with the least cross entropy (Platt 1999).

    Args:
        logits: float32 [changes, outputs].
        labels: float32 [changes, outputs], shares from 0 to 1; NaN where there is no label.
    """
    lines = []
    for said, wanted in zip(logits.T, labels.T, strict=True):
        near = (logits[:, 0] > _LEAST_LOGIT) & ~np.isnan(wanted)
        lines.append(_platt(said[near], wanted[near]) if near.any() else (1.0, 0.0))
    return Calibration(tuple(slope for slope, _ in lines), tuple(offset for _, offset in lines))


def _platt(logits: NDArray[Any], labels: NDArray[Any]) -> tuple[float, float]:
    """Return slope and offset by Newton's method."""
    points = np.stack([logits, np.ones_like(logits)]).astype(np.float64)
    line = np.array([1.0, 0.0])
    for _ in range(50):
        said = 1 / (1 + np.exp(-(line @ points)))
        gradient = points @ (said - labels)
        curvature = (points * (said * (1 - said))) @ points.T + 1e-6 * np.eye(2)
        line -= np.linalg.solve(curvature, gradient)
    return float(line[0]), float(line[1])


def _areas(scores: NDArray[np.float32], positive: NDArray[np.float64]) -> tuple[float, ...]:
    """Return the area for each column of scores, over the rows with a label."""
    found = []
    for said, wanted in zip(scores.T.astype(np.float64), positive.T, strict=False):
        known = ~np.isnan(wanted)
        found.append(separation(said[known], wanted[known] > 0))
    return tuple(found)
