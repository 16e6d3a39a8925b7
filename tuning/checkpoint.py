"""The state of a run after an iteration, written in one piece."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from base.errors import FormatError, InputError
from base.writing import write_text
from tuning.candidates.pool import PoolBlock

__all__ = ["Best", "Checkpoint"]

_VERSION: Final = 2


@dataclass(slots=True)
class Best:
    """The weights that did best so far on one part of the development set."""

    iteration: int = -1
    objective: float = float("-inf")
    weights: list[float] = field(default_factory=list)

    def offer(self, iteration: int, objective: float, weights: list[float]) -> bool:
        """Take these weights if they are better, and say so; the earlier of equals stays."""
        if objective <= self.objective:
            return False
        self.iteration, self.objective, self.weights = iteration, objective, list(weights)
        return True


@dataclass(slots=True)
class Checkpoint:
    """What the next iteration starts from; random numbers need no state, they follow from seed and iteration.

    Attributes:
        fingerprint: digest of configuration, data and features; another run's checkpoint has another.
        iteration: iterations done.
        weights: of all features, as they go into the next iteration.
        pool: what each iteration added to the pool.
        history: bytes of the history file.
        tuning: the best on the tuning sentences.
        held_out: the best on the held-out sentences.
    """

    fingerprint: str
    iteration: int
    weights: list[float]
    pool: list[PoolBlock]
    history: int
    tuning: Best
    held_out: Best
    version: int = _VERSION

    def write(self, path: Path) -> None:
        """Replace the file; a reader sees the old checkpoint or the new one, never half of it."""
        write_text(path, json.dumps(asdict(self)) + "\n")

    @classmethod
    def read(cls, path: Path, fingerprint: str) -> Checkpoint:
        """Read a checkpoint of this very run.

        Raises:
            InputError: there is none.
            FormatError: it is damaged, or of a run with other settings or data.
        """
        if not path.exists():
            raise InputError(f"{path}: no checkpoint to resume from; start without --resume")
        try:
            found = _READER.validate_json(path.read_bytes(), strict=True)
        except OSError as error:
            raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise FormatError(
                path, f"is damaged ({f'{place!r}: ' if place else ''}{first['msg']}); {_ANEW}"
            ) from None
        if found.version != _VERSION:
            raise FormatError(path, f"has version {found.version}, not {_VERSION}; {_ANEW}")
        if found.fingerprint != fingerprint:
            raise FormatError(
                path,
                "is of a run with other settings, data or model; resume with those, or start this one anew "
                "in its place (--overwrite)",
            )
        if not found._whole():
            raise FormatError(path, f"is damaged (its numbers do not go together); {_ANEW}")
        return found

    def _whole(self) -> bool:
        """Whether the numbers can be those of one run."""
        known = len(self.weights)
        bests = all(
            0 <= one.iteration < self.iteration and len(one.weights) == known and math.isfinite(one.objective)
            for one in (self.tuning, self.held_out)
        )
        return (
            bests
            and all(map(math.isfinite, [*self.weights, *self.tuning.weights, *self.held_out.weights]))
            and len(self.pool) in (self.iteration, self.iteration - 1)
            and all(block.rows >= 0 for block in self.pool)
            and self.history > 0
        )


_ANEW: Final = "start the run anew (--overwrite)"
_READER: Final = TypeAdapter(Checkpoint)
