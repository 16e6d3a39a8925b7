"""The interface of an optimiser: settings with a name, and one round of optimisation over the pool."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from simplifier.base.settings import Section
from simplifier.base.stopwatch import Stopwatch
from simplifier.evaluation.segments.metric import FloatArray
from simplifier.tuning.candidates.problem import Problem

__all__ = ["Outcome", "Round", "StageSettings"]


@dataclass(frozen=True, slots=True)
class Round:
    """The place of a round in its stage, and its random numbers.

    Attributes:
        number: number of rounds of this stage before this one.
        random: a generator made for this iteration alone, so that a resumed run draws the same numbers.
        watch: the stopwatch with which an optimiser may measure its parts.
    """

    number: int
    random: np.random.Generator
    watch: Stopwatch = field(default_factory=Stopwatch)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a round.

    Attributes:
        values: the new parameters, [parameters].
        report: figures about the round, by name, for the history.
    """

    values: FloatArray
    report: dict[str, float] = field(default_factory=dict)


class StageSettings(Section, ABC):
    """A stage of a tuning run: an optimiser, for a number of iterations.

    Attributes:
        optimiser: the name of the optimiser; a subclass declares it.
        iterations: number of iterations of decoding and optimising.
        start: ``last`` goes on from the last weights; ``best`` goes on from those with the best objective on the
            tuning sentences so far.
        interpolation: share (0 to 1) of the optimiser's answer in the new weights; the old weights have the rest.
        step_decay: the factor by which the share shrinks with every iteration of the stage.
    """

    iterations: Annotated[int, Field(ge=1, le=1000)] = 10
    start: Literal["last", "best"] = "last"
    interpolation: Annotated[float, Field(gt=0, le=1)] = 1.0
    step_decay: Annotated[float, Field(gt=0, le=1)] = 1.0

    @abstractmethod
    def optimise(self, problem: Problem, values: FloatArray, place: Round) -> Outcome:
        """Return better parameters.

        Args:
            problem: the pool, the objective and the parameters.
            values: the parameters to start from, [parameters].
            place: the place of the round in its stage, with its random numbers.
        """
