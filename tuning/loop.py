"""The tuning loop: every iteration decodes, scores, pools, optimises, keeps the best weights, and saves its state."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.stopwatch import Stopwatch
from simplifier.decoder import ChartDecoder
from simplifier.evaluation.metrics import metric_of_tokens
from simplifier.tuning.candidates.acceptance import check_judges
from simplifier.tuning.candidates.decoding import Decoded, decode_best, decode_into_pool
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import Objective, reference_set
from simplifier.tuning.candidates.parameters import Constraints, Parameters, feature_scales
from simplifier.tuning.candidates.pool import CandidatePool
from simplifier.tuning.candidates.problem import Problem
from simplifier.tuning.checkpoint import Best, Checkpoint
from simplifier.tuning.config import TuneConfig
from simplifier.tuning.dev_scores import DevScores
from simplifier.tuning.history import History, HistoryEnd
from simplifier.tuning.interruption import Interruption
from simplifier.tuning.normalisation import Normalisation
from simplifier.tuning.optimisers import Round, Stage
from simplifier.tuning.reranking import Reranking
from simplifier.tuning.run_folder import CHECKPOINT, HISTORY, POOL, begun

__all__ = ["Surroundings", "TuneResult", "TuningLoop"]


@dataclass(frozen=True, slots=True)
class TuneResult:
    """The result of a run.

    Attributes:
        weights: the weights of the best iteration, by feature name.
        iteration: the number of the best iteration; 0 for the weights that the run started from.
        tuning: scores of these weights on the tuning sentences, by name.
        held_out: scores of these weights on the held-out sentences, by name; empty without held-out sentences.
        history: one record per iteration.
        finished: False if the run was interrupted and can be resumed.
        simplified: scores of `simplify` with the configuration that the run wrote, by part of the lines
            (`simplifier.tuning.product`); empty for an interrupted run and where only the loop ran.
    """

    weights: dict[str, float]
    iteration: int
    tuning: dict[str, float]
    held_out: dict[str, float]
    history: list[dict[str, Any]]
    finished: bool
    simplified: dict[str, dict[str, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The parts of the pipeline around a decoder.

    Attributes:
        reranking: the trees that choose among the decoder's candidates; None if the score alone chooses.
        judge: returns the scores of the held-out lines as the whole pipeline writes them under the decoder's
            present weights; if None, the choice of decoder and trees is scored.
        settings: all settings of the pipeline as text; a resumed run must have the same.
    """

    reranking: Reranking | None = None
    judge: Callable[[], dict[str, float]] | None = None
    settings: str = ""


