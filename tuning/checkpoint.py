"""The state of a run after an iteration, written in one piece."""

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
        weights: the weights of all features, as they go into the next iteration.
        pool: what each iteration added to the pool.
        history: where the history file ends.
        tuning: the best on the tuning sentences.
        held_out: the best on the held-out sentences.
    """

    fingerprint: str
    iteration: int
    weights: list[float]
    pool: list[PoolBlock]
    history: HistoryEnd
    tuning: Best
    held_out: Best

    def write(self, path: Path) -> None:
        """Replace the file; a reader sees the old checkpoint or the new one, never half of it."""
        try:
            sync_folder(path.parent)  # what it tells of is there after a power cut
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None
        state = {"version": _VERSION} | asdict(self)
        write_text(path, json.dumps(state | {"checksum": _checksum(state)}) + "\n")

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
    """Return the CRC-32 of a state as it is written; numbers are written so that they read back the same."""
    return zlib.crc32(json.dumps(state).encode())
