"""Tuning of a model from a development set: its weights and its boosted trees.

The modules of `tune`, `TuneConfig`, `TuneResult` and `load_tune_config` are imported only when these are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simplifier.tuning.config import TuneConfig, load_tune_config
    from simplifier.tuning.loop import TuneResult
    from simplifier.tuning.run import tune

__all__ = ["TuneConfig", "TuneResult", "load_tune_config", "tune"]

_HOMES = {
    "TuneConfig": "simplifier.tuning.config",
    "TuneResult": "simplifier.tuning.loop",
    "load_tune_config": "simplifier.tuning.config",
    "tune": "simplifier.tuning.run",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
