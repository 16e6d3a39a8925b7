"""Tuning of the choice among structural plans toward a metric of the whole development set.

The gain of a way to say a sentence is its exact effect on the corpus score, while all other sentences are said as the
present weights choose. In every round, `fit_pairs` learns to order the ways by their gains, the weights move towards
what it learnt, and the effects are measured anew. This is PRO with a pool that is complete from the start, because
plans do not depend on the weights.
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
#: The share of what a round learnt in the new weights; the old weights have the rest.
_STEP: Final = 0.5


@dataclass(frozen=True, slots=True)
class PlanPool:
    """The outputs of a development set, and the outputs of other ways to say its sentences.

    Attributes:
        outputs: the output of every line without structural rules.
        lines: the numbers of the lines whose sentence can be said in more than one way.
        texts: the output of every way of these lines, one line after the other; the sentence as it is comes first.
        table: the features of the ways, in the same order.
    """

    outputs: Sequence[str]
    lines: Sequence[int]
    texts: Sequence[str]
    table: ChoiceTable

    @classmethod
    def read(cls, simplifier: Simplifier, outputs: Sequence[str], sources: Sequence[str]) -> PlanPool:
        """Find the ways to say each line, with their outputs.

        Args:
            simplifier: the model, with structural rules on.
            outputs: the outputs of the lines without structural rules.
            sources: the source lines.

        Raises:
            InputError: no line can be said in more than one way.
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
    """The result of climbing.

    Attributes:
        weights: the weights of the best round.
        scores: the objective on the lines that choose, before the first round and after each; higher is better.
        split: of the lines with a choice among those, the share (0 to 1) that the weights do not leave as they are.
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
    """Learn weights of the choice among plans.

    Args:
        pool: the ways to say the lines that are learnt from.
        objective: the objective on these lines, to be maximised.
        start: the weights to start from.
        held_out: the ways to say the lines that choose the round; those of ``pool`` if None.
        held_out_objective: the objective on the lines that choose.
        strength: strength of the pull of each round towards the weights before it (`Pull`).
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
    # Of equal rounds max takes the first, so the start stays unless some round is better.
    best = max(found, key=lambda one: one[0])[1]
    chosen = judge.table.chosen(judge.table.vector(best))
    share = float((chosen != judge.table.starts[:-1]).mean())
    return Climb(best, [score for score, _ in found], share)


def _standing(pool: PlanPool, objective: Objective, weights: Mapping[str, float]) -> FloatArray:
    """Return the summands of the output of every line under these weights, [lines, width]."""
    return objective.evaluate(pool.chosen(weights), _every_line(pool))[0]


def _score(pool: PlanPool, objective: Objective, weights: Mapping[str, float]) -> float:
    total = _standing(pool, objective, weights).sum(axis=0)
    return float(objective.corpus(total[np.newaxis])[0])


def _every_line(pool: PlanPool) -> NDArray[np.int32]:
    return np.arange(len(pool.outputs), dtype=np.int32)


def _judged(source: str, way: Way) -> str:
    """Return the text of a way, with what an editor would let stand of it."""
    return judged_result(assembled(source, way.results))
