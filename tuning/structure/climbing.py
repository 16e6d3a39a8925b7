"""Weights of the choice among structural plans toward a metric of the whole development set.

What every way to say a sentence is worth is its exact effect on the corpus score while all other sentences
are said as they are chosen now. `fit_pairs` orders the ways by that, the choice moves, and effects are
counted anew: PRO with a pool that is whole from the beginning, for plans do not depend on weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.planning import Way
from simplifier.record.result import assembled
from simplifier.tuning.candidates.acceptance import judged_result
from simplifier.tuning.candidates.objective import Objective
from simplifier.tuning.structure.ranking import ChoiceTable, Pull, fit_pairs

__all__ = ["Climb", "PlanPool", "climb"]

_ROUNDS: Final = 6
#: What is added to the weights of a round of what was learnt in it.
_STEP: Final = 0.5


@dataclass(frozen=True, slots=True)
class PlanPool:
    """The outputs of a development set, and those that other ways to say its sentences give.

    Attributes:
        outputs: one a line, where no structural rule is used.
        lines: those whose sentence can be said in more than one way.
        texts: the texts of every way of these lines, the sentence as it is first.
        table: the features of the ways.
    """

    outputs: Sequence[str]
    lines: Sequence[int]
    texts: Sequence[str]
    table: ChoiceTable

    @classmethod
    def read(cls, simplifier: Simplifier, outputs: Sequence[str], sources: Sequence[str]) -> PlanPool:
        """Find the ways to say lines, and what becomes of each.

        Args:
            simplifier: the simplifier, with structural rules on.
            outputs: what the lines are without them.
            sources: lines.

        Raises:
            InputError: no line can be said in another way.
        """
        found = simplifier.ways(sources)
        lines = [number for number, ways in enumerate(found) if len(ways) > 1]
        if not lines:
            raise InputError("no sentence to tune on can be said in another way; see structure.also")
        return cls(
            [
                _judged(sources[number], found[number][0]) if number in set(lines) else output
                for number, output in enumerate(outputs)
            ],
            lines,
            [_judged(sources[number], way) for number in lines for way in found[number]],
            ChoiceTable.of([[way.features for way in found[number]] for number in lines]),
        )

    def chosen(self, weights: Mapping[str, float]) -> list[str]:
        """Return the output of every line under weights of the choice."""
        texts = list(self.outputs)
        for line, row in zip(self.lines, self.table.chosen(self.table.vector(weights)).tolist(), strict=True):
            texts[line] = self.texts[row]
        return texts


class Climb(NamedTuple):
    """What was learnt.

    Attributes:
        weights: the weights of the best round.
        scores: what the lines that choose score before the first round and after each; more is better.
        split: the share of those that have a choice which are not left as they are.
    """

    weights: dict[str, float]
    scores: list[float]
    split: float


def climb(
    pool: PlanPool,
    objective: Objective,
    start: Mapping[str, float],
    held_out: PlanPool | None = None,
    held_out_objective: Objective | None = None,
    strength: float = 0.001,
) -> Climb:
    """Learn to choose.

    Args:
        pool: the pool of the lines of the objective.
        objective: to maximise.
        start: weights to start from, towards which each round is pulled.
        held_out: the lines that choose the round; those of the pool if None.
        held_out_objective: on them.
        strength: of the pull.
    """
    judge, judged_by = (pool, objective) if held_out is None else (held_out, held_out_objective or objective)
    rows = np.repeat(np.asarray(pool.lines, dtype=np.int32), np.diff(pool.table.starts))
    summands, _ = objective.evaluate(pool.texts, rows)
    weights = dict(start)
    found: list[tuple[float, dict[str, float]]] = [(_score(judge, judged_by, weights), weights)]
    for _ in range(_ROUNDS):
        gains = objective.effects(summands.astype(np.float32), rows, _standing(pool, objective, weights))
        learnt = fit_pairs(pool.table, gains, Pull(weights, strength))
        weights = {name: (1 - _STEP) * weights.get(name, 0.0) + _STEP * value for name, value in learnt.items()}
        found.append((_score(judge, judged_by, weights), weights))
    best = max(found, key=lambda one: one[0])[1]
    chosen = judge.table.chosen(judge.table.vector(best))
    share = float((chosen != judge.table.starts[:-1]).mean())
    return Climb(best, [score for score, _ in found], share)


def _standing(pool: PlanPool, objective: Objective, weights: Mapping[str, float]) -> FloatArray:
    """Return the summands of what stands for every line now."""
    return objective.evaluate(pool.chosen(weights), _every_line(pool))[0]


def _score(pool: PlanPool, objective: Objective, weights: Mapping[str, float]) -> float:
    total = _standing(pool, objective, weights).sum(axis=0)
    return float(objective.corpus(total[np.newaxis])[0])


def _every_line(pool: PlanPool) -> NDArray[np.int32]:
    return np.arange(len(pool.outputs), dtype=np.int32)


def _judged(source: str, way: Way) -> str:
    """Return the text of a way, with what an editor would let stand of it."""
    return judged_result(assembled(source, way.results))
