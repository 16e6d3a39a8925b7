"""Optimisers behind one interface: settings that can do one round over the pool."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from tuning.optimisers.mert import MertSettings
from tuning.optimisers.minimum_risk import RiskSettings
from tuning.optimisers.mira import MiraSettings
from tuning.optimisers.optimiser import Outcome, Round, StageSettings
from tuning.optimisers.pro import ProSettings
from tuning.optimisers.random_search import RandomSettings

__all__ = [
    "STAGES",
    "MertSettings",
    "MiraSettings",
    "Outcome",
    "ProSettings",
    "RandomSettings",
    "RiskSettings",
    "Round",
    "Stage",
    "StageSettings",
]

Stage = Annotated[
    ProSettings | RiskSettings | MiraSettings | MertSettings | RandomSettings,
    Field(discriminator="optimiser"),
]

#: Settings by the name of the optimiser.
STAGES: Final[dict[str, type[StageSettings]]] = {
    "pro": ProSettings,
    "risk": RiskSettings,
    "mira": MiraSettings,
    "mert": MertSettings,
    "random": RandomSettings,
}
