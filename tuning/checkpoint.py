"""The checkpoint: the state of a run after an iteration, written as a whole or not at all."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from simplifier.base.errors import FormatError, InputError
from simplifier.base.writing import sync_folder, write_text
from simplifier.tuning.candidates.pool import ANEW, PoolBlock
from simplifier.tuning.history import HistoryEnd

__all__ = ["Best", "Checkpoint"]

_VERSION: Final = 2


@dataclass(slots=True)
class Best:
    """The weights with the best objective so far on one part of the development set.

    Attributes:
        iteration: the iteration of these weights; -1 before the first.
        objective: their objective, signed so that higher is better.
        weights: the weights of all features.
    """

    iteration: int = -1
    objective: float = float("-inf")
    weights: list[float] = field(default_factory=list)

    def offer(self, iteration: int, objective: float, weights: list[float]) -> bool:
        """Take these weights if they are better, and return True if they are; among equals, the earlier ones stay."""
        if objective <= self.objective:
            return False
        self.iteration, self.objective, self.weights = iteration, objective, list(weights)
        return True


@dataclass(slots=True)
class Checkpoint:
    """The state that the next iteration starts from.

    Random numbers need no state: they follow from seed and iteration.

    Attributes:
        fingerprint: digest of configuration, data and features; a checkpoint of another run has another digest.
        iteration: number of iterations done.
        weights: the weights of all features, as they go into the next iteration.
        pool: the block that each iteration added to the pool.
        history: the end of the history file.
        tuning: the best weights on the tuning sentences.
        held_out: the best weights on the held-out sentences; on the tuning sentences if none are held out.
    """

    fingerprint: str
    iteration: int
    weights: list[float]
    pool: list[PoolBlock]
    history: HistoryEnd
    tuning: Best
    held_out: Best

    def write(self, path: Path) -> None:
        """Replace the file; a reader sees either the old checkpoint or the new one, never a part.

        Raises:
            InputError: the file cannot be written.
        """
        try:
            sync_folder(path.parent)  # so that the files of which the checkpoint tells outlast a power cut
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
        state = {"version": _VERSION} | asdict(self)
        write_text(path, json.dumps(state | {"checksum": _checksum(state)}) + "\n")

    @classmethod
    def read(cls, path: Path, fingerprint: str) -> Checkpoint:
        """Read the checkpoint of a run.

        Args:
            path: the file.
            fingerprint: the fingerprint of the run, which the checkpoint must have.

        Raises:
            InputError: there is no checkpoint, or it cannot be read.
            FormatError: the checkpoint is damaged, of another version, or of a run with other settings or data.
        """
        if not path.exists():
            raise InputError(f"{path}: no checkpoint to resume from; start without --resume")
        try:
            state = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
        except ValueError as error:
            raise FormatError(path, f"is damaged ({error}); {ANEW}") from None
        version = state.get("version") if isinstance(state, dict) else None
        if version != _VERSION:
            raise FormatError(path, f"has version {version!r}, not {_VERSION}; {ANEW}")
        if state.pop("checksum", None) != _checksum(state):
            raise FormatError(path, f"is damaged (its checksum does not fit); {ANEW}")
        del state["version"]
        if state["fingerprint"] != fingerprint:
            raise FormatError(
                path,
                "is of a run with other settings, data or model; resume with those, or start this one anew "
                "in its place (--overwrite)",
            )
        state["pool"] = [PoolBlock(**block) for block in state["pool"]]
        state["history"] = HistoryEnd(**state["history"])
        state["tuning"], state["held_out"] = Best(**state["tuning"]), Best(**state["held_out"])
        return cls(**state)


def _checksum(state: Mapping[str, Any]) -> int:
    """Return the CRC-32 of a state as JSON.

    JSON writes a number so that it reads back the same, so the state that is read has the checksum of the state that
    was written.
    """
    return zlib.crc32(json.dumps(state).encode())
