"""Optimisers behind one interface: settings that can do one round over the pool."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from tuning.optimisers.minimum_risk import RiskSettings
from tuning.optimisers.optimiser import Outcome, Round, StageSettings
from tuning.optimisers.pro import ProSettings

__all__ = ["STAGES", "Outcome", "ProSettings", "RiskSettings", "Round", "Stage", "StageSettings"]

Stage = Annotated[ProSettings | RiskSettings, Field(discriminator="optimiser")]

#: Settings by the name of the optimiser.
STAGES: Final[dict[str, type[StageSettings]]] = {"pro": ProSettings, "risk": RiskSettings}