class TuningLoop:
    """One tuning run over a decoder and a development set.

    Args:
        config: the settings of the run.
        decoder: the decoder, with the weights to start from.
        tuning: the sentences to tune on.
        held_out: the sentences that choose the best iteration; None leaves the choice to the tuning sentences.
        report: takes a line of text per iteration.
        around: the rest of the pipeline.

    Raises:
        ConfigError: all weights are 0, a setting of the weights cannot be used, or a metric takes judged outputs but
            the decoder has no trees that judge.
    """

    def __init__(
        self,
        config: TuneConfig,
        decoder: ChartDecoder,
        tuning: DevSet,
        held_out: DevSet | None,
        report: Callable[[str], None] = lambda line: None,
        around: Surroundings = Surroundings(),  # noqa: B008
    ) -> None:
        self.config = config
        self._around = around
        self._decoder = decoder
        self._tuning = tuning
        self._held_out = held_out
        self._report = report
        self._threads = config.threads or len(os.sched_getaffinity(0))
        settings = config.weights
        self._names = decoder.feature_names
        self._constraints = Constraints(self._names, settings.frozen, settings.groups, settings.bounds)
        start = np.array([decoder.weights[name] for name in self._names])
        if not start.any():
            raise ConfigError(
                "all weights are 0, so every output is as good as another; give some in weights.initial, "
                "such as lm_NAME = 1.0 and PhrasePenalty = 1.0"
            )
        start = self._constraints.apply(start)
        free = [feature for members in self._constraints.members for feature in members.tolist()]
        scale = settings.normalise, settings.scale
        self._normalisation = Normalisation(self._names, free, *scale, start)
        self._start = self._normalisation.apply(start)
        metric = metric_of_tokens(config.objective.metric)
        reported = [metric_of_tokens(name) for name in config.objective.report]
        self._judges = check_judges([metric, *reported], self._names)
        self._objective = Objective(metric, reference_set(tuning))
        self._on_tuning = DevScores(self._objective, reported)
        # The score weight beside trees is chosen on the sentences that choose the iteration.
        self._weighed_on, self._weighed_by = tuning, self._objective
        self._on_held_out: DevScores | None = None
        if held_out is not None:
            self._weighed_on, self._weighed_by = held_out, Objective(metric, reference_set(held_out))
            self._on_held_out = DevScores(self._weighed_by, reported)
        self._schedule: list[tuple[Stage, int]] = [
            (stage, number) for stage in config.stages for number in range(stage.iterations)
        ]

    def run(self, folder: Path, resume: bool = False) -> TuneResult:
        """Run all iterations, or those after the checkpoint in ``folder``.

        One more iteration follows the schedule: it only evaluates the last weights.

        Args:
            folder: the folder of the run.
            resume: True to go on after the checkpoint.

        Raises:
            InputError: there is nothing to tune (empty or constant lists, an objective of 0, no pairs), or an
                optimiser gave weights that are not finite; the last checkpoint stays.
            KeyboardInterrupt: the run was interrupted twice; the last checkpoint stays.
        """
        state = self._state(folder, resume)
        with begun(folder):
            history = History(folder / HISTORY, state.history)
            if state.iteration <= len(self._schedule):
                self._go_on(state, history, folder)
        return self._result(state, history)

    def _go_on(self, state: Checkpoint, history: History, folder: Path) -> None:
        """Run the iterations that are left, until they are done or interrupted."""
        width = self._objective.width
        pool = CandidatePool(folder / POOL, self._width, width, state.pool, self.config.kbest.keep)
        with Interruption(self._report) as interruption:
            while state.iteration <= len(self._schedule) and not interruption.requested:
                # Pool and history are on disk before the checkpoint that tells of them. A run that is killed between
                # the two leaves rows behind the last checkpoint, and the next run cuts them off.
                record = self._iterate(state, pool)
                history.append(record)
                state.history = history.end
                state.pool = pool.blocks
                state.write(folder / CHECKPOINT)
                self._report(history.line(record))
        pool.close(remove=state.iteration > len(self._schedule))

    @property
    def _width(self) -> int:
        """Number of features of a candidate in the pool: those of the decoder, and the gain if trees predict one."""
        return len(self._names) + (self._around.reranking is not None)

    def bytes_needed(self, new_share: float) -> int:
        """Return the bytes of the pool on disk at the end of the run.

        Args:
            new_share: the share (0 to 1) of candidates that are new in an iteration after the first.
        """
        reranking = self._around.reranking
        size = self.config.kbest.size if reranking is None else reranking.depth
        rows = size * len(self._tuning) * (1 + new_share * (len(self._schedule) - 1))
        return int(rows * CandidatePool.row_bytes(self._width, self._objective.width))

    def _state(self, folder: Path, resume: bool) -> Checkpoint:
        fingerprint = self.fingerprint()
        if resume:
            return Checkpoint.read(folder / CHECKPOINT, fingerprint)
        return Checkpoint(fingerprint, 0, self._start.tolist(), [], HistoryEnd(), Best(), Best())

    def fingerprint(self) -> str:
        """Return a digest of all settings, sentences, references, features and weights at the start."""
        digest = hashlib.sha256(self.config.fingerprint().encode())
        for part in (self._tuning, self._held_out):
            if part is not None:
                digest.update(repr(part.sources).encode())
                digest.update(repr(part.references).encode())
        digest.update(repr((self._names, self._start.tolist(), self._around.settings)).encode())
        return digest.hexdigest()

    def _iterate(self, state: Checkpoint, pool: CandidatePool) -> dict[str, Any]:
        """Evaluate the present weights and, unless the schedule is over, find the next weights.

        The best outputs of the tuning sentences, which are evaluated, come with the lists that are decoded for the
        pool.
        """
        watch = Stopwatch()
        number = state.iteration
        self._decoder.set_weights(dict(zip(self._names, state.weights, strict=True)))
        last = number == len(self._schedule)
        record: dict[str, Any] = {"iteration": number, "weights": self._named(state.weights)}
        reranking = self._around.reranking
        if reranking is not None:
            with watch.measure("weigh"):
                record["reranker"] = self._weigh(reranking)
        if last:
            with watch.measure("decode"), self._narrower():
                outputs = decode_best(self._decoder, self._tuning.sentences, self._threads, reranking, self._judges)
        else:
            with self._narrower():
                decoded = decode_into_pool(
                    self._decoder, self._tuning.sentences, self.config.kbest.size, self._threads,
                    self._objective, pool, watch, reranking, self._judges,
                )  # fmt: skip
            outputs = decoded.outputs
            record["kbest"] = {"candidates": decoded.candidates, "new": decoded.new, "pool": len(pool)}
        self._evaluate(state, record, outputs, watch)
        if not last:
            stage, place = self._schedule[number]
            self._check(pool, decoded, record)
            record["stage"] = stage.optimiser
            with watch.measure("train"):
                record |= self._optimise(state, pool, stage, place, watch)
        state.iteration += 1
        record["seconds"] = watch.rounded()
        return record

    def _weigh(self, reranking: Reranking) -> dict[str, float | None]:
        """Find the score weight beside the trees on the lines that choose the iteration; return its record."""
        if reranking.fixed:
            return {"score_weight": reranking.score_weight}
        found = reranking.weigh(self._weighed_on, self._weighed_by, self._threads)
        reranking.apply(found.score_weight)
        return {"score_weight": found.score_weight, "alone": found.alone, "chosen": found.chosen}

    @contextmanager
    def _narrower(self) -> Iterator[None]:
        """Decode with the pop limit of tuning inside the block."""
        own = self._decoder.pop_limit
        if self.config.kbest.pop_limit is not None:
            self._decoder.pop_limit = self.config.kbest.pop_limit
        try:
            yield
        finally:
            self._decoder.pop_limit = own

    def _evaluate(self, state: Checkpoint, record: dict[str, Any], outputs: list[str], watch: Stopwatch) -> None:
        with watch.measure("evaluate"):
            record["tuning"] = self._on_tuning.evaluate(outputs)
        chosen = record["tuning"]["objective"]
        state.tuning.offer(state.iteration, chosen, state.weights)
        if self._held_out is not None and self._on_held_out is not None:
            with watch.measure("evaluate"):
                record["held_out"] = self._judge(self._held_out, self._on_held_out)
            chosen = record["held_out"]["objective"]
        record["best"] = state.held_out.offer(state.iteration, chosen, state.weights)

    def _judge(self, held_out: DevSet, scores: DevScores) -> dict[str, float]:
        if self._around.judge is not None:
            return self._around.judge()
        reranking = self._around.reranking
        outputs = decode_best(self._decoder, held_out.sentences, self._threads, reranking, self._judges)
        return scores.evaluate(outputs)

    def _optimise(
        self, state: Checkpoint, pool: CandidatePool, stage: Stage, place: int, watch: Stopwatch
    ) -> dict[str, Any]:
        start = state.tuning.weights if stage.start == "best" else state.weights
        scales = feature_scales(pool, self._constraints.members)
        known = np.array(start)
        if self._around.reranking is not None:
            # The gain is the pool's last feature. It belongs to no parameter, so its weight stays.
            known = np.append(known, self._around.reranking.weight_of_gain)
        parameters = Parameters(self._constraints, scales, known)
        problem = Problem(pool, self._objective, parameters, self._around.reranking is not None)
        # The generator depends on seed and iteration alone, so a resumed run draws the same numbers.
        random = np.random.default_rng([self.config.seed, state.iteration])
        # One thread is enough for the small work, and sums are then made in the same order on every machine.
        with threadpool_limits(1, "blas"):
            outcome = stage.optimise(problem, parameters.start, Round(place, random, watch))
        share = stage.interpolation * stage.step_decay**place
        values = parameters.clip(share * outcome.values + (1 - share) * parameters.start)
        weights = parameters.weights(values)[: len(self._names)]
        if not all(map(math.isfinite, weights)):
            raise InputError(
                f"iteration {state.iteration}: {stage.optimiser} gave weights that are no numbers; check the "
                "features of the rule table for infinite values, or pull harder towards the previous weights"
            )
        state.weights = self._normalisation.apply(weights).tolist()
        named = {
            self._names[feature]: scale
            for members, scale in zip(self._constraints.members, scales.tolist(), strict=True)
            for feature in members
        }
        return {"training": outcome.report, "scales": named}

    def _check(self, pool: CandidatePool, decoded: Decoded, record: dict[str, Any]) -> None:
        """Refuse candidates that no optimiser can learn from."""
        name = self._objective.metric.name
        if record["tuning"]["objective"] == 0.0 and not np.any(pool.scores):
            raise InputError(
                f"{name} is 0 for every candidate; check that the references belong to the sources, line by "
                "line and in the same form"
            )
        # Where every list holds a single output, the fault is elsewhere: `Problem` refuses it with its own message.
        if decoded.repeated < len(self._tuning) and np.ptp(pool.scores) == 0.0:
            raise InputError(
                f"all {len(pool)} candidates have the same {name}; check the references, or choose an "
                "objective that tells outputs apart"
            )

    def _named(self, weights: list[float]) -> dict[str, float]:
        return dict(zip(self._names, weights, strict=True))

    def _result(self, state: Checkpoint, history: History) -> TuneResult:
        records = history.read()
        best = records[state.held_out.iteration] if records else {}
        return TuneResult(
            weights=self._named(state.held_out.weights or state.weights),
            iteration=state.held_out.iteration,
            tuning=best.get("tuning", {}),
            held_out=best.get("held_out", {}),
            history=records,
            finished=state.iteration > len(self._schedule),
        )
