"""The state of a run after an iteration, written in one piece."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from base.errors import FormatError, InputError
from base.reading import read_text
from base.writing import write_text

__all__ = ["Best", "Checkpoint"]

_VERSION = 1


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
        pool: rows of the pool after each iteration.
        history: bytes of the history file.
        tuning: the best on the tuning sentences.
        held_out: the best on the held-out sentences.
    """

    fingerprint: str
    iteration: int
    weights: list[float]
    pool: list[int]
    history: int
    tuning: Best
    held_out: Best

    def write(self, path: Path) -> None:
        """Replace the file; a reader sees the old checkpoint or the new one, never half of it."""
        write_text(path, json.dumps({"version": _VERSION} | asdict(self)) + "\n")

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
            state: dict[str, Any] = json.loads(read_text(path))
            version = state.pop("version")
            if version != _VERSION:
                raise FormatError(
                    path, f"has version {version}, not {_VERSION}; start again without --resume"
                )
            best = Best(**state.pop("tuning")), Best(**state.pop("held_out"))
            checkpoint = cls(**state, tuning=best[0], held_out=best[1])
        except (ValueError, KeyError, TypeError) as error:
            raise FormatError(path, f"is damaged ({error}); start again without --resume") from None
        if checkpoint.fingerprint != fingerprint:
            raise FormatError(
                path,
                "is of a run with other settings, data or model; resume with those, or start again without "
                "--resume",
            )
        return checkpoint
