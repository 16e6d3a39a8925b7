"""Optimisers behind one interface: each is a class of settings that can do one round over the pool."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from simplifier.tuning.optimisers.mert import MertSettings
from simplifier.tuning.optimisers.minimum_risk import RiskSettings
from simplifier.tuning.optimisers.mira import MiraSettings
from simplifier.tuning.optimisers.optimiser import Outcome, Round, StageSettings
from simplifier.tuning.optimisers.pro import ProSettings
from simplifier.tuning.optimisers.random_search import RandomSettings
from simplifier.tuning.optimisers.registry import OPTIMISERS, OWN_OPTIMISERS, register_optimiser

__all__ = [
    "OPTIMISERS",
    "OWN_OPTIMISERS",
    "MertSettings",
    "MiraSettings",
    "Outcome",
    "ProSettings",
    "RandomSettings",
    "RiskSettings",
    "Round",
    "Stage",
    "StageSettings",
    "register_optimiser",
]

Stage = Annotated[
    ProSettings | RiskSettings | MiraSettings | MertSettings | RandomSettings,
    Field(discriminator="optimiser"),
]
